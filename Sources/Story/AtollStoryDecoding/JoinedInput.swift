import AtollBytes
import AtollComments

/// All inputs with their names, in one array of bytes that every slice refers to.
struct JoinedInput {
  var bytes: [UInt8]
  private(set) var parts: [Part]

  struct Part {
    var name: String
    /// The input in `bytes`, without its byte order mark.
    var range: Range<Int>
    /// The index in `bytes` of the input's first byte, from which messages count byte offsets.
    var start: Int
  }

  /// The maximum total size of the inputs, in bytes: slices have 32-bit offsets, and repaired
  /// strings need some room at the end.
  static let maximumSize = Int(UInt32.max) - 64

  init(_ inputs: consuming [InputFile]) throws(StoryError) {
    bytes = []
    parts = []
    guard inputs.reduce(0, { $0 + $1.bytes.count + 1 }) <= Self.maximumSize else {
      throw .inputOverLimit
    }
    if inputs.count == 1, let only = inputs.popLast() {
      parts = [Part(name: only.name, range: 0..<only.bytes.count, start: 0)]
      bytes = only.bytes
    } else {
      bytes.reserveCapacity(inputs.reduce(JSONReader.padding) { $0 + $1.bytes.count + 1 })
      for input in inputs {
        let start = bytes.count
        bytes.append(contentsOf: input.bytes)
        parts.append(Part(name: input.name, range: start..<bytes.count, start: start))
        bytes.append(0x0A)
      }
    }
    for index in parts.indices { try checkStart(of: index) }
  }

  /// Returns the name of an input, which precedes a JSON path; empty if there is only one input.
  func inputName(of part: Part) -> String { parts.count > 1 ? part.name : "" }

  /// Skips a byte order mark, and throws if the input is empty or in another encoding.
  private mutating func checkStart(of index: Int) throws(StoryError) {
    let part = parts[index]
    // An input that begins with `{"` is neither empty nor in another encoding.
    if part.range.count >= 4, bytes[part.range.lowerBound] == UInt8(ascii: "{"),
      bytes[part.range.lowerBound + 1] == UInt8(ascii: "\"")
    {
      return
    }
    if BSON.isDocumentBeginning(bytes.span.extracting(part.range)) {
      throw StoryError(
        .wrongEncoding, message: "this is BSON, not JSON", input: part.name,
        advice: "convert it first: bsondump")
    }
    let text = bytes[part.range]
    if text.starts(with: [0x1F, 0x8B]) {
      throw StoryError(
        .wrongEncoding, message: "the input is compressed with gzip", input: part.name,
        advice: "decompress it first")
    }
    parts[index].range.removeFirst(byteOrderMarkLength(of: text))
    if let encoding = foreignEncoding(of: text) {
      throw StoryError(
        .wrongEncoding, message: "this is \(encoding), not UTF-8", input: part.name,
        at: StoryError.Place(input: part.name, byte: 0, line: 1, column: 1),
        advice: "convert it first: iconv -f \(encoding) -t UTF-8")
    }
    guard parts[index].range.contains(where: { !Self.isSpace(bytes[$0]) }) else {
      throw StoryError(
        .empty, message: "the input is empty", input: part.name,
        advice: "give a response, an Atoll document or the rows of a database, in JSON")
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

extension StoryBuilder {
  /// True if anything that can be rendered was found.
  var hasContent: Bool {
    !(comments.isEmpty && metadata.id.isEmpty && metadata.url.isEmpty && metadata.title.isEmpty)
  }

  /// True if readers will see the text of any comment.
  var hasShownComments: Bool {
    comments.contains { !$0.flags.contains(.unpublished) && $0.tombstone == nil }
  }

  /// Returns the number of complete comments from an index on in words, for a message:
  /// `12 complete comments kept`.
  func keptCommentsPhrase(from start: Int = 0) -> String {
    let count = comments[start...].count { !$0.flags.contains(.unpublished) }
    return "\(counted(count, noun: "complete comment")) kept"
  }
}
