import Bytes

/// Writes a message: its headers, and its text and HTML as alternatives (RFC 2046, 5.1.4).
struct MessageWriter {
  private let headers: MailHeaders
  /// The hash that names the message if no id was given, and that its boundary is made of.
  private let id: String
  /// A Boolean value indicating that mail programs may rewrap the text (RFC 3676).
  private let isFlowed: Bool

  init(_ headers: MailHeaders, id: String, isFlowed: Bool) {
    self.headers = headers
    self.id = id
    self.isFlowed = isFlowed
  }

  /// The line between the parts; no encoded line begins with two hyphens and this.
  private var boundary: String { "=_atoll_\(id)" }

  func append(text: EncodedText, html: EncodedText, to out: inout OutputBuffer) {
    for line in headers.lines { Self.append(line.name, line.words, &out) }
    Self.append("Message-ID", [headers.messageID ?? "<\(id)@\(headers.domain)>"], &out)
    Self.append("Content-Type", ["multipart/alternative;", "boundary=\"\(boundary)\""], &out)
    out.append("\r\n")
    append(text, "text/plain", isFlowed ? ["format=flowed;"] : [], &out)
    append(html, "text/html", [], &out)
    out.append(verbatim: "--\(boundary)--\r\n")
  }

  private func append(
    _ part: EncodedText, _ type: String, _ parameters: [String], _ out: inout OutputBuffer
  ) {
    out.append(verbatim: "--\(boundary)\r\n")
    Self.append("Content-Type", ["\(type);"] + parameters + ["charset=utf-8"], &out)
    out.append("Content-Transfer-Encoding: ")
    out.append(part.encoding.name)
    out.append("\r\n\r\n")
    out.append(contentsOf: part.bytes)
  }

  /// The longest line of a header, unless a single word is longer.
  private static let lineLength = 76

  /// Appends a header, folded between its words (RFC 5322, 2.2.3).
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
