import BodyText
import Bytes
import Layout
import MarkupWriting

/// The page's description of itself for search engines: a posting with a tree of comments.
///
/// It is gathered while the comments are written, so that no body is parsed twice, and stands behind
/// them. Gaps are told as deleted, because what answers them needs their place.
struct StructuredData: ~Copyable {
  /// Search engines read the beginning of a thread; a whole book of it would double the page.
  static let commentLimit = 500

  private var json = OutputBuffer(capacity: 1024)
  private var count = 0
  /// The depths of the comments whose own comments may still follow, and whether there were any.
  private var open: [(depth: UInt16, hasComments: Bool)] = []

  mutating func add(
    _ block: Block, _ face: CommentFace, _ body: borrowing RichText, _ list: BlockList,
    _ permalinks: borrowing Permalinks
  ) {
    // The first so many in order are whole from the top: a comment's ancestors come before it.
    guard count < Self.commentLimit else { return }
    close(downTo: block.depth)
    if let last = open.indices.last {
      json.append(open[last].hasComments ? "," : ",\"comment\":[")
      open[last].hasComments = true
    } else if count > 0 {
      json.append(",")
    }
    count += 1
    open.append((block.depth, false))
    json.append("{\"@type\":\"Comment\"")
    if face.tombstone != nil {
      json.append(",\"creativeWorkStatus\":\"Deleted\"")
    }
    if permalinks.hasAddress(face.permalink, of: list.bytes) {
      json.append(",\"url\":\"")
      var url = OutputBuffer(capacity: 128)
      permalinks.appendPlain(face, of: list.bytes, to: &url)
      unsafe url.withBytes { unsafe json.appendJSON($0) }
      json.append("\"")
    }
    if !face.author.isEmpty {
      json.append(",\"author\":{\"@type\":\"Person\",\"name\":\"")
      append(face.author, of: list.bytes)
      json.append("\"}")
    }
    if let time = face.createdAt {
      json.append(",\"datePublished\":\"")
      list.wording.appendISO(time, to: &json)
      json.append("\"")
    }
    if face.likes > 0 {
      json.append(",\"upvoteCount\":")
      json.append(decimal: face.likes)
    }
    if !body.isEmpty {
      json.append(",\"text\":\"")
      append(body)
      json.append("\"")
    }
  }

  /// Writes the whole element.
  mutating func finish(
    _ list: BlockList, _ permalinks: borrowing Permalinks, _ out: inout OutputBuffer
  ) {
    close(downTo: 0)
    out.append("<script type=\"application/ld+json\">")
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\"")
    if !list.page.title.isEmpty {
      var title = OutputBuffer()
      title.append(contentsOf: cleaned(list.page.title, of: list.bytes, as: .line))
      out.append(",\"headline\":\"")
      unsafe title.withBytes { unsafe out.appendJSON($0) }
      out.append("\"")
    }
    if let story = permalinks.story {
      out.append(",\"url\":\"")
      unsafe story.bytes.withUnsafeBufferPointer { unsafe out.appendJSON($0) }
      out.append("\"")
    }
    if let time = list.page.createdAt {
      out.append(",\"datePublished\":\"")
      list.wording.appendISO(time, to: &out)
      out.append("\"")
    }
    out.append(",\"commentCount\":")
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

  private mutating func append(_ slice: Slice, of bytes: [UInt8]) {
    let clean = cleaned(slice, of: bytes, as: .line)
    unsafe clean.withUnsafeBufferPointer { unsafe json.appendJSON($0) }
  }

  /// The words of a body without their looks, its blocks apart by line ends.
  ///
  /// What is under a spoiler's cover stays there: search engines show these words to anybody.
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
        let clean = cleaned(token.text, of: body.text, as: .body)
        unsafe clean.withUnsafeBufferPointer { unsafe json.appendJSON($0) }
      case .lineBreak, .rule, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
        .itemOpen, .itemClose:
        isBehindBreak = true
      case .spoilerOpen:
        if covers == 0 { json.append("…") }
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

private func cleaned(
  _ slice: Slice, of bytes: [UInt8], as field: TextSanitizer.Field
) -> [UInt8] {
  slice.end <= bytes.count ? sanitized(Array(bytes[slice.range]), .markup, field) : []
}

extension OutputBuffer {
  /// Appends text as it stands inside a JSON string inside `<script>`: no `<`, `>` or `&` is left
  /// that could end the element.
  fileprivate mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
    for index in text.indices {
      let byte = unsafe text[index]
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      case UInt8(ascii: "<"): append("\\u003c")
      case UInt8(ascii: ">"): append("\\u003e")
      case UInt8(ascii: "&"): append("\\u0026")
      case 0..<0x20: append(" ")
      default: append(byte)
      }
    }
  }
}
