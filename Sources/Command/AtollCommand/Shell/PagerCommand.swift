/// The program that shows what is taller than the terminal, as the environment names it.
struct PagerCommand: Hashable, Sendable {
  /// The program and its arguments.
  let words: [String]
  /// Variables that are set for it.
  let variables: [String]

  /// `F` ends it by itself where all fits, `R` lets colours through, `X` leaves the text standing.
  private static let lessOptions = "FRX"

  /// `ATOLL_PAGER`, then `PAGER`, then `less -FRX`; nothing where the user wants none.
  init?(_ environment: Environment) {
    let told = environment.evenIfEmpty(.ownPager) ?? environment.evenIfEmpty(.pager) ?? "less"
    let words = told.split(separator: " ").map(String.init)
    guard let program = words.first, words != ["cat"] else { return nil }
    if words.count == 1, program == "less" || program.hasSuffix("/less") {
      // Without R it would show the colours as rubbish, whatever LESS holds.
      self.words = [program, "-\(Self.lessOptions)"]
    } else if told.unicodeScalars.contains(where: Self.isForShells) {
      self.words = ["/bin/sh", "-c", told]
    } else {
      self.words = words
    }
    // A pager is for reading: the text of strangers should not lead to a shell or an editor.
    var variables = ["LESSSECURE=1"]
    if environment[.less] == nil { variables.append("LESS=\(Self.lessOptions)") }
    self.variables = variables
  }

  private static func isForShells(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "|", "&", ";", "<", ">", "(", ")", "$", "`", "\\", "\"", "'", "*", "?", "[", "#", "~", "=",
      "%", "\t", "\n":
      true
    case _: false
    }
  }
}
