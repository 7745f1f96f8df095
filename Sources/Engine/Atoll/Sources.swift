import AtollBytes
import AtollOperatingSystem

/// A caller's own template, which replaces the built-in template with the same name.
public struct TemplateSource: Hashable, Sendable {
  /// The template's name, such as `comment.mustache`.
  public var path: String
  /// The file's bytes.
  public var bytes: [UInt8]

  /// Creates a template from its path and its text.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// A theme: a built-in one, or a caller's own.
public enum Style: Hashable, Sendable {
  /// A built-in theme, by its name: `ign` or `plain`.
  case embedded(String)
  /// A caller's own theme: its name, and its files.
  case files(name: String, [StyleSource])

  /// The style of IGN's comments.
  public static let ign = Style.embedded("ign")
}

/// One file of a caller's own theme.
public struct StyleSource: Hashable, Sendable {
  /// The path inside the theme's folder, such as `theme.json`.
  public var path: String
  /// The file's bytes.
  public var bytes: [UInt8]

  /// Creates a file of a theme.
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

  /// Creates an input.
  public init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Creates an input with a copy of these bytes.
  public init(name: String, bytes: Span<UInt8>) {
    self.init(name: name, bytes: Array(bytes))
  }

  /// Creates an input with the contents of a file.
  public init(file path: String) throws(AtollError) {
    let bytes = try translatingErrors(of: WholeFile.bytes(of: path)) { (error: any Error) in
      AtollError(.input, failure: Failure(error, reading: path))
    }
    self.init(name: path, bytes: bytes)
  }
}
