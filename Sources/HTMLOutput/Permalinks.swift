import BodyText
import Bytes
import Layout

/// Makes the addresses of comments: in the page itself, and on the server.
struct Permalinks {
  /// The story's own address, checked; nothing when it has none that is safe.
  let story: SafeURL?
  /// What stands before and after a comment's id in its address.
  private var plainBefore: [UInt8] = []
  private var plainAfter: [UInt8] = []
  /// The same, escaped for an attribute.
  private var before: [UInt8] = []
  private var after: [UInt8] = []

  init(_ list: BlockList) {
    story = SafeURL(list.page.url, of: list.bytes)
    guard let story else { return }
    let parameter = list.page.server == .talk4 ? "commentId=" : "commentID="
    let bytes = story.bytes
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    plainBefore = Array(bytes[..<fragment])
    plainBefore.append(UInt8(ascii: plainBefore.contains(UInt8(ascii: "?")) ? "&" : "?"))
    plainBefore.append(contentsOf: parameter.utf8)
    plainAfter = Array(bytes[fragment...])
    before = Self.escaped(plainBefore)
    after = Self.escaped(plainAfter)
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var out = OutputBuffer()
    out.appendEscaped(Slice(0..<bytes.count), of: bytes, as: .line)
    return out.bytes()
  }

  /// Whether a comment has an address on the server.
  func hasAddress(_ face: CommentFace) -> Bool { story != nil || !face.permalink.isEmpty }

  /// Appends the comment's address on the server, escaped for an attribute.
  func append(_ face: CommentFace, of bytes: [UInt8], to out: inout OutputBuffer) {
    if !face.permalink.isEmpty, let url = SafeURL(face.permalink, of: bytes) {
      url.append(to: &out)
      return
    }
    guard story != nil else { return }
    out.append(contentsOf: before)
    appendPercentEncoded(face.id, of: bytes, to: &out)
    out.append(contentsOf: after)
  }

  /// Appends the comment's address on the server as it is.
  func appendPlain(_ face: CommentFace, of bytes: [UInt8], to out: inout OutputBuffer) {
    if !face.permalink.isEmpty, let url = SafeURL(face.permalink, of: bytes) {
      out.append(contentsOf: url.bytes)
      return
    }
    guard story != nil else { return }
    out.append(contentsOf: plainBefore)
    appendPercentEncoded(face.id, of: bytes, to: &out)
    out.append(contentsOf: plainAfter)
  }

  private func appendPercentEncoded(
    _ id: Slice, of bytes: [UInt8], to out: inout OutputBuffer
  ) {
    if isAnchorSafe(id, of: bytes) {
      out.append(id, of: bytes)
      return
    }
    for byte in bytes[id.range] {
      if isUnreserved(byte) { out.append(byte) } else { out.append(hexadecimal: byte, after: "%") }
    }
  }
}

extension SafeURL {
  /// Appends the address, escaped for an attribute or for text.
  func append(to out: inout OutputBuffer) {
    out.appendEscaped(Slice(0..<bytes.count), of: bytes, as: .line)
  }
}

/// Appends the name a comment has in the page: `c-` and its id.
///
/// Ids come from outside, so whatever is not a letter, a digit or `-` is written as `_` and two
/// hexadecimal digits. The prefix keeps the name from meaning anything to the page around it.
func appendAnchor(_ id: Slice, of bytes: [UInt8], to out: inout OutputBuffer) {
  out.append("c-")
  if isAnchorSafe(id, of: bytes) {
    out.append(id, of: bytes)
    return
  }
  for byte in bytes[id.range] {
    if isAnchorByte(byte) { out.append(byte) } else { out.append(hexadecimal: byte, after: "_") }
  }
}

private func isAnchorSafe(_ id: Slice, of bytes: [UInt8]) -> Bool {
  unsafe bytes.withUnsafeBufferPointer { all in
    var index = Int(id.start)
    let end = id.end
    while index < end {
      if unsafe !isAnchorByte(all[index]) { return false }
      index &+= 1
    }
    return true
  }
}

private func isAnchorByte(_ byte: UInt8) -> Bool {
  let lower = byte | 0x20
  return byte &- 48 < 10 || (lower >= 97 && lower <= 122) || byte == UInt8(ascii: "-")
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  isAnchorByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    || byte == UInt8(ascii: "~")
}

extension OutputBuffer {
  fileprivate mutating func append(hexadecimal byte: UInt8, after mark: StaticString) {
    append(mark)
    for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 48 &+ digit : 55 &+ digit) }
  }
}
