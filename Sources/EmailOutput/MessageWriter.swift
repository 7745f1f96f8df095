import Bytes

/// Puts a message together: its headers, its text, and its HTML.
///
/// The same headers and parts make the same bytes: what divides the parts, and the message's name
/// where it was given none, come from the content.
struct MessageWriter {
  private let headers: MailHeaders

  /// Whether the text may be filled anew by who reads it (RFC 3676).
  private let isFlowed: Bool

  init(_ headers: MailHeaders, isFlowed: Bool) {
    self.headers = headers
    self.isFlowed = isFlowed
  }

  /// Appends the message of two parts that are complete, and hands it on in pieces.
  func write<Failure: Error>(
    text: borrowing GrowingPart, html: borrowing GrowingPart, _ out: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    var mark = MessageMark()
    for line in headers.lines { mark.add("\(line.name): \(line.words.joined(separator: " "))") }
    mark.add(text.mark.text)
    mark.add(html.mark.text)
    let name = mark.text
    // No encoded line can begin like this, and no text could foresee the digits behind it.
    let boundary = "=_atoll_\(name)"

    for line in headers.lines { Self.append(line.name, line.words, &out) }
    Self.append("Message-ID", [headers.messageID ?? "<\(name)@\(headers.domain)>"], &out)
    Self.append("Content-Type", ["multipart/alternative;", "boundary=\"\(boundary)\""], &out)
    out.append("\r\n")
    begin("text/plain", isFlowed ? ["format=flowed;"] : [], text.encoding, boundary, &out)
    try Self.append(text.encoded, &out, handingOn: handingOn)
    begin("text/html", [], html.encoding, boundary, &out)
    try Self.append(html.encoded, &out, handingOn: handingOn)
    out.append(verbatim: "--\(boundary)--\r\n")
  }

  /// What is written is handed on in pieces of so many bytes.
  private static let pieceSize = 1 << 18

  private static func append<Failure: Error>(
    _ encoded: borrowing OutputBuffer, _ out: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    unsafe try encoded.withBytes { (bytes) throws(Failure) in
      var start = 0
      while start < bytes.count {
        let end = min(start + pieceSize, bytes.count)
        unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        try handingOn(&out)
        start = end
      }
    }
  }

  private func begin(
    _ type: String, _ parameters: [String], _ encoding: TransferEncoding?, _ boundary: String,
    _ out: inout OutputBuffer
  ) {
    out.append(verbatim: "--\(boundary)\r\n")
    Self.append("Content-Type", ["\(type);"] + parameters + ["charset=utf-8"], &out)
    out.append("Content-Transfer-Encoding: ")
    out.append((encoding ?? .sevenBit).name)
    out.append("\r\n\r\n")
  }

  /// The longest line of a header that is not one long word.
  private static let lineLength = 76

  /// Appends a header, folded between its words.
  static func append(_ name: String, _ words: [String], _ out: inout OutputBuffer) {
    out.append(verbatim: "\(name):")
    var column = name.utf8.count + 1
    for word in words {
      let length = word.utf8.count + 1
      if column + length > lineLength, column > name.utf8.count + 1 {
        out.append("\r\n")
        column = 0
      }
      out.append(verbatim: " \(word)")
      column += length
    }
    out.append("\r\n")
  }
}
