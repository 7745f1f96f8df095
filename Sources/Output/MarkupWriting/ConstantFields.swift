import BodyText
import Bytes
package import Layout
package import Templating

/// The fields whose values are the same for every story: they become literals of the templates.
package struct ConstantFields: Sendable {
  private let wording: Wording
  private let flags: KeyValuePairs<FlagField, Bool>
  private let texts: KeyValuePairs<TextField, [UInt8]>
  /// The number of levels by which headings are lower than in the templates.
  private let headingShift: Int

  /// The constants of a language, and the flags that are the same for every story.
  package init(
    _ wording: Wording, flags: KeyValuePairs<FlagField, Bool>,
    texts: KeyValuePairs<TextField, [UInt8]> = [:], headingShift: Int = 0
  ) {
    self.texts = texts
    self.headingShift = headingShift
    self.wording = wording
    self.flags = flags
  }

  /// The number of the first phrase, after those of all fields.
  private static let firstWord: UInt16 = 1000

  /// Every constant wording, by name: `words.newest`.
  package static var words: [TemplateSchema.Field] {
    Phrase.allCases.filter { !$0.takesName }.map { .text("words.\($0.rawValue)", id(of: $0)) }
  }

  /// Returns the number of a phrase in programs.
  package static func id(of phrase: Phrase) -> UInt16 { firstWord + UInt16(phrase.index) }

  /// Returns the phrase with a number.
  static func phrase(_ id: UInt16) -> Phrase? {
    let index = Int(id) - Int(firstWord)
    return Phrase.allCases.indices.contains(index) ? Phrase.allCases[index] : nil
  }

  package func folded(_ program: Program) -> Program {
    program.folding(
      text: { id, _, _ in text(id) },
      flag: { id in UInt8(exactly: id).flatMap(FlagField.init).flatMap(value) }
    ).loweringHeadings(by: headingShift)
  }

  /// Returns the value of a flag; `nil` if it can differ from story to story.
  private func value(of flag: FlagField) -> Bool? { flags.first { $0.key == flag }?.value }

  /// Returns a phrase, escaped.
  package static func escaped(_ phrase: Phrase, in wording: Wording) -> [UInt8] {
    var out = OutputBuffer()
    wording.append(phrase, to: &out)
    var escaped = OutputBuffer()
    escaped.appendEscaped(out, as: .line)
    return escaped.bytes()
  }

  private func text(_ id: UInt16) -> [UInt8]? {
    var out = OutputBuffer()
    if let phrase = Self.phrase(id) {
      // A server may have its own word, so the story decides.
      guard !phrase.isServersWord else { return nil }
      wording.append(phrase, to: &out)
    } else if id == TextField.lang.id {
      out.append(verbatim: wording.languageTag)
    } else if id == TextField.dir.id {
      out.append(wording.isRightToLeft ? "rtl" : "ltr")
    } else if let text = texts.first(where: { $0.key.id == id })?.value {
      out.append(contentsOf: text)
    } else {
      return nil
    }
    var escaped = OutputBuffer()
    escaped.appendEscaped(out, as: .line)
    return escaped.bytes()
  }
}

extension Phrase {
  /// A Boolean value indicating that a server can have another word for it.
  fileprivate var isServersWord: Bool {
    [.like, .mostLiked, .staff, .moderator, .admin, .member].contains(self)
  }
}
