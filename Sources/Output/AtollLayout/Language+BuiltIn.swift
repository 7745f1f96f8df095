package import AtollBytes

extension Language {
  /// The tags of the languages that are built in, without the pseudo-language.
  package static let tags = EmbeddedData.files.map { String($0.path.prefix { $0 != "." }) }
    .sorted()

  /// The default language.
  package static let english: Language = {
    guard let english = builtInText(for: "en").flatMap({ Language($0) }) else {
      preconditionFailure("the built-in language file is not valid")
    }
    return english
  }()

  /// Returns the built-in language with exactly this tag, or `nil` if there is none.
  package static func named(_ tag: String) -> Language? {
    if tag == "en" { return english }
    if tag == PseudoLanguage.tag {
      return builtInText(for: "en").flatMap { Language(PseudoLanguage.text(from: $0)) }
    }
    return builtInText(for: tag).flatMap { Language($0) }
  }

  /// Returns the content of a built-in file, or `nil` if there is none for the tag.
  ///
  /// The tests read every file, so none of them can be invalid here.
  static func builtInText(for tag: String) -> LanguageText? {
    guard let file = EmbeddedData.files.first(where: { $0.path == "\(tag).json" }) else {
      return nil
    }
    let bytes = Array(file.text.utf8)
    if bytes.first == UInt8(ascii: "[") { return try? LanguageText(valuesOf: bytes) }
    return try? LanguageText(file: bytes, named: file.path)
  }
}

extension LanguageText {
  /// Creates the text from a file with keys; texts that are not in the file come from the built-in
  /// language that the file extends, if any.
  init(file: [UInt8], named name: String) throws(SourceErrors) {
    var base: LanguageText?
    // The reader below reports what is wrong with the file and with the language's tag.
    if case .string(let tag)? = (try? JSONValue(parsing: file))?["extends"] {
      base = Language.builtInText(for: tag)
    }
    self = try LanguageFileReader.read(file, named: name, over: base)
  }
}

extension Language {
  /// Reads a publisher's own language file; throws all its errors together.
  package static func read(
    _ file: [UInt8], named name: String
  ) throws(SourceErrors) -> Language {
    // The reader has checked the dates.
    Language(try LanguageText(file: file, named: name)) ?? english
  }
}
