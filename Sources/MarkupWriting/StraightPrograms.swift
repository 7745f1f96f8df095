package import Templating

/// A comment's template without its sections, once for every combination of flags that comes up often.
///
/// Which sections are written depends on flags alone, and comments share a few dozen combinations.
/// Folding the flags in leaves literals, joined where a section ended, and fields; that halves the
/// steps of a comment. Making one costs as much as writing some twenty comments, so a combination has
/// to come up that often first.
///
/// They belong to the templates and hold nothing of any story, so one story after another is written with
/// the same.
package struct StraightPrograms: Sendable {
  /// How often a combination is written the plain way before a program is made for it.
  package static let worthwhileCount = 16
  /// A story of more combinations than this is a strange one; the rest are written the plain way.
  private static let limit = 64

  private let program: Program
  private let threshold: Int
  /// The flags the program asks for; others do not tell combinations apart.
  private let asked: FlagSet
  /// The combinations that came up, and what there is for each: apart, so that looking for one passes
  /// over numbers only.
  private var combinations: [FlagSet] = []
  private var entries: [Entry] = []
  private var latest = 0

  private struct Entry: Sendable {
    var count = 0
    var straight: Program?
  }

  package init(_ program: Program, after threshold: Int = StraightPrograms.worthwhileCount) {
    self.program = program
    self.threshold = threshold
    var asked = FlagSet()
    for field in MarkupField.allCases where program.uses(field.rawValue) { asked.set(field, true) }
    self.asked = asked
  }

  /// The program for these flags: straight where that is worth it, or else the one with sections.
  package mutating func program(for flags: FlagSet) -> Program {
    let wanted = flags.intersection(asked)
    // Neighbours are often alike.
    if latest >= combinations.count || combinations[latest] != wanted {
      guard let found = place(of: wanted) else { return program }
      latest = found
    }
    if let straight = entries[latest].straight { return straight }
    entries[latest].count += 1
    guard entries[latest].count > threshold else { return program }
    let made = program.folding(
      text: { _, _, _ in nil },
      flag: { id in id == MarkupField.badges.rawValue ? nil : wanted.contains(id) })
    entries[latest].straight = made
    return made
  }

  private mutating func place(of wanted: FlagSet) -> Int? {
    var index = 0
    while index < combinations.count {
      if combinations[index] == wanted { return index }
      index &+= 1
    }
    guard combinations.count < Self.limit else { return nil }
    combinations.append(wanted)
    entries.append(Entry())
    return index
  }
}
