import Bytes

/// Takes a tag apart: its name, and its attributes with the range of bytes that each is.
struct TagReading {
  private(set) var name = ""
  private(set) var attributes: [TemplateTag.Attribute] = []
  /// From the white space before the attribute to its last byte.
  private(set) var ranges: [Range<Int>] = []
  /// Where the `/` before the tag's `>` stands.
  private(set) var slash: Int?

  private var isNameRead = false
  private var depth = 0
  private var key: [UInt8] = []
  private var value: [UInt8]?
  private var quote: UInt8 = 0
  /// Whether white space came behind the attribute's name.
  private var isKeyEnded = false
  private var isConstant = true
  private var start: Int?
  private var last = 0

  mutating func take(_ byte: UInt8, at offset: Int) {
    guard isNameRead else {
      if isBlank(byte) || byte == UInt8(ascii: "/") {
        isNameRead = true
        take(byte, at: offset)
      } else {
        name.unicodeScalars.append(Unicode.Scalar(lowercase(byte)))
      }
      return
    }
    if isKeyEnded, !isBlank(byte), byte != UInt8(ascii: "=") { finishAttribute() }
    if quote != 0 {
      last = offset
      if byte == quote { finishAttribute() } else { value?.append(byte) }
    } else if isBlank(byte) {
      // A value in quotes ends with its quote, a name only where no '=' follows.
      if value?.isEmpty == false {
        finishAttribute()
      } else if !key.isEmpty, value == nil {
        isKeyEnded = true
        return
      }
      start = start ?? offset
      last = offset
    } else if value == nil, byte == UInt8(ascii: "=") {
      value = []
      isKeyEnded = false
    } else if value != nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    } else if value == nil, key.isEmpty, byte == UInt8(ascii: "/") {
      slash = offset
    } else {
      last = offset
      isConstant = isConstant && depth == 0
      if value == nil { key.append(lowercase(byte)) } else { value?.append(byte) }
    }
  }

  mutating func takeHole() { isConstant = false }

  mutating func beginSection() {
    isNameRead = true
    if quote == 0 { finishAttribute() } else { isConstant = false }
    depth += 1
  }

  mutating func endSection() {
    if quote == 0 { finishAttribute() } else { isConstant = false }
    depth -= 1
  }

  mutating func finish() { finishAttribute() }

  private mutating func finishAttribute() {
    defer {
      key = []
      value = nil
      quote = 0
      isKeyEnded = false
      isConstant = true
      start = nil
    }
    guard !key.isEmpty else { return }
    attributes.append(
      TemplateTag.Attribute(
        name: String(decoding: key, as: UTF8.self),
        value: value.map { String(decoding: $0, as: UTF8.self) },
        isConstant: isConstant && depth == 0))
    ranges.append((start ?? last)..<(last + 1))
  }
}
