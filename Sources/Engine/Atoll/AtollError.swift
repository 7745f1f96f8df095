/// Why Atoll could not do what it was asked: what happened, where, and what to do.
public struct AtollError: Error, Hashable, Sendable {
  /// Which part of the asking was wrong; each has its exit code on the command line.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The input holds no story that could be rendered.
    case input
    /// A template does not compile.
    case template
    /// A theme does not load.
    case style
    /// The options contradict one another, or the story.
    case options
    /// What was rendered could not be handed on.
    case output
  }

  /// Which part of the asking was wrong.
  public var kind: Kind
  /// What happened, in a sentence without a full stop.
  public var message: String
  /// Where: `file:line:column`, a JSON path, or nothing.
  public var place: String?
  /// What to do about it, where there is something.
  public var advice: String?

  /// Everything that is wrong, a line each, as a compiler would print it; may be empty.
  public var details: String

  /// An error.
  public init(
    _ kind: Kind, _ message: String, at place: String? = nil, advice: String? = nil,
    details: String = ""
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.advice = advice
    self.details = details
  }
}

extension AtollError: CustomStringConvertible {
  /// `place: error: message; advice`, as compilers write it.
  public var description: String {
    var text = place.map { "\($0): " } ?? ""
    text += "error: \(message)"
    if let advice { text += "; \(advice)" }
    return details.isEmpty ? text : "\(details)\n\(text)"
  }
}
