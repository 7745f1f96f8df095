// Text is searched, replaced and split by its bytes.
//
// The standard library compares characters. It finds no quotation mark if a combining accent
// follows, and no line feed after a carriage return. But a quotation mark must always be escaped.

extension Substring {
  /// Returns the text without the characters at its ends that satisfy a condition.
  package func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}

extension Collection where Element == UInt8 {
  package func firstRange(ofBytes part: some Collection<UInt8>) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: part) {
        return found..<index(found, offsetBy: part.count)
      }
      start = index(after: found)
    }
    return nil
  }

  /// Returns whether `part` occurs in these bytes as one contiguous sequence.
  package func contains(bytes part: some Collection<UInt8>) -> Bool {
    firstRange(ofBytes: part) != nil
  }

  /// Returns the bytes with `other` in place of each occurrence of `part`, which must not be empty.
  package func replacing(
    bytes part: some Collection<UInt8>, with other: some Collection<UInt8>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = self[...]
    while let found = rest.firstRange(ofBytes: part), !found.isEmpty {
      bytes += rest[..<found.lowerBound]
      bytes += other
      rest = rest[found.upperBound...]
    }
    return bytes + rest
  }

  /// Returns the bytes without the parts from `start` through `end`, neither of which may be empty.
  package func removing(
    from start: some Collection<UInt8>, through end: some Collection<UInt8>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = self[...]
    while let open = rest.firstRange(ofBytes: start),
      let close = rest[open.upperBound...].firstRange(ofBytes: end)
    {
      bytes += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
    }
    return bytes + rest
  }
}

extension StringProtocol {
  package func firstRange(ofText part: String) -> Range<String.Index>? {
    Substring(self).utf8.firstRange(ofBytes: part.utf8)
  }

  package func contains(text part: String) -> Bool { firstRange(ofText: part) != nil }

  /// Returns the string with `other` in place of each `part`, which must not be empty.
  package func replacing(text part: String, with other: String) -> String {
    String(
      decoding: utf8.replacing(bytes: part.utf8, with: other.utf8), as: UTF8.self)
  }

  package func replacingFirst(text part: String, with other: String) -> String {
    guard let found = firstRange(ofText: part) else { return String(self) }
    return "\(self[..<found.lowerBound])\(other)\(self[found.upperBound...])"
  }

  /// Returns the parts before, between and after the occurrences of a separator, which must not be
  /// empty.
  package func split(atText separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = Substring(self)
    while let found = rest.firstRange(ofText: separator), !found.isEmpty {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return parts + [rest]
  }
}
