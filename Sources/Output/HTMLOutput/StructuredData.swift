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

  private static let largestReusedSize = 1 << 20

  /// The comments so far; its memory is reused by the next story.
  private var comments: OutputBuffer
  private let addresses: AddressPattern
  private var count = 0
  /// The depths of the comments whose own comments may still follow, and whether there were any.
  private var open: [(depth: UInt16, hasComments: Bool)] = []
  /// The time of the first comment: the story is no younger.
  private var earliest: Int64?

  init(_ permalinks: Permalinks, in memory: consuming OutputBuffer) {
    comments = memory
    comments.clear()
    addresses = permalinks.jsonPattern
  }

  /// Returns the memory of the comments for the next story, unless it is unusually much.
  mutating func takeMemory() -> OutputBuffer? {
    guard comments.count <= Self.largestReusedSize else { return nil }
    var memory = OutputBuffer(capacity: 0)
    swap(&memory, &comments)
    return memory
  }

  /// Adds the comment that is being written.
  mutating func add(_ filler: inout TemplateFiller, _ body: borrowing RichText) {
    // The first so many in order are whole from the top: a comment's ancestors come before it.
    guard count < Self.commentLimit else { return }
    let depth = filler.scope.block.depth
    close(downTo: depth)
    guard let time = filler.scope.face.createdAt else { return }
    earliest = min(earliest ?? time, time)
    if let last = open.indices.last {
      comments.append(UInt8(ascii: ","))
      if !open[last].hasComments { comments.append(inlined: "\"comment\":[") }
      open[last].hasComments = true
    } else if count > 0 {
      comments.append(UInt8(ascii: ","))
    }
    count += 1
    open.append((depth, false))
    comments.append(inlined: "{\"@type\":\"Comment\"")
    if filler.scope.face.tombstone != nil { comments.append(",\"creativeWorkStatus\":\"Deleted\"") }
    appendAddress(filler)
    comments.append(inlined: ",\"author\":{\"@type\":\"Person\",\"name\":\"")
    appendName(filler.scope.face, filler.list)
    comments.append(inlined: "\"},\"datePublished\":\"")
    filler.wording.appendISO(time, to: &comments, after: &filler.days)
    if filler.scope.face.likes > 0 {
      comments.append(
        inlined:
          "\",\"interactionStatistic\":{\"@type\":\"InteractionCounter\",\"interactionType\":\"")
      comments.append(
        inlined: "https://schema.org/LikeAction\",\"userInteractionCount\":")
      comments.append(decimal: filler.scope.face.likes)
      comments.append(inlined: "},\"text\":\"")
    } else {
      comments.append(inlined: "\",\"text\":\"")
    }
    appendText(filler.scope.face, body, filler.list)
    comments.append(UInt8(ascii: "\""))
  }

  /// Writes the whole element, or nothing where no time is known.
  mutating func finish(
    _ list: BlockList, _ permalinks: borrowing Permalinks, _ out: inout OutputBuffer
  ) {
    close(downTo: 0)
    guard let time = list.page.createdAt ?? earliest else { return }
    out.append("<script type=\"application/ld+json\">")
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\"")
    let title = json(list.page.title, of: list.bytes)
    if title.count > 0 {
      out.append(",\"headline\":\"")
      out.append(contentsOf: title)
      out.append("\"")
    }
    if let story = permalinks.story {
      out.append(",\"url\":\"")
      out.appendJSON(Slice(0..<story.bytes.count), of: story.bytes, as: .line)
      out.append("\"")
    }
    out.append(",\"author\":{\"@type\":\"Organization\",\"name\":\"")
    let publisher = json(list.page.organization, of: list.bytes)
    if publisher.count > 0 {
      out.append(contentsOf: publisher)
    } else if let story = permalinks.story {
      let host = story.host
      out.appendJSON(Slice(host.indices), of: story.bytes, as: .line)
    } else {
      out.appendJSON(.unknownAuthor, list.wording)
    }
    out.append("\"},\"text\":\"")
    if title.count > 0 {
      out.append(contentsOf: title)
    } else {
      out.appendJSON(.comments, list.wording)
    }
    out.append("\",\"datePublished\":\"")
    list.wording.appendISO(time, to: &out)
    out.append("\",\"commentCount\":")
    out.append(decimal: list.page.commentCount)
    if count > 0 {
      out.append(",\"comment\":[")
      out.append(contentsOf: comments)
      out.append("]")
    }
    out.append("}</script>")
  }

  /// Returns a line of text as the inside of a JSON string; empty if nothing of it can be shown.
  private func json(_ line: Slice, of bytes: [UInt8]) -> OutputBuffer {
    var json = OutputBuffer(capacity: Int(line.count) + 32)
    json.appendJSON(line, of: bytes, as: .line)
    return json
  }

  private mutating func close(downTo depth: UInt16) {
    while let last = open.last, last.depth >= depth {
      if last.hasComments { comments.append(UInt8(ascii: "]")) }
      comments.append(UInt8(ascii: "}"))
      open.removeLast()
    }
  }

  private mutating func appendAddress(_ filler: borrowing TemplateFiller) {
    let permalink = filler.scope.face.permalink
    if !permalink.isEmpty, let url = SafeURL(permalink, of: filler.list.bytes) {
      comments.append(",\"url\":\"")
      comments.appendJSON(Slice(0..<url.bytes.count), of: url.bytes, as: .line)
    } else if !addresses.isEmpty {
      comments.append(inlined: ",\"url\":\"")
      addresses.append(
        filler.scope.face.id, isPlain: filler.scope.isIDPlain, of: filler.list.bytes, to: &comments)
    } else {
      return
    }
    comments.append(UInt8(ascii: "\""))
  }

  /// Writes the author of a comment, or the words of a tombstone, which names none.
  private mutating func appendName(_ face: CommentView, _ list: BlockList) {
    if let reason = face.tombstone {
      comments.appendJSON(Phrase(reason), list.wording)
      return
    }
    let start = comments.count
    comments.appendJSON(face.author, of: list.bytes, as: .line)
    if comments.count == start { comments.appendJSON(.unknownAuthor, list.wording) }
  }

  /// Writes the text of a comment, or what it shows in place of one.
  private mutating func appendText(
    _ face: CommentView, _ body: borrowing RichText, _ list: BlockList
  ) {
    let start = comments.count
    if let reason = face.tombstone {
      comments.appendJSON(Phrase(reason), list.wording)
    } else {
      comments.appendJSON(textOf: body)
    }
    guard comments.count == start else { return }
    if let media = face.media {
      comments.appendJSON(media.title, of: list.bytes, as: .line)
      if comments.count == start, let url = SafeURL(media.url, of: list.bytes) {
        comments.appendJSON(Slice(0..<url.bytes.count), of: url.bytes, as: .line)
      }
    }
    if comments.count == start, face.rating > 0 {
      list.wording.appendStars(face.rating, to: &comments)
    }
    if comments.count == start { comments.append("…") }
  }
}

