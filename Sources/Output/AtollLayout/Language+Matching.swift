import AtollBytes

/// Lookup of languages by tags that are not exactly theirs: `nl-NL`, `zh_TW.UTF-8`, `no`.
extension Language {
  /// Returns the tag of the language that matches a tag (RFC 4647, 3.4), or `nil` if there is none.
  ///
  /// The tag is a BCP 47 tag or the name of a POSIX locale. Subtags are removed from the end until
  /// a language matches, so that `nl-BE` is Dutch.
  package static func bestTag(
    for tag: String, among tags: [String] = selectableTags
  ) -> String? {
    if tags.contains(tag) { return tag }
    var subtags = subtags(of: tag)
    while !subtags.isEmpty {
      let wanted = subtags.joined(separator: "-")
      let known = aliases.first { $0.alias == wanted }?.tag ?? wanted
      if let found = tags.first(where: { $0.lowercased() == known.lowercased() }) { return found }
      subtags.removeLast()
    }
    return nil
  }

  package static let selectableTags = tags + [PseudoLanguage.tag]

  /// Returns the tag of a built-in language to suggest in place of one that is not built in.
  ///
  /// The suggestion is the language that readers of the missing language most likely know, or a
  /// language with a similar tag; `nil` if there is neither.
  package static func suggestion(for tag: String) -> String? {
    let language = subtags(of: tag).first ?? ""
    if let known = fallbacks.first(where: { $0.tags.split(separator: " ").contains(language[...]) }
    ) {
      return known.fallback
    }
    // A short tag is another language, not a misspelling: one letter separates Serbian (`sr`) from
    // Arabic (`ar`).
    return tag.utf8.count > 3 ? nearest(to: tag, among: tags) : nil
  }

  package static func advice(forUnknown tag: String) -> String {
    let near = suggestion(for: tag).map { "the nearest is '\($0)'; " } ?? ""
    return "\(near)the values are \(tags.joined(separator: ", "))"
  }

  /// Returns whether a string has the form of a BCP 47 tag.
  static func isLanguageTag(_ text: String) -> Bool {
    !subtags(of: text).isEmpty && !text.contains { "_.@".contains($0) }
  }

  /// Returns the subtags of a tag in lowercase, or an empty array if a subtag does not consist of 1
  /// to 8 letters and digits.
  private static func subtags(of tag: String) -> [String] {
    // A POSIX locale has an encoding and a modifier at its end.
    let name = tag.prefix { $0 != "." && $0 != "@" }
    let subtags = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isTag = subtags.allSatisfy {
      (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit)
    }
    return isTag ? subtags.map { $0.lowercased() } : []
  }

  /// Lowercase tags of languages that are built in under another tag (CLDR's likely subtags and
  /// aliases).
  ///
  /// Portuguese outside Brazil follows Portugal; Chinese is written in one of two scripts.
  private static let aliases: [(alias: String, tag: String)] = [
    ("no", "nb"), ("iw", "he"), ("in", "id"), ("de-li", "de-CH"), ("pt", "pt-BR"),
    ("pt-ao", "pt-PT"), ("pt-ch", "pt-PT"), ("pt-cv", "pt-PT"), ("pt-gq", "pt-PT"),
    ("pt-gw", "pt-PT"), ("pt-lu", "pt-PT"), ("pt-mo", "pt-PT"), ("pt-mz", "pt-PT"),
    ("pt-st", "pt-PT"), ("pt-tl", "pt-PT"), ("zh", "zh-Hans"), ("zh-tw", "zh-Hant"),
    ("zh-hk", "zh-Hant"), ("zh-mo", "zh-Hant"), ("yue", "zh-Hant"),
  ]

  /// Languages that are not built in, and the built-in language that their readers are likely to
  /// know (CLDR's language matching).
  private static let fallbacks: [(tags: String, fallback: String)] = [
    ("nn se smj", "nb"), ("ca eu gl ast ay gn qu", "es"), ("fo kl is", "da"),
    ("be kk ky tg tk uz ab hy tt", "ru"), ("br co oc wa ht ln mg", "fr"), ("lb hsb dsb", "de"),
    ("gsw", "de-CH"), ("fy li", "nl"), ("jv su ms ban", "id"), ("fur sc scn", "it"),
    ("az ku", "tr"), ("bho mai bh", "hi"), ("yi", "he"), ("ug bo ii za", "zh-Hans"),
    ("cy ga gd gv sco", "en"), ("bn gu kn ml mr ne or pa si ta te ur", "en"),
    ("am ha ig so sw ti xh yo zu", "en"), ("km lo my mi mt", "en"),
  ]
}
