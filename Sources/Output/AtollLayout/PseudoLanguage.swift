import AtollBytes

/// The language `qps`: English with accents, 40 % longer, in brackets.
///
/// Even before any translation has begun, screenshots with it reveal texts that are missing from
/// the language files, cut off or badly wrapped. `qps` is a tag for private use (BCP 47); Windows
/// and Android have similar languages.
package enum PseudoLanguage {
  package static let tag = "qps"

  static func text(from english: LanguageText) -> LanguageText {
    var text = english
    let content = english.content
    let tag = text.bytes.count
    text.bytes += Self.tag.utf8
    text.content.tag = Slice(tag..<text.bytes.count)
    func changed(_ slice: Slice) -> Slice {
      let start = text.bytes.count
      text.bytes += pseudolocalized(english.bytes[slice.range])
      return Slice(start..<text.bytes.count)
    }
    text.content.words = content.words.map(changed)
    text.content.headlines = content.headlines.map(changed)
    text.content.refusals = content.refusals.map(changed)
    text.content.forms = content.forms.map { $0.map(changed) }
    return text
  }

  /// Returns a text with accented letters and padding, in brackets: `Newest new` becomes
  /// `[Ñéwéšţ ñéw ~]`.
  private static func pseudolocalized(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = Array("[".utf8)
    var letters = 0
    for byte in text {
      if let letter = accented[byte] {
        out += letter.utf8
        letters += 1
      } else {
        out.append(byte)
      }
    }
    // The padding is divided into words of usual length, so that lines break as in other languages.
    for index in 0..<max(1, letters * 2 / 5) {
      out += (index.isMultiple(of: 9) ? " " : "~").utf8
    }
    return out + "]".utf8
  }

  private static let accented: [UInt8: String] = Dictionary(
    uniqueKeysWithValues: zip(
      "AEIOUCNSaeioucnsdglrtyz".utf8, "ÅÉÎÖÛÇÑŠåéîöûçñšðğļŕţýž".map { "\($0)" }))
}
