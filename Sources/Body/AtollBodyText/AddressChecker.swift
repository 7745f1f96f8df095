import AtollBytes

/// The properties of an address that the checker found.
struct AddressParts: Hashable, Sendable {
  var scheme: SafeURL.Scheme
  /// The host, relative to the first byte of the address.
  var host: Slice
  var hasSuspiciousHost: Bool
}

/// A checker that writes the safe form of an address, by the rules that `SafeURL` lists.
enum AddressChecker {
  /// Appends the safe form of `input`, or nothing if it has none.
  static func append(
    _ input: Span<UInt8>, to output: inout [UInt8]
  ) -> AddressParts? {
    appendIfSafe(input, to: &output) { output, start in
      write(input, to: &output, at: start)
    }
  }

  /// Appends the safe form of `http://` followed by `name`, or nothing if there is none.
  static func append(
    name: Span<UInt8>, to output: inout [UInt8]
  ) -> AddressParts? {
    appendIfSafe(name, to: &output) { output, start in
      append("http://", to: &output)
      return writeWeb(name, as: .http, from: 0, to: &output, at: start)
    }
  }

  /// Appends the safe form of `input`, as `write` writes it.
  ///
  /// Appends nothing if `write` returns `nil`, or if `input` or its safe form is not allowed.
  static func appendIfSafe(
    _ input: Span<UInt8>, to output: inout [UInt8],
    write: (inout [UInt8], _ start: Int) -> AddressParts?
  ) -> AddressParts? {
    let start = output.count
    guard input.count <= SafeURL.maximumLength, hasOnlyAllowedScalars(input),
      let parts = write(&output, start), output.count - start <= SafeURL.maximumLength
    else {
      output.removeLast(output.count - start)
      return nil
    }
    return parts
  }

  private static func append(_ literal: StaticString, to output: inout [UInt8]) {
    for index in 0..<literal.utf8CodeUnitCount { output.append(literal.byte(at: index)) }
  }

  private static func write(
    _ input: Span<UInt8>, to output: inout [UInt8], at start: Int
  ) -> AddressParts? {
    if input.has(ignoringCase: "https://") {
      append("https://", to: &output)
      return writeWeb(input, as: .https, from: 8, to: &output, at: start)
    }
    if input.has(ignoringCase: "http://") {
      append("http://", to: &output)
      return writeWeb(input, as: .http, from: 7, to: &output, at: start)
    }
    if input.has(ignoringCase: "mailto:") {
      append("mailto:", to: &output)
      return writeMail(input, from: 7, to: &output, at: start)
    }
    return nil
  }

  // MARK: http and https

  private static func writeWeb(
    _ input: Span<UInt8>, as scheme: SafeURL.Scheme, from first: Int,
    to output: inout [UInt8], at start: Int
  ) -> AddressParts? {
    var end = first
    var colon: Int?
    scan: while end < input.count {
      switch input[end] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
      case UInt8(ascii: "@"): return nil
      case UInt8(ascii: ":"):
        if colon != nil { return nil }
        colon = end
      default: break
      }
      end += 1
    }
    let hostStart = output.count
    guard let isSuspicious = HostName.append(input, in: first..<(colon ?? end), to: &output)
    else {
      return nil
    }
    let host = Slice(hostStart - start..<output.count - start)
    if let colon, colon + 1 < end {
      guard writePort(input, in: colon + 1..<end, to: &output) else { return nil }
    }
    encode(input, from: end, to: input.count, into: &output)
    return AddressParts(scheme: scheme, host: host, hasSuspiciousHost: isSuspicious)
  }

  private static func writePort(
    _ input: Span<UInt8>, in range: Range<Int>, to output: inout [UInt8]
  ) -> Bool {
    guard range.count <= 5 else { return false }
    output.append(UInt8(ascii: ":"))
    var port = 0
    for index in range {
      let digit = input[index] &- 48
      guard digit < 10 else { return false }
      port = port * 10 + Int(digit)
      output.append(digit + 48)
    }
    return port <= 65_535
  }

  // MARK: mailto

  private static func writeMail(
    _ input: Span<UInt8>, from first: Int, to output: inout [UInt8], at start: Int
  ) -> AddressParts? {
    var end = first
    var at: Int?
    while end < input.count, input[end] != UInt8(ascii: "?"),
      input[end] != UInt8(ascii: "#")
    {
      if input[end] == UInt8(ascii: "@") {
        if at != nil { return nil }
        at = end
      }
      end += 1
    }
    guard let at, at > first else { return nil }
    for index in first..<at {
      let byte = input[index]
      guard isLetterOrDigit(byte) || isMailPunctuation(byte) else { return nil }
      output.append(byte)
    }
    output.append(UInt8(ascii: "@"))
    let hostStart = output.count
    guard let isSuspicious = HostName.append(input, in: at + 1..<end, to: &output) else {
      return nil
    }
    let host = Slice(hostStart - start..<output.count - start)
    return AddressParts(scheme: .mailto, host: host, hasSuspiciousHost: isSuspicious)
  }

  private static func isMailPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
      UInt8(ascii: "*"):
      true
    default: false
    }
  }

  // MARK: Bytes

  /// Copies bytes, and percent-encodes bytes that an address must not contain; valid escapes stay.
  static func encode(
    _ input: Span<UInt8>, from first: Int, to end: Int, into output: inout [UInt8]
  ) {
    var index = first
    while index < end {
      let run = index
      while index < end, mayStayUnescaped(input[index]) { index += 1 }
      output.append(contentsOf: input.extracting(run..<index))
      if index == end { return }
      let byte = input[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        let isEscape =
          index + 1 < end && hexadecimalValue(input[index]) != nil
          && hexadecimalValue(input[index + 1]) != nil
        output.append(byte)
        if !isEscape { output += [UInt8(ascii: "2"), UInt8(ascii: "5")] }
      } else {
        output.append(UInt8(ascii: "%"))
        output += uppercaseHexadecimalDigits(of: byte)
      }
    }
  }

  /// Returns whether a byte is printable and not one of `" % ' < > \ ^ { | }` or the backtick.
  private static func mayStayUnescaped(_ byte: UInt8) -> Bool {
    guard byte > 0x20, byte < 0x7F else { return false }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "<"),
      UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"):
      return false
    default: return true
    }
  }

  /// Returns whether the input is well-formed UTF-8 without forbidden scalars.
  ///
  /// These are ASCII spaces, control characters, backslashes, line and paragraph separators, and
  /// bidi embeddings, overrides and isolates.
  private static func hasOnlyAllowedScalars(_ input: Span<UInt8>) -> Bool {
    var index = 0
    while index < input.count {
      let byte = input[index]
      if byte < 0x80 {
        if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") { return false }
        index += 1
        continue
      }
      let (scalar, length) = decodedScalar(in: input, at: index)
      switch scalar {
      case 0, 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069: return false
      default: index += length
      }
    }
    return true
  }
}
