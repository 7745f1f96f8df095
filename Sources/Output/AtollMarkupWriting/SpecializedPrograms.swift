import AtollBytes
package import AtollTemplating

/// Variants of a comment's template with its sections resolved, one for each frequent combination
/// of flags.
///
/// Flags alone decide which sections are written, and comments share a few dozen combinations. A
/// variant consists only of literals, fields and the list of badges: about half of the template's
/// steps. Making one takes as long as writing some twenty comments, so it is worthwhile only for
/// frequent combinations.
///
/// The variants do not depend on a story, so all stories of a run share them. They are stored in
/// two arrays, so that switching between them needs no reference counting.
package struct SpecializedPrograms: ~Copyable, Sendable {
  /// The number of comments with the same flags after which a variant for these flags is made.
  package static let defaultThreshold = 16
  /// The largest number of combinations; comments with other combinations are written by the
  /// general template.
  private static let maximumCombinationCount = 64

  private let program: Program
  private let threshold: Int
  private let usedFlags: FlagSet
  /// The combinations so far; their entries are in a second array, so that a search reads only the
  /// combinations.
  private var combinations: [FlagSet] = []
  private var entries: [Entry] = []
  private var latestIndex = 0

  /// The steps of all programs, beginning with the general one; they point into `literals`.
  private(set) var ops: [Op] = []
  private(set) var literals: [UInt8] = []
  private let generalProgram: Range<Int>
  /// The range in `ops` of the program that was chosen.
  private(set) var chosenProgram: Range<Int>

  private struct Entry: Sendable {
    var count = 0
    /// The range in `ops` of the specialized program; empty if it is not made yet.
    var steps = 0..<0
  }

  package init(_ program: Program, after threshold: Int = SpecializedPrograms.defaultThreshold) {
    self.program = program
    self.threshold = threshold
    var usedFlags = FlagSet()
    for flag in FlagField.allCases where program.uses(flag.id) { usedFlags.set(flag, to: true) }
    self.usedFlags = usedFlags
    generalProgram = 0..<program.ops.count
    chosenProgram = generalProgram
    _ = add(program)
  }

  /// Chooses the program for these flags: a specialized one, or the template with its sections.
  mutating func choose(for flags: FlagSet) {
    let combination = flags.intersection(usedFlags)
    // Consecutive comments often have the same flags.
    if latestIndex >= combinations.count || combinations[latestIndex] != combination {
      guard let found = findOrAdd(combination) else {
        chosenProgram = generalProgram
        return
      }
      latestIndex = found
    }
    chosenProgram = entries[latestIndex].steps
    if chosenProgram.isEmpty { chosenProgram = countOccurrence(of: combination) }
  }

  /// Counts a combination, makes a program for it once it is frequent, and returns the range of the
  /// program to run.
  private mutating func countOccurrence(of combination: FlagSet) -> Range<Int> {
    entries[latestIndex].count += 1
    guard entries[latestIndex].count > threshold else { return generalProgram }
    let specialized = program.folding(
      text: { _ in nil },
      flag: { id in Self.differsByBadge(id) ? nil : combination.contains(id) })
    entries[latestIndex].steps = add(specialized)
    return entries[latestIndex].steps
  }

  private static let badgeFlags = [
    FlagField.isStaffBadge, .isModeratorBadge, .isExpertBadge,
  ].map(\.id)

  /// Returns whether a field can differ between the badges of a comment.
  private static func differsByBadge(_ id: UInt16) -> Bool {
    id == badgeListID || badgeFlags.contains(id)
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

  private mutating func findOrAdd(_ combination: FlagSet) -> Int? {
    var index = 0
    while index < combinations.count {
      if combinations[index] == combination { return index }
      index &+= 1
    }
    guard combinations.count < Self.maximumCombinationCount else { return nil }
    combinations.append(combination)
    entries.append(Entry())
    return index
  }
}
