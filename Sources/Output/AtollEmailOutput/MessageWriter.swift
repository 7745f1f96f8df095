import AtollBytes

/// A writer of a message: its headers, and its text and HTML as alternatives (RFC 2046, 5.1.4).
struct MessageWriter {
  let headers: MailHeaders
  /// The hash in the boundary, and in the message's id if none was given.
  let id: String
  /// True if mail programs may rewrap the text (RFC 3676).
  let isFlowed: Bool

  /// The boundary between the parts; no encoded line begins with two hyphens and the boundary.
  private var boundary: String { "=_atoll_\(id)" }

  func append(text: EncodedText, html: EncodedText, to out: inout OutputBuffer) {
    for line in headers.lines { Self.appendHeader(line.name, words: line.words, to: &out) }
    Self.appendHeader(
      "Message-ID", words: [headers.messageID ?? "<\(id)@\(headers.domain)>"], to: &out)
    Self.appendHeader(
      "Content-Type", words: ["multipart/alternative;", "boundary=\"\(boundary)\""], to: &out)
    out.append("\r\n")
    append(text, as: "text/plain", parameters: isFlowed ? ["format=flowed;"] : [], to: &out)
    append(html, as: "text/html", parameters: [], to: &out)
    out.append(verbatim: "--\(boundary)--\r\n")
  }

  private func append(
    _ part: EncodedText, as type: String, parameters: [String], to out: inout OutputBuffer
  ) {
    out.append(verbatim: "--\(boundary)\r\n")
    Self.appendHeader(
      "Content-Type", words: ["\(type);"] + parameters + ["charset=utf-8"], to: &out)
    out.append("Content-Transfer-Encoding: ")
    out.append(part.encoding.name)
    out.append("\r\n\r\n")
    out.append(contentsOf: part.bytes)
  }

  /// The maximum length of a header line in bytes, unless a single word is longer.
  private static let maximumLineLength = 76

  /// Appends a header, folded between its words (RFC 5322, 2.2.3).
  static func appendHeader(_ name: String, words: [String], to out: inout OutputBuffer) {
    out.append(verbatim: "\(name):")
    var column = name.utf8.count + 1
    for word in words {
      let length = word.utf8.count + 1
      if column + length > maximumLineLength, column > name.utf8.count + 1 {
        out.append("\r\n")
        column = 0
      }
      out.append(verbatim: " \(word)")
      column += length
    }
    out.append("\r\n")
  }
}
