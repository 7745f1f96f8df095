// Methods to read text through bounds-checked spans.

extension Span<UInt8> {
  /// Returns the sixteen bytes from `index` on, which must exist.
  @inlinable @inline(__always)
  package func load16(at index: Int) -> SIMD16<UInt8> { load(SIMD16<UInt8>.self, at: index) }

  /// Returns the sixteen bytes from `index` on as signed numbers; non-ASCII bytes are negative.
  @inlinable @inline(__always)
  package func loadSigned16(at index: Int) -> SIMD16<Int8> { load(SIMD16<Int8>.self, at: index) }

  /// Returns the value stored at an index that has just been checked.
  @inlinable @inline(__always)
  @unsafe package func load<Value: BitwiseCopyable>(
    _ type: Value.Type, unchecked index: Int
  ) -> Value {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: type)
  }

  /// Returns the eight bytes from `index` on as a little-endian number.
  @inlinable @inline(__always)
  package func load8(at index: Int) -> UInt64 { load(UInt64.self, at: index).littleEndian }

  @inlinable @inline(__always)
  func load<Value: BitwiseCopyable>(_ type: Value.Type, at index: Int) -> Value {
    precondition(index >= 0 && index <= count &- MemoryLayout<Value>.size)
    return unsafe load(type, unchecked: index)
  }

  @inlinable package var first: UInt8? { isEmpty ? nil : self[0] }

  @inlinable package var last: UInt8? { isEmpty ? nil : self[count &- 1] }

  /// Returns whether a literal begins at `index`.
  @inlinable package func has(_ literal: StaticString, at index: Int = 0) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard length <= count &- index else { return false }
    for offset in 0..<length where self[index &+ offset] != literal.byte(at: offset) {
      return false
    }
    return true
  }

  /// Returns whether a lower-case literal begins at `index`; the case of the bytes does not matter.
  @inlinable
  package func has(ignoringCase literal: StaticString, at index: Int = 0) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard length <= count &- index else { return false }
    for offset in 0..<length where lowercase(self[index &+ offset]) != literal.byte(at: offset) {
      return false
    }
    return true
  }

  /// Returns whether the bytes are equal to a lower-case literal; their case does not matter.
  @inlinable
  package func equals(ignoringCase literal: StaticString) -> Bool {
    count == literal.utf8CodeUnitCount && has(ignoringCase: literal)
  }

  package func has(_ bytes: [UInt8], at index: Int = 0) -> Bool {
    guard bytes.count <= count &- index else { return false }
    return extracting(index..<index &+ bytes.count).isSame(as: bytes.span)
  }

  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    unsafe withUnsafeBytes { unsafe AtollBytes.firstIndex(of: byte, in: $0, from: start) }
  }

  package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

  @inlinable
  package func contains(where condition: (UInt8) -> Bool) -> Bool {
    for index in indices where condition(self[index]) { return true }
    return false
  }

  /// Returns whether the bytes are the same as those of another span, compared eight at a time.
  @inlinable @inline(__always)
  package func isSame(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index &+ 8 <= count {
      if load8(at: index) != other.load8(at: index) { return false }
      index &+= 8
    }
    while index < count {
      if self[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }
}

extension [UInt8] {
  package init(_ bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }

  package mutating func append(contentsOf bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension String {
  /// Creates the text of a span, with U+FFFD in place of invalid UTF-8.
  package init(decoding bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension StaticString {
  /// Returns the byte at an index, which must be within the literal.
  @inlinable @inline(__always)
  package func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < utf8CodeUnitCount)
    return unsafe utf8Start[index]
  }

  @inlinable
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    withUTF8Buffer { unsafe body($0.span) }
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the text; works on systems without `utf8.span`, too.
  @inlinable
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8 { unsafe body($0.span) }
  }
}
