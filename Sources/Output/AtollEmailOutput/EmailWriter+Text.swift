import AtollBodyText
import AtollBytes
import AtollLayout
import AtollMarkupWriting
import AtollTemplating
import AtollTerminalOutput

/// The text part of an email, around its comments.
extension EmailWriter {
  /// Writes one half of the text part's template.
  mutating func writeFrame(_ program: Program) {
    let pieces = filler.plainTextPieces(of: program)
    textWriter.removeRails()
    var line = PlainLine()
    for piece in pieces {
      switch piece {
      case .literal(let bytes):
        for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 { endLine(&line) }
          line.append(literal: textWriter.sanitized(Array(part)), keeping: unbreakable)
        }
      case .text(let bytes):
        line.append(words: neutralizer.neutralized(words: textWriter.sanitized(bytes)))
      case .address(let bytes): line.append(unbreakable: bytes)
      case .storyAddress(let bytes): line.append(unbreakable: neutralizer.neutralized(words: bytes))
      case .footer:
        let start = text.count
        textWriter.write(frameBody: senderTexts.footer, to: &text)
        senderTexts.footerWithPlaceholders.restoreTags(in: &text, startingAt: start)
        if text.count > start { line.followsFooter = true }
      }
    }
    if !line.isEmpty { endLine(&line) }
  }

  private mutating func endLine(_ line: inout PlainLine) {
    if line.followsFooter, line.isEmpty {
      // A footer has already ended its last line.
    } else if line.isEmpty {
      if text.count > 0 { text.append(0x0A) }
    } else {
      textWriter.write(frameLine: line.words, to: &text)
    }
    line = PlainLine()
  }

  /// Breaks every sequence that a mailing service would act on, in the text from `start` on.
  mutating func neutralizeSequences(from start: Int) {
    let changed = text.withBytes {
      neutralizer.neutralized($0.extracting(start...))
    }
    guard let changed else { return }
    text.truncate(to: start)
    text.append(contentsOf: changed)
  }
}

/// A line of the text part's template, with its fields filled in.
private struct PlainLine {
  private(set) var words: [FrameWord] = []
  /// True if the next text continues the last word.
  private var isOpen = false
  /// True if a footer, which ends its own lines, was written last.
  var followsFooter = false

  var isEmpty: Bool { words.isEmpty }

  mutating func append(words bytes: [UInt8]) {
    for byte in bytes { append(byte <= 0x20 ? 0x20 : byte, isUnbreakable: false) }
  }

  mutating func append(unbreakable bytes: [UInt8]) {
    for byte in bytes { append(byte, isUnbreakable: true) }
  }

  mutating func append(literal bytes: [UInt8], keeping unbreakable: UnbreakableTexts) {
    var index = 0
    while index < bytes.count {
      let length = unbreakable.isEmpty ? nil : unbreakable.length(at: index, in: bytes.span)
      append(unbreakable: Array(bytes[index..<index + (length ?? 0)]))
      index += length ?? 0
      guard length == nil else { continue }
      append(bytes[index] <= 0x20 ? 0x20 : bytes[index], isUnbreakable: false)
      index += 1
    }
  }

  private mutating func append(_ byte: UInt8, isUnbreakable: Bool) {
    if byte == 0x20, !isUnbreakable {
      isOpen = false
      return
    }
    if !isOpen { words.append(FrameWord()) }
    isOpen = true
    words[words.count - 1].bytes.append(byte)
    if isUnbreakable { words[words.count - 1].isUnbreakable = true }
  }
}

extension Wording {
  /// Returns the words that the text part has in brackets: badges, labels and hidden spoilers.
  func bracketedWords(by writer: borrowing TerminalWriter) -> Set<[UInt8]> {
    let phrases: [Phrase] = [
      .admin, .moderator, .staff, .expert, .member, .subscriber, .topCommenter, .newCommenter,
      .featured, .new, .askedQuestion, .answered, .unanswered, .review, .offTopic, .spoiler,
    ]
    return Set(phrases.map { writer.sanitized(Array(text($0).utf8)) })
  }
}
