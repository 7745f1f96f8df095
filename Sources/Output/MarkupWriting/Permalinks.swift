package import BodyText
package import Bytes
import Comments
package import Layout

/// The addresses of comments on the server.
///
/// Coral and Talk find a comment by a parameter of the story's address, such as `?commentID=1`. If the server is unknown,
/// a comment has only the address in the input, if there is one.
///
/// A class, since it is immutable and used several times for each comment.
package final class Permalinks: Sendable {
  /// The story's own address, or `nil` if it has none that is safe.
  package let story: SafeURL?
  /// The longest address of a story from which those of comments are made, since each repeats it.
  private static let longestBase = 512
  /// The parameter before a comment's id, and a Boolean value indicating that others come before it.
  private let parameter: StaticString
  private let hasQuery: Bool
  /// The offset of the fragment in the story's address, which follows the id.
  private let fragment: Int
  /// The address of a comment, escaped for an attribute.
  private let escaped: AddressPattern
  /// A Boolean value indicating that addresses of comments can be made from the story's.
  var canAddress: Bool { !escaped.isEmpty }

  init(_ list: BlockList) {
    story = SafeURL(list.page.url, of: list.bytes)
    guard let bytes = story?.bytes, bytes.count <= Self.longestBase,
      let parameter = Self.parameter(of: list.page.server)
    else {
      (self.parameter, hasQuery, fragment, escaped) = ("", false, 0, AddressPattern())
      return
    }
    fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    hasQuery = bytes[..<fragment].contains(UInt8(ascii: "?"))
    self.parameter = parameter
    escaped = AddressPattern(
      of: bytes, fragment: fragment, separator: hasQuery ? "&amp;" : "?", parameter,
      percent: "&#37;"
    ) { $0.appendEscaped($1, of: bytes, as: .line) }
  }

  /// The addresses of comments inside a JSON string; empty if they cannot be made from the story's.
  package var jsonPattern: AddressPattern {
    guard canAddress, let bytes = story?.bytes else { return AddressPattern() }
    return AddressPattern(
      of: bytes, fragment: fragment, separator: hasQuery ? "\\u0026" : "?", parameter,
      percent: "\\u0025"
    ) { $0.appendJSON($1, of: bytes, as: .line) }
  }

  private static func parameter(of server: StoryFacts.Server) -> StaticString? {
    switch server {
    case .talk4: "commentId="
    case .coral: "commentID="
    case .unknown: nil
    }
  }

  /// Returns whether a comment has an address on the server; `permalink` is the one in the input, which may be unsafe.
  package func hasAddress(_ permalink: Slice, of bytes: [UInt8]) -> Bool {
    canAddress || SafeURL(permalink, of: bytes) != nil
  }

  /// Appends the comment's address on the server, escaped for an attribute.
  func append(
    _ permalink: Slice, id: Slice, idIsPlain: Bool, of bytes: [UInt8], to out: inout OutputBuffer
  ) {
    if !permalink.isEmpty, let url = SafeURL(permalink, of: bytes) {
      url.append(to: &out)
      return
    }
    escaped.append(id, isPlain: idIsPlain, of: bytes, to: &out)
  }

  /// Appends the comment's address on the server as it is.
  package func appendPlain(_ face: CommentView, of bytes: [UInt8], to out: inout OutputBuffer) {
    if !face.permalink.isEmpty, let url = SafeURL(face.permalink, of: bytes) {
      out.append(contentsOf: url.bytes)
      return
    }
    guard canAddress, let base = story?.bytes else { return }
    out.append(Slice(0..<fragment), of: base)
    out.append(hasQuery ? "&" : "?")
    out.append(parameter)
    if isPlainID(face.id, of: bytes) {
      out.append(face.id, of: bytes)
    } else {
      appendPercentEncoded(face.id, of: bytes, percent: "%", to: &out)
    }
    out.append(Slice(fragment..<base.count), of: base)
  }
}

