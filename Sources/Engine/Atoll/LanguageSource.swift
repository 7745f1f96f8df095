import AtollBytes
import AtollLayout

/// A publisher's own language file: corrections to a built-in language, or another language.
public struct LanguageSource: Hashable, Sendable {
  /// The BCP 47 tag of the language, such as `ca`.
  public let tag: String
  let path: String
  package let bytes: [UInt8]

  /// Parses and checks the content of a language file; `path` is used only in messages.
  ///
  /// The error lists all problems, with their lines.
  public init(path: String, bytes: [UInt8]) throws(AtollError) {
    tag = try translatingErrors(
      of: Language.read(bytes, named: path).tag, AtollError.init(compiling:))
    (self.path, self.bytes) = (path, bytes)
  }
}

extension Options {
  /// The tags of the built-in languages.
  public static var languages: [String] { Language.tags }

  /// The tag of the language that is used; `nil` if no language matches `language`.
  package var languageTag: String? {
    languageFile.flatMap { Language.bestTag(for: language, among: [$0.tag]) }
      ?? Language.bestTag(for: language)
  }

  /// The language that is used; English if it is unknown, which `check()` rejects.
  var resolvedLanguage: Language {
    guard let tag = languageTag else { return .english }
    if let languageFile, languageFile.tag == tag {
      return (try? Language.read(languageFile.bytes, named: languageFile.path)) ?? .english
    }
    return Language.named(tag) ?? .english
  }
}
