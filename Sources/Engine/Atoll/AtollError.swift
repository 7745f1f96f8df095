package import AtollBytes

/// An error of the library: what happened, where, and what to do.
public struct AtollError: Error, Hashable, Sendable {
  /// The part of a request that was wrong, which determines the exit code on the command line.
  ///
  /// Errors that later versions add have one of these kinds, so an app can switch over the kinds.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The input cannot be read, or lacks something that the output needs.
    case input
    /// A template does not compile.
    case template
    /// A theme or a language file cannot be used.
    case style
    /// The options contradict one another or do not fit the story.
    case options
    /// The output could not be written.
    case output
  }

  /// The part of the request that was wrong.
  public var kind: Kind
  /// The description: a sentence without a period.
  public var message: String
  /// The location of the error: the name of a file, perhaps followed by a line and column or a JSON
  /// path; `nil` if it is not known.
  public var place: String?
  /// A suggestion of what to do, if there is one.
  public var advice: String?

  /// All problems, one on each line, as a compiler prints them; may be empty.
  public var details: [String]
  /// The errors in templates or styles that `details` prints.
  package var sourceErrors: SourceErrors?
  /// The names of the command-line options that the error is about, such as `anchors`.
  package private(set) var optionNames: [OptionName] = []

  /// The name of an option on the command line.
  package enum OptionName: String, CaseIterable, Sendable {
    case allow, anchors, canonical, feed, from, guidelines, notification, permalinks, reviewed
    case robots, sort, story
    case depthCap = "depth-cap"
    case logoURL = "logo-url"
    case mailTo = "mail-to"
    case pageBytes = "page-bytes"
    case pagesURL = "pages-url"
    case structuredData = "structured-data"
    case subjectID = "subject-id"
  }

  /// Creates an error.
  public init(
    _ kind: Kind, message: String, at place: String? = nil, advice: String? = nil,
    details: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.advice = advice
    self.details = details
  }
}

extension AtollError: CustomStringConvertible {
  /// The details, if any, and then `place: error: message; advice`, as compilers write errors.
  public var description: String {
    var text = place.map { "\($0): " } ?? ""
    text += "error: \(message)"
    if let advice { text += "; \(advice)" }
    return (details + [text]).joined(separator: "\n")
  }
}

extension AtollError: ReportableError {
  package var failure: Failure {
    let kind: Failure.Kind =
      switch kind {
      case .input: .badInput
      case .template, .style: .configuration
      case .options: .usage
      case .output: .inputOutput
      }
    let suffix = Failure.suffix(forOptions: optionNames.map(\.rawValue))
    return Failure(
      kind, message: advice == nil ? message + suffix : message, at: place,
      advice: advice.map { $0 + suffix }, details: details)
  }

  /// Creates an error about options; the command line adds their names, for example `(--anchors)`.
  init(aboutOptions names: OptionName..., message: String, advice: String? = nil) {
    self.init(.options, message: message, advice: advice)
    optionNames = names
  }

  /// Adds the name of an option; the command line adds it to the advice.
  func naming(_ option: OptionName) -> AtollError {
    var error = self
    error.optionNames = [option]
    return error
  }

  init(_ kind: Kind, failure: Failure) {
    self.init(kind, message: failure.message, at: failure.place, advice: failure.advice)
  }

  /// Creates the error for templates, styles or a language that cannot be used.
  init(compiling errors: SourceErrors) {
    switch errors.kind {
    case .templates: self.init(.template, message: "the templates do not compile")
    case .theme: self.init(.style, message: "the theme does not load")
    case .mailStyles: self.init(.style, message: "the theme's mail sheets cannot be used")
    case .language:
      self.init(
        .style, message: "the language file cannot be used",
        at: errors.errors.first?.file)
    }
    details = errors.lines
    sourceErrors = errors
  }
}
