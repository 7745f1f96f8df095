import Bytes
package import Templating

/// A comment's template without its sections, once for every combination of flags that comes up often.
///
/// Which sections are written depends on flags alone, and comments share a few dozen combinations.
/// Folding the flags in leaves literals, joined where a section ended, and fields; that halves the
/// steps of a comment. Making one costs as much as writing some twenty comments, so a combination has
/// to come up that often first.
///
/// They belong to the templates and hold nothing of any story, so one story after another is written with
/// the same. All lie behind each other in two arrays, so that changing from one to another counts no
/// references.
package struct StraightPrograms: ~Copyable, Sendable {
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

  /// The steps of all programs, the one with sections first, and the literals they point into.
  private(set) var ops: [Op] = []
  private(set) var literals: [UInt8] = []
  private let whole: Range<Int>
  /// The steps of the program that was chosen.
  private(set) var chosen: Range<Int>

  private struct Entry: Sendable {
    var count = 0
    /// The steps of the straight program; empty while there is none.
    var steps = 0..<0
  }

  package init(_ program: Program, after threshold: Int = StraightPrograms.worthwhileCount) {
    self.program = program
    self.threshold = threshold
    var asked = FlagSet()
    for flag in FlagField.allCases where program.uses(flag.id) { asked.set(flag, true) }
    self.asked = asked
    whole = 0..<program.ops.count
    chosen = whole
    _ = add(program)
  }

  /// Chooses the program for these flags: straight where that is worth it, or else the one with sections.
  mutating func choose(for flags: FlagSet) {
    let wanted = flags.intersection(asked)
    // Neighbours are often alike.
    if latest >= combinations.count || combinations[latest] != wanted {
      guard let found = place(of: wanted) else {
        chosen = whole
        return
      }
      latest = found
    }
    chosen = entries[latest].steps
    if chosen.isEmpty { chosen = countUp(wanted) }
  }

  /// Counts that a combination came up once more, and makes a program for it if that was often enough.
  private mutating func countUp(_ wanted: FlagSet) -> Range<Int> {
    entries[latest].count += 1
    guard entries[latest].count > threshold else { return whole }
    let made = program.folding(
      text: { _, _, _ in nil },
      flag: { id in Self.differsByBadge(id) ? nil : wanted.contains(id) })
    entries[latest].steps = add(made)
    return entries[latest].steps
  }

  private static let badgeFlags = [
    FlagField.isStaffBadge, .isModeratorBadge, .isExpertBadge,
  ].map(\.id)

  /// Returns whether a field can differ from badge to badge of a comment.
  private static func differsByBadge(_ id: UInt16) -> Bool {
    id == badgesID || badgeFlags.contains(id)
  }

  private mutating func add(_ program: Program) -> Range<Int> {
    let start = UInt32(truncatingIfNeeded: literals.count)
    let first = ops.count
    literals.append(contentsOf: program.literals)
    for op in program.ops {
      if case .literal(let slice) = op {
        ops.append(.literal(Slice(start: start &+ slice.start, count: slice.count)))
      } else {
        ops.append(op)
      }
    }
    return first..<ops.count
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
