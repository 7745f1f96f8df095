/// A template of the caller's own, which replaces the built-in one of the same name.
public struct TemplateSource: Hashable, Sendable {
  /// The template's name, such as `comment.mustache`.
  public var path: String
  /// The file's bytes.
  public var bytes: [UInt8]

  /// A template.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// The origin of a theme.
public enum Style: Hashable, Sendable {
  /// One that is built in, by its name: `ign` or `plain`.
  case embedded(String)
  /// One of the caller's own: a name for messages, and its files by their paths inside its folder.
  case files(name: String, [StyleSource])

  /// The look of IGN's comments.
  public static let ign = Style.embedded("ign")
}

/// One file of a theme of the caller's own.
public struct StyleSource: Hashable, Sendable {
  /// The path inside the theme's folder, such as `theme.json`.
  public var path: String
  /// The file's bytes.
  public var bytes: [UInt8]

  /// A file of a theme.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// One input of a story: its bytes, and its name in messages.
public struct InputSource: Sendable {
  /// The name in messages, such as a path.
  public var name: String
  /// The input's bytes.
  public var bytes: [UInt8]

  /// An input.
  public init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
