/// The characters that the named references in Coral's HTML and in the outputs denote.
private let namedReferences: [String: UInt8] = [
  "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"),
  "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"), "nbsp": 0x20,
]

/// The length of the longest reference that is decoded, in bytes: `&#x10FFFF;`.
private let maximumReferenceLength = 10

/// Returns the character that the reference at `start` denotes, and the offset after the reference:
/// `&` for `&amp;`, a plain space for `&nbsp;`.
///
/// There must be a `&` at `start`. Returns `nil` if no known reference begins there.
package func characterReference(
  in bytes: [UInt8], at start: Int
) -> (text: [UInt8], next: Int)? {
  guard let end = bytes[start...].prefix(maximumReferenceLength).firstIndex(of: UInt8(ascii: ";"))
  else { return nil }
  let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
  if let byte = namedReferences[name] { return ([byte], end + 1) }
  guard name.utf8.first == UInt8(ascii: "#") else { return nil }
  let isHexadecimal = name.utf8.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
  let digits = name.dropFirst(isHexadecimal ? 2 : 1)
  // `UInt32` would accept a sign.
  guard digits.utf8.first.map(isLetterOrDigit) == true,
    let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
  else { return nil }
  return (Array(String(Character(scalar)).utf8), end + 1)
}

/// Returns text with each known reference replaced by the character that it denotes.
package func decodingCharacterReferences(of text: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(text.count)
  var index = 0
  while index < text.count {
    if text[index] == UInt8(ascii: "&"), let (bytes, next) = characterReference(in: text, at: index)
    {
      out += bytes
      index = next
    } else {
      out.append(text[index])
      index += 1
    }
  }
  return out
}

/// Returns a string escaped for HTML or XML: for element content and double-quoted attributes.
package func escapedForMarkup(_ text: String) -> String {
  text.replacing(text: "&", with: "&amp;").replacing(text: "<", with: "&lt;")
    .replacing(text: ">", with: "&gt;").replacing(text: "\"", with: "&quot;")
}
