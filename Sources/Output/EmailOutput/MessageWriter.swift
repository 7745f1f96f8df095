import Bytes

/// Writes what is around the parts of a message: its headers, and what divides the parts.
///
/// The same headers and the same name make the same bytes.
struct MessageWriter {
  private let headers: MailHeaders
  /// What names the message where it was given no id, and divides its parts.
  private let name: String
  /// Whether the text may be filled anew by who reads it (RFC 3676).
  private let isFlowed: Bool

  init(_ headers: MailHeaders, name: String, isFlowed: Bool) {
    self.headers = headers
    self.name = name
    self.isFlowed = isFlowed
  }

  /// No encoded line begins like this behind its two hyphens.
  private var boundary: String { "=_atoll_\(name)" }

  func begin(_ out: inout OutputBuffer) {
    for line in headers.lines { Self.append(line.name, line.words, &out) }
    Self.append("Message-ID", [headers.messageID ?? "<\(name)@\(headers.domain)>"], &out)
    Self.append("Content-Type", ["multipart/alternative;", "boundary=\"\(boundary)\""], &out)
    out.append("\r\n")
  }

  func beginText(_ encoding: TransferEncoding?, _ out: inout OutputBuffer) {
    begin("text/plain", isFlowed ? ["format=flowed;"] : [], encoding, &out)
  }

  func beginHTML(_ encoding: TransferEncoding?, _ out: inout OutputBuffer) {
    begin("text/html", [], encoding, &out)
  }

  func finish(_ out: inout OutputBuffer) { out.append(verbatim: "--\(boundary)--\r\n") }

  private func begin(
    _ type: String, _ parameters: [String], _ encoding: TransferEncoding?,
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
