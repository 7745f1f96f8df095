import AtollBodyText
import AtollBytes
import AtollLayout
package import AtollTemplating

/// A piece of a filled-in plain text template.
package enum PlainTextPiece: Sendable {
  /// Text of a template, or a phrase or number of Atoll; merge tags in it stay active.
  case literal([UInt8])
  /// Text that may hold words of users or of the sender; merge tags in it are made inactive.
  case text([UInt8])
  /// An address that the sender gave; it stays on one line, and its merge tags stay active.
  case address([UInt8])
  /// The address of the story; it stays on one line, and merge tags in it are made inactive.
  case storyAddress([UInt8])
  /// The place where the sender's own text at the end of the email is inserted.
  case footer
}

extension TemplateFiller {
  /// Returns the pieces of a plain text template, which has only the fields of the story and the
  /// email.
  package func plainTextPieces(of program: Program) -> [PlainTextPiece] {
    var pieces: [PlainTextPiece] = []
    var step = 0
    while step < program.ops.count {
      switch program.ops[step] {
      case .literal(let slice):
        pieces.append(.literal(Array(program.literals[slice.range])))
        step += 1
      case .field(let id, _):
        if let piece = plainValue(of: id) { pieces.append(piece) }
        step += 1
      case .html:
        pieces.append(.footer)
        step += 1
      case .mark: step += 1
      case .sectionBegin(let id, let end): step = storyFlags.contains(id) ? step + 1 : Int(end)
      case .invertedBegin(let id, let end): step = storyFlags.contains(id) ? Int(end) : step + 1
      case .listBegin(_, let end): step = Int(end)
      case .listEnd: step += 1
      }
    }
    return pieces
  }

  private func plainValue(of id: UInt16) -> PlainTextPiece? {
    if let phrase = ConstantFields.phrase(id) {
      return .literal(Array(wording.text(phrase).utf8))
    }
    let number = Int(id) - TextField.firstID
    guard TextField.all.indices.contains(number) else { return nil }
    switch TextField.all[number] {
    case .lang: return .literal(Array(wording.languageTag.utf8))
    case .dir: return .literal(Array((wording.isRightToLeft ? "rtl" : "ltr").utf8))
    case .title: return .text(Array(bytes[list.header.title.range]))
    case .storyURL: return permalinks.storyAddress.map { .storyAddress($0.bytes) }
    case .organization: return .text(Array(bytes[list.header.organization.range]))
    case .siteName: return .text(siteName)
    case .commentCount:
      return .literal(
        Array(written { wording.append(grouped: list.header.commentCount, to: &$0) }.utf8))
    case .commentCountLabel: return .literal(Array(written(list.appendCommentCount).utf8))
    case .ratingLabel:
      let label = written {
        wording.appendRating(
          hundredths: list.header.ratingHundredths, count: list.header.ratingCount, to: &$0)
      }
      return .literal(Array(label.utf8))
    case .sortLabel:
      return .text(Array(wording.text(Phrase(list.header.sort)).utf8))
    case .preheader: return .text(options.mail?.preheader ?? [])
    case .unsubscribeURL: return options.mail?.unsubscribeLink.map { .address($0.bytes) }
    case .viewURL: return options.mail?.viewLink.map { .address($0.bytes) }
    case .readLabel:
      let (before, after) = wording.parts(of: readPhrase)
      return .text(before + siteName + after)
    case .headline: return .text(options.mail?.headline ?? [])
    case .mailReason:
      let reason = options.mail?.reason ?? []
      return reason.isEmpty ? .text(options.mail?.recipientSentence ?? []) : .literal(reason)
    // The schema of plain text has no other fields.
    case _: return nil
    }
  }
}
