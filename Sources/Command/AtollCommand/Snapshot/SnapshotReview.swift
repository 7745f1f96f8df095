import AtollBytes
import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots

/// The work of `atoll snapshot review`, in which the user decides about each cause with single
/// keys.
struct SnapshotReview {
  private var pendingSnapshots: PendingSnapshots
  private var groups: [PendingGroup]
  private var currentIndex = 0
  /// The decisions, by the names of the causes.
  private var choices: [String: Choice] = [:]
  /// The names of the decided causes in order of decision, for undo.
  private var decidedCauses: [String] = []
  private let console = Console()

  private enum Choice { case accept, reject, skip }

  /// The number of snapshots above which a decision must be confirmed.
  ///
  /// This applies to accepting one cause, and to accepting or rejecting all remaining causes.
  private static let confirmationLimit = 20

  static func run(_ arguments: SnapshotArguments) throws {
    guard Terminal.isTerminal(0), Terminal.isTerminal(1) else {
      throw Failure(
        .usage, message: "a review needs a terminal",
        advice: "use 'atoll snapshot list', 'accept' and 'reject'")
    }
    try SnapshotDecisionCommands.throwIfInCI(nothingCanBe: "accepted")
    let pendingSnapshots = try PendingSnapshots.inExistingStore(arguments.storeFolder)
    try pendingSnapshots.throwIfRunIsUnfinished(of: pendingSnapshots.all)
    var review = SnapshotReview(pendingSnapshots: pendingSnapshots)
    try review.run()
    pendingSnapshots.warnAboutEditedSources(on: Console(arguments.common))
  }

  private init(pendingSnapshots: PendingSnapshots) {
    self.pendingSnapshots = pendingSnapshots
    groups = PendingGroup.all(of: pendingSnapshots.all)
  }

  private mutating func run() throws {
    if groups.isEmpty { return try console.print("Nothing is pending.\n") }
    guard let keyboard = Keyboard.open() else {
      throw Failure(.inputOutput, message: "the terminal cannot be read")
    }
    while currentIndex < groups.count {
      try show()
      guard try handle(Self.key(from: keyboard), using: keyboard) else { break }
    }
    try apply()
  }

  /// Returns the next key; Ctrl-C or a closed terminal ends the review without any change.
  private static func key(from keyboard: borrowing Keyboard) throws -> Keyboard.Key {
    guard let key = keyboard.next() else { throw CommandEnding.silent(.hungUp) }
    if key == .character("\u{3}") { throw CommandEnding.silent(.interrupted) }
    return key
  }

  private func show() throws {
    let group = groups[currentIndex]
    var text = ""
    for line in group.causeText.split(separator: "\n").prefix(12) {
      text += "  \(escapingInvisibles(String(line)))\n"
    }
    text += "\n"
    for snapshot in group.snapshots.prefix(8) {
      text += "  \(snapshot.entry.state.rawValue)  \(snapshot.name)\n"
      // A new picture has no findings, so the path lets the user look at it.
      if snapshot.entry.state == .missing,
        let path = SnapshotShow.picturePath(of: snapshot, in: pendingSnapshots)
      {
        text += "           \(path)\n"
      }
    }
    if group.snapshots.count > 8 { text += "  … and \(group.snapshots.count - 8) more\n" }
    let (columns, rows) = Self.screen
    let shown = ScrollableText.beginning(of: text, columns: columns, rows: rows - Self.fixedRows)
    try console.print(
      """
      \u{1B}[2J\u{1B}[HCause \(currentIndex + 1) of \(groups.count)  \(group.name)

      \(shown)
      a accept  r reject  s skip  A R S all remaining  u undo  i more  q quit  ? help

      """)
  }

  /// Shows text that may be longer than the screen, until the user presses a key that does not
  /// scroll.
  private func showAll(_ text: String, using keyboard: borrowing Keyboard) throws {
    let (columns, rows) = Self.screen
    var scroll = ScrollableText(text, columns: columns, rows: rows)
    repeat {
      try console.print("\u{1B}[2J\u{1B}[H\(scroll.page)")
    } while scroll.handle(try Self.key(from: keyboard))
  }

