import AtollBodyText
import AtollBytes
package import AtollLayout
package import AtollTemplating

/// The fields whose values are the same for every story; they become literals in the templates.
package struct ConstantFields: Sendable {
  private let wording: Wording
  private let flags: KeyValuePairs<FlagField, Bool>
  private let texts: KeyValuePairs<TextField, [UInt8]>
  /// The number of levels by which headings are lower than in the templates.
  private let headingShift: Int
  /// True if a story's server can replace phrases with its own words; `false` outside of stories.
  package var canHaveServerLabels = true

  package init(
    _ wording: Wording, flags: KeyValuePairs<FlagField, Bool>,
    texts: KeyValuePairs<TextField, [UInt8]> = [:], headingShift: Int = 0
  ) {
    self.texts = texts
    self.headingShift = headingShift
    self.wording = wording
    self.flags = flags
  }

  /// The id of the first phrase in compiled templates; the ids of all fields are lower.
  private static let firstPhraseID: UInt16 = 1000

  /// The schema fields of all phrases that templates may use, such as `words.newest`.
  package static var phraseFields: [TemplateSchema.Field] {
    Phrase.allCases.filter(\.isForTemplates).map {
      .value("words.\($0.rawValue)", as: .text, id: id(of: $0))
    }
  }

  package static func id(of phrase: Phrase) -> UInt16 { firstPhraseID + UInt16(phrase.index) }

  static func phrase(_ id: UInt16) -> Phrase? {
    let index = Int(id) - Int(firstPhraseID)
    return Phrase.allCases.indices.contains(index) ? Phrase.allCases[index] : nil
  }

  /// Returns a template with these fields as literals: escaped as markup, or as they are in plain
  /// text.
  package func folded(_ program: Program, isPlainText: Bool = false) -> Program {
    program.folding(
      text: { id in text(id, isPlainText: isPlainText) },
      flag: { id in flags.first { $0.key.id == id }?.value }
    ).loweringHeadings(by: headingShift)
  }

  package static func escaped(_ phrase: Phrase, in wording: Wording) -> [UInt8] {
    var out = OutputBuffer()
    wording.append(phrase, to: &out)
    return AtollMarkupWriting.escaped(line: out.bytes())
  }

  private func text(_ id: UInt16, isPlainText: Bool) -> [UInt8]? {
    var out = OutputBuffer()
    if let phrase = Self.phrase(id) {
      // A server may have its own word, so the story decides.
      guard !canHaveServerLabels || !phrase.canHaveServerLabel else { return nil }
      wording.append(phrase, to: &out)
    } else if id == TextField.lang.id {
      out.append(verbatim: wording.languageTag)
    } else if id == TextField.dir.id {
      out.append(wording.isRightToLeft ? "rtl" : "ltr")
    } else if id == TextField.separator.id {
      wording.appendSeparator(to: &out)
    } else if id == TextField.listSeparator.id {
      wording.appendListSeparator(to: &out)
    } else if let text = texts.first(where: { $0.key.id == id })?.value {
      out.append(contentsOf: text)
    } else {
      return nil
    }
    return isPlainText ? out.bytes() : AtollMarkupWriting.escaped(line: out.bytes())
  }
}
