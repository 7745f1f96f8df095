import BodyText
import Bytes
import Comments
import Layout
import MarkupWriting

/// The structured data of a page for search engines: a `DiscussionForumPosting` with a tree of `Comment`s (schema.org).
///
/// It is gathered while the comments are written, so that no body is parsed twice, and written after them.
/// Google requires an author, a text and a time of every item. So the words of a tombstone are its author and
/// text, and a comment without a time is left out.
struct StructuredData: ~Copyable {
  /// The number of comments that are described: all of a large thread would double the page.
  static let commentLimit = 500

  private var json = OutputBuffer(capacity: 1024)
  private var count = 0
  /// The depths of the comments whose own comments may still follow, and whether there were any.
  private var open: [(depth: UInt16, hasComments: Bool)] = []
  /// The time of the first comment: the story is no younger.
  private var earliest: Int64?

  mutating func add(
    _ block: Block, _ face: CommentView, _ body: borrowing RichText, _ list: BlockList,
    _ permalinks: borrowing Permalinks
  ) {
    // The first so many in order are whole from the top: a comment's ancestors come before it.
    guard count < Self.commentLimit else { return }
    close(downTo: block.depth)
    guard let time = face.createdAt else { return }
    earliest = min(earliest ?? time, time)
    if let last = open.indices.last {
      json.append(open[last].hasComments ? "," : ",\"comment\":[")
      open[last].hasComments = true
    } else if count > 0 {
      json.append(",")
    }
    count += 1
    open.append((block.depth, false))
    json.append("{\"@type\":\"Comment\"")
    if face.tombstone != nil { json.append(",\"creativeWorkStatus\":\"Deleted\"") }
    if permalinks.hasAddress(face.permalink, of: list.bytes) {
      json.append(",\"url\":\"")
      var url = OutputBuffer(capacity: 128)
      permalinks.appendPlain(face, of: list.bytes, to: &url)
      unsafe url.withBytes { unsafe json.appendJSON($0) }
      json.append("\"")
    }
    json.append(",\"author\":{\"@type\":\"Person\",\"name\":\"")
    appendName(face, list)
    json.append("\"},\"datePublished\":\"")
    list.wording.appendISO(time, to: &json)
    json.append("\"")
    if face.likes > 0 {
      json.append(
        ",\"interactionStatistic\":{\"@type\":\"InteractionCounter\",\"interactionType\":\"https://schema.org/LikeAction\",\"userInteractionCount\":"
      )
      json.append(decimal: face.likes)
      json.append("}")
    }
    json.append(",\"text\":\"")
    appendText(face, body, list)
    json.append("\"")
  }