extension OutputBuffer {
  /// Appends a phrase inside a JSON string.
  fileprivate mutating func appendJSON(_ phrase: Phrase, _ wording: Wording) {
    var words = OutputBuffer(capacity: 64)
    wording.append(phrase, to: &words)
    appendJSON(words, as: .line)
  }

  /// Appends the text of a body inside a JSON string: without its formatting, with line breaks between blocks.
  ///
  /// The text of spoilers is left out, since search engines show it uncovered.
  fileprivate mutating func appendJSON(textOf body: borrowing RichText) {
    let text = body.text
    let areWordsPlain = body.hasPlainWords
    var isBehindBreak = false
    var isBegun = false
    var covers = 0
    for token in body.tokens {
      switch token.kind {
      case .text:
        if isBehindBreak, isBegun { append("\\n") }
        isBehindBreak = false
        isBegun = true
        if covers > 0 { continue }
        if areWordsPlain {
          appendJSON(plainWords: token.text, of: text)
        } else {
          appendJSON(token.text, of: text, as: .body)
        }
      case .code, .codeBlock:
        let isBlock = if case .codeBlock = token.kind { true } else { false }
        if isBehindBreak || isBlock, isBegun { append("\\n") }
        isBehindBreak = isBlock
        isBegun = true
        if covers == 0 { appendJSON(token.text, of: text, as: .body) }
      case .lineBreak, .rule, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
        .itemOpen, .itemClose:
        isBehindBreak = true
      case .spoilerOpen:
        if covers == 0 { append("…") }
        covers += 1
      case .spoilerClose: covers -= 1
      case .quoteOpen, .quoteClose, .bulletListOpen, .bulletListClose, .orderedListOpen,
        .orderedListClose, .emphasisOpen, .emphasisClose, .strongOpen, .strongClose,
        .strikethroughOpen, .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen,
        .linkClose, .linkHost:
        break
      }
    }
  }
}
