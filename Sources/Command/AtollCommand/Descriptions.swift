/// One command or subcommand as data.
///
/// The parser, the help, the completions and the manual are all read from this one table, so that
/// none of them can know an option that another does not.
struct CommandDescription: Sendable {
  let name: String
  /// What it does, in one sentence; the first line of its help.
  let summary: String
  /// What else is to be known, paragraphs separated by empty lines.
  var discussion = ""
  var operand: OperandDescription?
  var options: [OptionDescription] = []
  var subcommands: [CommandDescription] = []
  var examples: [Example] = []

  /// A command line that works, and what it is for.
  struct Example: Sendable {
    let line: String
    let purpose: String
  }

  /// Its own options and those that every command has.
  var allOptions: [OptionDescription] {
    options + (subcommands.isEmpty ? [.color, .help] : [.help])
  }

  func option(named name: String) -> OptionDescription? {
    allOptions.first { $0.name == name || ($0.isNegatable && name == "no-\($0.name)") }
  }

  func option(lettered letter: String) -> OptionDescription? {
    allOptions.first { $0.letter == letter }
  }

  func subcommand(named name: String) -> CommandDescription? {
    subcommands.first { $0.name == name }
  }
}

/// What stands behind the options: files, mostly.
struct OperandDescription: Sendable {
  let placeholder: String
  let form: ValueForm
  let count: ClosedRange<Int>
  let help: String
  /// The placeholder of the last one, where it means something else: where the others go.
  var target: String?

  /// How many there can be without the target.
  private var others: ClosedRange<Int> {
    target == nil ? count : (count.lowerBound - 1)...(count.upperBound - 1)
  }
  var isOptional: Bool { others.lowerBound == 0 }
  var isRepeatable: Bool { others.upperBound > 1 }

  /// As it stands in a usage line: `[FILE ...]`, `[NAME ...] DIR`.
  var usage: String {
    let repeated = isRepeatable ? "\(placeholder) ..." : placeholder
    let words = isOptional ? "[\(repeated)]" : repeated
    return target.map { "\(words) \($0)" } ?? words
  }

  /// Both placeholders, as a heading of the help.
  var placeholders: String { target.map { "\(placeholder), \($0)" } ?? placeholder }
}

/// One option or flag of a command as data.
struct OptionDescription: Sendable {
  /// The name without its dashes.
  let name: String
  var letter: String?
  /// What it takes; a flag takes nothing.
  var value: ValueDescription?
  /// Whether it counts each time it is given; otherwise the last one counts.
  var repeats = false
  /// Whether `--no-NAME` takes it back.
  var isNegatable = false
  /// Under which heading the help lists it.
  var group = Group.general
  let help: String
  /// What holds when it is not given, as the help tells it.
  var defaultText: String?

  /// The headings of the help, in the order in which they are shown.
  enum Group: String, CaseIterable, Sendable {
    case output = "OUTPUT OPTIONS"
    case input = "INPUT OPTIONS"
    case server = "SERVER OPTIONS"
    case choice = "WHICH COMMENTS"
    case snapshots = "WHICH SNAPSHOTS"
    case pages = "PAGES IN PLACE OF A SUITE"
    case look = "LOOK"
    case mail = "MAIL"
    case terminal = "ON A TERMINAL"
    case general = "OPTIONS"
  }

  static let color = OptionDescription(
    name: "color", value: .of("WHEN", .word(Wish.allCases.map(\.rawValue))),
    help: "Use colours; auto goes by the environment and uses them on a terminal.",
    defaultText: "auto")
  static let help = OptionDescription(
    name: "help", letter: "h", help: "Show help information.")
  static let version = OptionDescription(name: "version", help: "Show the version.")

  /// The name with its dashes.
  var dashedName: String { "--\(name)" }

  /// As help and manual write it: `-o, --output FILE`.
  var usage: String {
    var text = letter.map { "-\($0), " } ?? ""
    text += dashedName
    if isNegatable { text += ", --no-\(name)" }
    if let value { text += value.isOptional ? "[=\(value.placeholder)]" : " \(value.placeholder)" }
    return text
  }
}

/// What an option takes.
struct ValueDescription: Sendable {
  let placeholder: String
  let form: ValueForm
  /// Whether it may be left out; if not, it can only be given as `--option=VALUE`.
  var isOptional = false

  static func of(_ placeholder: String, _ form: ValueForm) -> ValueDescription {
    ValueDescription(placeholder: placeholder, form: form)
  }
}

/// The forms a value can have.
///
/// What a form allows is checked while parsing.
enum ValueForm: Hashable, Sendable {
  /// Any text that is not empty.
  case text
  case file
  case folder
  /// One of a few words.
  case word([String])
  /// Words of which the first says which there are behind it: what `help` is asked about.
  case topic([Topic])
  /// One of a few words, or a folder.
  case wordOrFolder([String])
  /// A language tag whose language is one of these: `de`, `de-AT`.
  case language([String])
  case count(ClosedRange<Int>)
  /// A number, or a share of a hundred: `5`, `1%`, `0.5%`.
  case countOrShare
  /// One of several parts, and how many there are.
  case part
  /// A half-open range: `0..50`.
  case range
  /// A date, a date with a time, or `now`.
  case moment
  /// `UTC`, an offset or a name from the time zone database.
  case zone

  /// A command, and the commands below it.
  struct Topic: Hashable, Sendable {
    let name: String
    var subtopics: [String] = []
  }

  /// The words that can be listed, for help and completion.
  var words: [String] {
    switch self {
    case .word(let words), .wordOrFolder(let words), .language(let words): words
    case .topic(let topics): topics.map(\.name)
    case .moment: ["now"]
    case .zone: ["UTC", "local"]
    case .text, .file, .folder, .count, .countOrShare, .part, .range: []
    }
  }
}