  /// Writes the whole element, or nothing where no time is known.
  mutating func finish(
    _ list: BlockList, _ permalinks: borrowing Permalinks, _ out: inout OutputBuffer
  ) {
    close(downTo: 0)
    guard let time = list.page.createdAt ?? earliest else { return }
    out.append("<script type=\"application/ld+json\">")
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\"")
    let title = cleaned(list.page.title, of: list.bytes, as: .line)
    if !title.isEmpty {
      out.append(",\"headline\":\"")
      out.appendJSON(title)
      out.append("\"")
    }
    if let story = permalinks.story {
      out.append(",\"url\":\"")
      out.appendJSON(story.bytes)
      out.append("\"")
    }
    out.append(",\"author\":{\"@type\":\"Organization\",\"name\":\"")
    let publisher = cleaned(list.page.organization, of: list.bytes, as: .line)
    if !publisher.isEmpty {
      out.appendJSON(publisher)
    } else if let story = permalinks.story {
      out.appendJSON(Array(story.host))
    } else {
      out.appendJSON(.unknownAuthor, list.wording)
    }
    out.append("\"},\"text\":\"")
    if title.isEmpty { out.appendJSON(.comments, list.wording) } else { out.appendJSON(title) }
    out.append("\",\"datePublished\":\"")
    list.wording.appendISO(time, to: &out)
    out.append("\",\"commentCount\":")
    out.append(decimal: list.page.commentCount)
    if count > 0 {
      out.append(",\"comment\":[")
      unsafe json.withBytes { unsafe out.append(contentsOf: $0) }
      out.append("]")
    }
    out.append("}</script>")
  }

  private mutating func close(downTo depth: UInt16) {
    while let last = open.last, last.depth >= depth {
      json.append(last.hasComments ? "]}" : "}")
      open.removeLast()
    }
  }

  /// Writes the author of a comment, or the words of a tombstone, which names none.
  private mutating func appendName(_ face: CommentView, _ list: BlockList) {
    let name = cleaned(face.author, of: list.bytes, as: .line)
    if let reason = face.tombstone {
      json.appendJSON(Phrase(reason), list.wording)
    } else if name.isEmpty {
      json.appendJSON(.unknownAuthor, list.wording)
    } else {
      json.appendJSON(name)
    }
  }

  /// Writes the text of a comment, or what it shows in place of one.
  private mutating func appendText(
    _ face: CommentView, _ body: borrowing RichText, _ list: BlockList
  ) {
    let start = json.count
    if let reason = face.tombstone {
      json.appendJSON(Phrase(reason), list.wording)
    } else {
      append(body)
    }
    guard json.count == start else { return }
    if let media = face.media {
      json.appendJSON(cleaned(media.title, of: list.bytes, as: .line))
      if json.count == start { json.appendJSON(SafeURL(media.url, of: list.bytes)?.bytes ?? []) }
    }
    if json.count == start, face.rating > 0 { list.wording.appendStars(face.rating, to: &json) }
    if json.count == start { json.append("…") }
  }

  /// Writes the text of a body without its formatting, with line breaks between blocks.
  ///
  /// The text of spoilers is left out, since search engines show it uncovered.
  private mutating func append(_ body: borrowing RichText) {
    var isBehindBreak = false
    var isBegun = false
    var covers = 0
    for token in body.tokens {
      switch token.kind {
      case .text, .code, .codeBlock:
        if token.kind == .codeBlock { isBehindBreak = true }
        if isBehindBreak, isBegun { json.append("\\n") }
        isBehindBreak = token.kind == .codeBlock
        isBegun = true
        if covers > 0 { continue }
        if body.hasPlainWords, case .text = token.kind {
          // Quotes are all that JSON could mind.
          unsafe body.text.withUnsafeBufferPointer {
            unsafe json.append(jsonText: UnsafeBufferPointer(rebasing: $0[token.text.range]))
          }
        } else {
          json.appendJSON(cleaned(token.text, of: body.text, as: .body))
        }
      case .lineBreak, .rule, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
        .itemOpen, .itemClose, .rowOpen, .rowClose, .cellOpen, .cellClose:
        isBehindBreak = true
      case .spoilerOpen:
        if covers == 0 { json.append("…") }
        covers += 1
      case .spoilerClose: covers -= 1
      case .tableOpen, .tableClose, .quoteOpen, .quoteClose, .bulletListOpen, .bulletListClose,
        .orderedListOpen,
        .orderedListClose, .emphasisOpen, .emphasisClose, .strongOpen, .strongClose,
        .strikethroughOpen, .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen,
        .linkClose, .linkHost:
        break
      }
    }
  }
}

private func cleaned(
  _ slice: Slice, of bytes: [UInt8], as field: TextSanitizer.Field
) -> [UInt8] {
  slice.end <= bytes.count ? sanitized(Array(bytes[slice.range]), .markup, field) : []
}

extension OutputBuffer {
  /// Appends a phrase inside a JSON string.
  fileprivate mutating func appendJSON(_ phrase: Phrase, _ wording: Wording) {
    var words = OutputBuffer(capacity: 64)
    wording.append(phrase, to: &words)
    unsafe words.withBytes { unsafe appendJSON($0) }
  }

  fileprivate mutating func appendJSON(_ text: [UInt8]) {
    unsafe text.withUnsafeBufferPointer { unsafe appendJSON($0) }
  }

  /// Appends text inside a JSON string inside `<script>`, with `ActiveCharacters` as JSON's own escapes.
  fileprivate mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
    for index in text.indices {
      let byte = unsafe text[index]
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case 0x0A: append("\\n")
      case 0..<0x20: append(" ")
      case _ where ActiveCharacters.contains(byte):
        append("\\u00")
        for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 48 &+ digit : 87 &+ digit) }
      case _: append(byte)
      }
    }
  }
}
