package import Templating

/// A comment's template without its sections, once for every combination of flags that comes up.
///
/// Which sections are written depends on flags alone, and the comments of a long thread share a few
/// dozen combinations. Folding the flags in leaves literals, joined where a section ended, and fields;
/// that halves the steps of a comment. Making one costs as much as writing some twenty comments, so
/// short stories do without.
package struct StraightPrograms {
  /// Stories with fewer blocks than this are not worth it.
  package static let worthwhileBlockCount = 2_000
  /// A story of more combinations than this is a strange one; the rest are written the plain way.
  private static let limit = 64

  private let program: Program
  /// The flags the program asks for; others do not tell combinations apart.
  private let asked: FlagSet
  /// The combinations that came up, and the program for each: apart, so that looking for one passes
  /// over numbers only.
  private var combinations: [FlagSet] = []
  private var programs: [Program] = []
  private var latest = 0

  package init(_ program: Program) {
    self.program = program
    var asked = FlagSet()
    for field in MarkupField.allCases where program.uses(field.rawValue) { asked.set(field, true) }
    self.asked = asked
  }

  /// The program for these flags, or the one with sections when there are too many kinds already.
  package mutating func straight(for flags: FlagSet) -> Program {
    let wanted = flags.intersection(asked)
    // Neighbours are often alike.
    if latest < combinations.count, combinations[latest] == wanted { return programs[latest] }
    var index = 0
    while index < combinations.count {
      if combinations[index] == wanted {
        latest = index
        return programs[index]
      }
      index &+= 1
    }
    guard combinations.count < Self.limit else { return program }
    let made = program.folding(
      text: { _, _, _ in nil },
      flag: { id in id == MarkupField.badges.rawValue ? nil : wanted.contains(id) })
    combinations.append(wanted)
    programs.append(made)
    return made
  }
}