/// The addresses of all comments of a story, escaped for the place they are written to: one address without its id.
package struct AddressPattern: Sendable {
  private var bytes: [UInt8] = []
  /// The place of the id; 0 if comments have no such address.
  private var idPlace = 0
  private var percent: StaticString = ""

  fileprivate init() {}

  /// The pattern of a story's address: the id follows `separator` and `parameter`, before the fragment.
  ///
  /// `append` escapes a part of the address for the place that the pattern is written to, and `percent` is the percent sign there.
  fileprivate init(
    of address: [UInt8], fragment: Int, separator: StaticString, _ parameter: StaticString,
    percent: StaticString, append: (inout OutputBuffer, Slice) -> Void
  ) {
    var out = OutputBuffer(capacity: address.count + 64)
    append(&out, Slice(0..<fragment))
    out.append(separator)
    out.append(parameter)
    idPlace = out.count
    append(&out, Slice(fragment..<address.count))
    bytes = out.bytes()
    self.percent = percent
  }

  package var isEmpty: Bool { idPlace == 0 }

  /// Appends the address of a comment; `isPlain` says that its id needs no encoding.
  package func append(_ id: Slice, isPlain: Bool, of source: [UInt8], to out: inout OutputBuffer) {
    if isEmpty { return }
    out.append(Slice(0..<idPlace), of: bytes)
    if isPlain {
      out.append(id, of: source)
    } else {
      appendPercentEncoded(id, of: source, percent: percent, to: &out)
    }
    out.append(Slice(idPlace..<bytes.count), of: bytes)
  }
}

private func appendPercentEncoded(
  _ id: Slice, of bytes: [UInt8], percent: StaticString, to out: inout OutputBuffer
) {
  for byte in bytes[id.range] {
    if isUnreserved(byte) {
      out.append(byte)
    } else {
      out.append(hexadecimal: byte, after: percent)
    }
  }
}

extension SafeURL {
  /// Appends the address, escaped for an attribute or for text.
  package func append(to out: inout OutputBuffer) {
    out.appendEscaped(Slice(0..<bytes.count), of: bytes, as: .line)
  }
}

/// Appends the name a comment has in the page: `c-` and its id.
///
/// Ids come from outside, so whatever is not a letter, a digit or `-` is written as `_` and two
/// hexadecimal digits. The prefix keeps the name from meaning anything to the page around it.
func appendAnchor(_ id: Slice, isPlain: Bool, of bytes: [UInt8], to out: inout OutputBuffer) {
  out.append("c-")
  if isPlain {
    out.append(id, of: bytes)
    return
  }
  for byte in bytes[id.range] {
    if isAnchorByte(byte) { out.append(byte) } else { out.append(hexadecimal: byte, after: "_") }
  }
}

/// Returns whether an id is made of letters, digits and `-` only, sixteen bytes at a time.
func isPlainID(_ id: Slice, of bytes: [UInt8]) -> Bool {
  guard id.end <= bytes.count else { return false }
  return unsafe bytes.withUnsafeBytes { all in
    let start = Int(id.start)
    let end = id.end
    guard end &- start >= 16 else {
      for index in start..<end where unsafe !isAnchorByte(all[index]) { return false }
      return true
    }
    var index = start
    while index &+ 16 < end {
      guard unsafe areAnchorBytes(all, at: index) else { return false }
      index &+= 16
    }
    // Some of the last sixteen may have been checked before.
    return unsafe areAnchorBytes(all, at: end &- 16)
  }
}

@inline(__always)
private func areAnchorBytes(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
  let chunk = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
  let lower = chunk | SIMD16<Int8>(repeating: 0x20)
  let letters =
    (lower .> SIMD16<Int8>(repeating: 96)) .& (lower .< SIMD16<Int8>(repeating: 123))
  let digits =
    (chunk .> SIMD16<Int8>(repeating: 47)) .& (chunk .< SIMD16<Int8>(repeating: 58))
  let hyphens = chunk .== SIMD16<Int8>(repeating: 45)
  let halves = unsafe unsafeBitCast(letters .| digits .| hyphens, to: SIMD2<UInt64>.self)
  return halves.x & halves.y == .max
}

private func isAnchorByte(_ byte: UInt8) -> Bool {
  let lower = byte | 0x20
  return byte &- 48 < 10 || (lower >= 97 && lower <= 122) || byte == UInt8(ascii: "-")
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  isAnchorByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
}

extension OutputBuffer {
  fileprivate mutating func append(hexadecimal byte: UInt8, after mark: StaticString) {
    append(mark)
    for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 48 &+ digit : 55 &+ digit) }
  }
}
