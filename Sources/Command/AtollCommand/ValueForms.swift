import Atoll
import AtollArguments
import AtollBytes
import AtollLayout
import AtollStore
import AtollTheming

extension ValueForm where Value == String {
  /// A BCP 47 language tag for a language that atoll supports: `de`, `de-AT`.
  static var language: ValueForm {
    ValueForm(.words(Language.tags)) { text in
      guard let tag = Language.bestTag(for: text) else {
        throw Failure(
          commandLine: "unknown language '\(text)'", advice: Language.advice(forUnknown: text))
      }
      return tag
    }
  }

  /// The name of a built-in style, or the path of a folder with a style.
  static var style: ValueForm { .wordOrFolder(Theme.embeddedNames) }
}

extension ValueForm where Value == RenderFormat {
  static var format: ValueForm {
    .word(of: RenderFormat.allCases, named: \.name, otherNames: otherNamesOfFormats)
  }
}

extension ValueForm where Value == Options.Format {
  /// Returns the form for the library's formats that satisfy a condition.
  static func format(
    where isAllowed: @escaping @Sendable (Options.Format) -> Bool
  ) -> ValueForm {
    .word(
      of: Options.Format.allCases.filter(isAllowed), named: \.rawValue,
      otherNames: otherNamesOfFormats)
  }
}

/// Names that other programs use, and the names of the formats.
private let otherNamesOfFormats = [
  "html": "page", "mail": "email", "eml": "email", "rss": "atom", "feed": "atom",
  "terminal": "ansi",
]

extension ValueForm where Value == Int {
  /// A level, counted from 1, or `none`, which is read as `Int.max`.
  static var foldDepth: ValueForm {
    ValueForm(.suggestions(["none"]), expected: "a whole number, 1 or more, or none") { text in
      if text == "none" { return .max }
      return Int(text).flatMap { $0 >= 1 ? $0 : nil }
    }
  }
}

extension ValueForm where Value == CountLimit {
  /// A number of stories, or a percentage of all stories: `5`, `1%`, `0.5%`.
  static var countOrPercentage: ValueForm {
    ValueForm(expected: "a number such as 10, or a share such as 0.5%") { text in
      let isPercentage = text.hasSuffix("%")
      let digits = isPercentage ? text.dropLast() : text[...]
      let isNumber = digits.utf8.allSatisfy {
        isDigit($0) || isPercentage && $0 == UInt8(ascii: ".")
      }
      guard isNumber else { return nil }
      guard isPercentage else { return Int(digits).map { .count($0) } }
      return Double(digits).flatMap { $0 <= 100 ? .percentage($0) : nil }
    }
  }
}

extension ValueForm where Value == [FileEncoding] {
  /// The encodings of compressed copies of files, separated by commas: `gzip,br`.
  static var fileEncodings: ValueForm {
    let words = FileEncoding.allCases.filter { $0 != .identity }.map(\.rawValue)
    return ValueForm(.suggestions(words + [words.joined(separator: ",")])) {
      text in
      var encodings: [FileEncoding] = []
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard words.contains(String(word)), let encoding = FileEncoding(rawValue: String(word))
        else {
          throw Failure.unknownValue(String(word), among: words)
        }
        encodings.append(encoding)
      }
      return encodings
    }
  }
}

extension ValueForm where Value == String {
  /// Returns the form of an option that sets a mail header.
  ///
  /// To check a value, `set` writes it into new `MailOptions`, whose headers are then checked.
  static func header(_ set: @escaping @Sendable (inout MailOptions, String) -> Void) -> ValueForm {
    ValueForm { text in
      var options = MailOptions()
      set(&options, text)
      try translatingErrors(of: options.checkHeaders()) { (error: AtollError) in
        let advice = error.advice.map { "; \($0)" } ?? ""
        return Failure(commandLine: "invalid value '\(text)'", advice: error.message + advice)
      }
      return text
    }
  }
}
