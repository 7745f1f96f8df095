/// The pager that the environment names, with its arguments.
struct PagerCommand: Hashable, Sendable {
  /// The program and its arguments.
  let words: [String]
  /// The environment variables that are set for the pager: `NAME=value`.
  let variables: [String]

  /// `F` quits if everything fits on the screen, `R` shows colors, `X` leaves the text
  /// on the screen.
  private static let lessOptions = "FRX"

  /// Creates the command from `ATOLL_PAGER` or `PAGER`, or `less -FRX`; `nil` if the user
  /// wants no pager.
  ///
  /// On a terminal that cannot move its cursor (`TERM` is `dumb`, empty or not set), the pager is
  /// used only if `ATOLL_PAGER` is set.
  init?(_ environment: Environment) {
    let atollPager = environment.valueEvenIfEmpty(.atollPager)
    if atollPager == nil, environment[.term] ?? "dumb" == "dumb" { return nil }
    let value =
      atollPager ?? environment.valueEvenIfEmpty(.pager) ?? "less"
    let words = value.split(separator: " ").map(String.init)
    guard let program = words.first, words != ["cat"] else { return nil }
    if words.count == 1, program == "less" || program.hasSuffix("/less") {
      // Without R, less would show colors as escape sequences. R is passed here because LESS may
      // lack it.
      self.words = [program, "-\(Self.lessOptions)"]
    } else if value.unicodeScalars.contains(where: { Self.shellCharacters.contains($0) }) {
      self.words = ["/bin/sh", "-c", value]
    } else {
      self.words = words
    }
    // LESSSECURE prevents the pager from starting a shell or an editor.
    var variables = ["LESSSECURE=1"]
    if environment[.less] == nil { variables.append("LESS=\(Self.lessOptions)") }
    self.variables = variables
  }

  /// The characters that only a shell understands.
  private static let shellCharacters = "|&;<>()$`\\\"'*?[#~=%\t\n".unicodeScalars
}
