import AtollBytes

/// The engine, flags and fonts that drew a screenshot, as one word of the manifest:
/// `HeadlessChrome-156.0.8078.79/shell/1a2b3c4d/5e6f7a8b`.
package struct Fingerprint: Hashable, Sendable {
  /// The engine and its version.
  package var engine: String
  /// The build: `shell` for the headless shell, or `full`.
  package var build: String
  /// The first digits of a hash of the browser's flags and its font configuration.
  package var settings: String
  /// The first digits of a hash of the fonts.
  package var fonts: String

  package init(engine: String, build: String, settings: String, fonts: String) {
    self.engine = String(
      decoding: engine.utf8.map { Self.isPlain($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    self.build = build
    self.settings = settings
    self.fonts = fonts
  }

  /// Creates a fingerprint from its `text`; `nil` for any other text, such as the single hash that
  /// version 0.1 wrote.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isPlain) })
    else { return nil }
    (engine, build, settings, fonts) = (parts[0], parts[1], parts[2], parts[3])
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "._-".utf8.contains(byte)
  }

  package var text: String { "\(engine)/\(build)/\(settings)/\(fonts)" }

  /// Returns the differences between two fingerprints, each in the form of `text`, as a clause.
  package static func difference(of reference: String, from current: String) -> String {
    guard let old = Fingerprint(reference), let new = Fingerprint(current) else {
      return "another engine or other fonts made the reference"
    }
    var parts: [String] = []
    if old.engine != new.engine {
      parts.append("by \(old.engine), and this machine has \(new.engine)")
    }
    if old.build != new.build {
      parts.append("by \(old.buildDescription), and this machine has \(new.buildDescription)")
    }
    if old.fonts != new.fonts { parts.append("with other fonts") }
    if old.settings != new.settings {
      parts.append("by another version of atoll, which starts the browser in another way")
    }
    return "the reference was made \(parts.joined(separator: "; "))"
  }

  private var buildDescription: String {
    build == "shell" ? "the headless shell" : "the full browser"
  }
}
