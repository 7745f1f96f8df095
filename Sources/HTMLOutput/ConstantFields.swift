import BodyText
import Bytes
import Layout
import Templating

/// The fields whose values are known before any story is: they become literals.
struct ConstantFields {
  let settings: HTMLTemplates.Settings

  /// Where the numbers of the words begin: after every field's own.
  private static let firstWord: UInt16 = 1000

  private static let serversWords: Set<Phrase> = [
    .like, .mostLiked, .staff, .moderator, .admin, .member,
  ]

  /// Every constant wording, by name: `words.newest`.
  static var words: [TemplateSchema.Field] {
    Phrase.allCases.enumerated().map { index, phrase in
      .text("words.\(phrase.rawValue)", firstWord + UInt16(index))
    }
  }

  /// The wording that a field's number stands for.
  static func phrase(_ id: UInt16) -> Phrase? {
    let index = Int(id) - Int(firstWord)
    return Phrase.allCases.indices.contains(index) ? Phrase.allCases[index] : nil
  }

  func folded(_ program: Program) -> Program {
    program.folding(
      text: { id, _, _ in text(id) },
      flag: { id in flag(id) })
  }

  /// A phrase of our own, escaped.
  static func escaped(_ phrase: Phrase, in wording: Wording) -> [UInt8] {
    var out = OutputBuffer()
    wording.append(phrase, to: &out)
    var escaped = OutputBuffer()
    escaped.appendEscaped(out, as: .line)
    return escaped.bytes()
  }

  private func text(_ id: UInt16) -> [UInt8]? {
    var out = OutputBuffer()
    if let phrase = Self.phrase(id) {
      // What a server can name otherwise waits for the story.
      guard !Self.serversWords.contains(phrase) else { return nil }
      settings.wording.append(phrase, to: &out)
    } else if id == HTMLField.lang.rawValue {
      out.append(verbatim: settings.wording.languageTag)
    } else if id == HTMLField.dir.rawValue {
      out.append(settings.wording.isRightToLeft ? "rtl" : "ltr")
    } else {
      return nil
    }
    var escaped = OutputBuffer()
    escaped.appendEscaped(out, as: .line)
    return escaped.bytes()
  }

  private func flag(_ id: UInt16) -> Bool? {
    switch id {
    case HTMLField.isPage.rawValue: settings.form == .page
    case HTMLField.isFragment.rawValue: settings.form == .fragment
    case HTMLField.isCard.rawValue: settings.form == .card
    case HTMLField.anchors.rawValue: settings.form == .page
    case HTMLField.coralClasses.rawValue: settings.coralClasses
    case HTMLField.talkClasses.rawValue: settings.talkClasses
    default: nil
    }
  }
}