  private static var screen: (columns: Int, rows: Int) {
    let size = TerminalSize(ofDescriptor: 1)
    return (size?.columns ?? defaultColumns, size?.rows ?? defaultRows)
  }

  private static let defaultColumns = 80
  private static let defaultRows = 24
  /// The number of rows around the text: the heading, the keys, the empty row and the cursor's row.
  private static let fixedRows = 4

  /// Handles a key, and returns whether the review continues.
  private mutating func handle(_ key: Keyboard.Key, using keyboard: borrowing Keyboard)
    throws
    -> Bool
  {
    guard case .character(let letter) = key else { return true }
    switch letter {
    case "a":
      if try confirm(groups[currentIndex...currentIndex], using: keyboard) { choose(.accept) }
    case "r": choose(.reject)
    case "s": choose(.skip)
    case "A": if try confirm(groups[currentIndex...], using: keyboard) { chooseRest(.accept) }
    case "R": if try confirm(groups[currentIndex...], using: keyboard) { chooseRest(.reject) }
    case "S": chooseRest(.skip)
    case "u":
      if let last = decidedCauses.popLast() {
        choices[last] = nil
        currentIndex = groups.firstIndex { $0.name == last } ?? currentIndex
      }
    case "i":
      let text = groups[currentIndex].snapshots.map {
        SnapshotShow.text(of: $0, in: pendingSnapshots)
      }
      try showAll(text.joined(separator: "\n"), using: keyboard)
    case "?":
      try showAll(Self.help, using: keyboard)
    case "q": return false
    case _: break
    }
    return true
  }

  private static let help = """
    a  accept: pending output becomes the reference, for all snapshots with this cause
    r  reject: pending output is deleted
    s  skip: decide later
    A, R, S  the same for this cause and all after it
    u  undo the last decision
    i  show everything known: arrows, space, b, j and k scroll
    q  quit: decisions are carried out, the rest stays pending
    Ctrl-C quits without carrying out anything

    Screenshots are at the paths shown; 'atoll snapshot report -o report.html'
    shows old and new screenshots together.
    """

  private mutating func choose(_ choice: Choice) {
    choices[groups[currentIndex].name] = choice
    decidedCauses.append(groups[currentIndex].name)
    currentIndex += 1
  }

  private mutating func chooseRest(_ choice: Choice) {
    while currentIndex < groups.count { choose(choice) }
  }

  /// Asks the user to confirm a decision about many snapshots; returns `true` at once for a few.
  private func confirm(
    _ groups: ArraySlice<PendingGroup>, using keyboard: borrowing Keyboard
  ) throws -> Bool {
    let count = groups.reduce(0) { $0 + $1.snapshots.count }
    if count <= Self.confirmationLimit { return true }
    try console.print("\(count) snapshots at once? y or n\n")
    return try Self.key(from: keyboard) == .character("y")
  }

  /// Carries out all decisions.
  private mutating func apply() throws {
    let rejected = snapshots(withChoice: .reject)
    let complete = try pendingSnapshots.accept(causes: causes(withChoice: .accept))
    let accepted = complete.filter { !rejected.contains($0) }
    let refusals = try SnapshotDecisionCommands.accept(accepted, in: &pendingSnapshots)
    try pendingSnapshots.reject(rejected)
    for refusal in refusals { console.warn(refusal.message, at: refusal.path) }
    let count = accepted.count - refusals.count
    try console.print(
      "\(count) accepted, \(rejected.count) rejected, \(pendingSnapshots.all.count) left\n")
  }

  private func snapshots(withChoice choice: Choice) -> [PendingSnapshots.Snapshot] {
    let causes = causes(withChoice: choice)
    return pendingSnapshots.all.filter { snapshot in
      snapshot.entry.causes.contains { causes.contains($0.name) }
    }
  }

  private func causes(withChoice choice: Choice) -> Set<String> {
    Set(groups.map(\.name).filter { choices[$0] == choice })
  }
}
