import AtollBytes

/// The host of an address: checked, lower-cased, and turned into ASCII label by label.
enum HostName {
  private static let maximumLength = 253
  private static let maximumLabelLength = 63

  /// Appends the ASCII form of a host, and returns whether its original form could be mistaken for
  /// another host.
  ///
  /// Returns `nil` if the text is not a host: if it is empty, or has an empty label or a character
  /// that is not allowed. IPv6 literals are rejected, too, because comments do not link to them.
  static func append(
    _ input: Span<UInt8>, in range: Range<Int>, to output: inout [UInt8]
  ) -> Bool? {
    if let isName = appendIfASCII(input, in: range, to: &output) {
      return isName ? false : nil
    }
    let start = output.count
    var label: [UInt32] = []
    var isSuspicious = false
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = decodedScalar(in: input, at: index)
      if length == 0 { return nil }
      index += length
      if scalar == 0x2E || scalar == 0x3002 {
        guard let isLabelSuspicious = appendLabel(label, to: &output) else { return nil }
        isSuspicious = isSuspicious || isLabelSuspicious
        output.append(UInt8(ascii: "."))
        label.removeAll(keepingCapacity: true)
      } else {
        guard let lower = lowercasedIfAllowed(scalar) else { return nil }
        label.append(lower)
      }
    }
    // A dot at the end, which means the DNS root, may be followed by an empty label.
    if !label.isEmpty || output.count == start {
      guard let isLabelSuspicious = appendLabel(label, to: &output) else { return nil }
      isSuspicious = isSuspicious || isLabelSuspicious
    }
    return output.count - start <= maximumLength ? isSuspicious : nil
  }

  /// Appends a host that is ASCII, and returns whether the host is valid; returns `nil` for a host
  /// with other characters.
  private static func appendIfASCII(
    _ input: Span<UInt8>, in range: Range<Int>, to output: inout [UInt8]
  ) -> Bool? {
    for index in range where input[index] >= 0x80 { return nil }
    guard !range.isEmpty, range.count <= maximumLength else { return false }
    let start = output.count
    output.append(contentsOf: input.extracting(range))
    var labelStart = range.lowerBound
    for index in range {
      let byte = input[index]
      if byte == UInt8(ascii: ".") {
        guard isLabel(input, in: labelStart..<index) else { return false }
        labelStart = index + 1
      } else if !isLetterOrDigit(byte), byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
        return false
      }
      if byte &- 65 < 26 { output[start + index - range.lowerBound] = byte | 0x20 }
    }
    return labelStart == range.upperBound && range.count > 1
      || (isLabel(input, in: labelStart..<range.upperBound))
  }

  private static func isLabel(_ input: Span<UInt8>, in range: Range<Int>) -> Bool {
    !range.isEmpty && range.count <= maximumLabelLength && input[range.lowerBound] != 0x2D
      && input[range.upperBound - 1] != 0x2D
  }

  /// Appends the ASCII form of a label, and returns whether its original form could be mistaken for
  /// another label; returns `nil` if it is not a valid label.
  private static func appendLabel(_ label: [UInt32], to output: inout [UInt8]) -> Bool? {
    guard let first = label.first, let last = label.last, first != 0x2D, last != 0x2D else {
      return nil
    }
    let start = output.count
    if label.allSatisfy({ $0 < 0x80 }) {
      for scalar in label { output.append(UInt8(truncatingIfNeeded: scalar)) }
      return output.count - start <= maximumLabelLength ? false : nil
    }
    guard label.count <= maximumLabelLength, scalarClass(first) != .mark else { return nil }
    output += Array("xn--".utf8)
    guard Punycode.append(label, to: &output), output.count - start <= maximumLabelLength else {
      return nil
    }
    return HostScript.isSuspicious(label)
  }

  /// Returns the scalar in lower case, or `nil` if a host may not contain it.
  ///
  /// Only letters, digits, marks, the hyphen and the underscore are allowed, so that no punctuation
  /// or symbol of any script can be mistaken for the end of a host. Full-width letters are
  /// rejected, although browsers fold them to ASCII.
  private static func lowercasedIfAllowed(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x30...0x39, 0x61...0x7A, 0x2D, 0x5F: return scalar
    case 0x41...0x5A: return scalar + 32
    case 0..<0xC0, 0xD7, 0xF7: return nil
    case 0x02B0...0x036F, 0x0375, 0x037E, 0x0387, 0x055A...0x055F, 0x0589...0x058F,
      0x05BE...0x05C6, 0x05F3...0x061F, 0x066A...0x066D, 0x06D4, 0x0964, 0x0965,
      0x1FBD...0x1FC1, 0x1680, 0x16EB...0x16ED, 0x2000...0x2C00, 0x2E00...0x3004,
      0x3008...0x3020, 0x3030...0x303F, 0x309B, 0x309C, 0x30A0, 0x3200...0x33FF,
      0x4DC0...0x4DFF, 0xA4D0...0xA4FF, 0xE000...0xF8FF, 0xFB00...0xFB4F, 0xFD3E, 0xFD3F,
      0xFE00...0xFE6F, 0xFEFF...0xFFFF, 0x10100...0x1013F, 0x1D000...0x1FFFF, 0xE0000...0x10FFFF:
      return nil
    default:
      switch scalarClass(scalar) {
      case .ordinary, .mark, .rightToLeft, .joining, .joiningRightToLeft, .spaceless, .ideograph:
        return lowercased(scalar)
      case .replaced, .dropped, .lineEnd, .bidiMark, .joiner, .zeroWidthSpace, .selector,
        .ideographSelector, .emojiSelector, .mongolianSelector, .blank, .pictograph,
        .selectable:
        return nil
      }
    }
  }
}

/// Returns the lower-case form of a scalar, or `nil` if that is not a single scalar, as for `İ`.
private func lowercased(_ scalar: UInt32) -> UInt32? {
  // Hosts have Cherokee letters in upper case (Unicode Technical Standard 46).
  if (0x13A0...0x13F5).contains(scalar) { return scalar }
  let form = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars
  return form?.count == 1 ? form?.first?.value : nil
}

/// An encoder for Punycode (RFC 3492).
enum Punycode {
  private static let base: UInt32 = 36
  private static let minimumThreshold: UInt32 = 1
  private static let maximumThreshold: UInt32 = 26

  /// Appends the Punycode of a label with characters outside ASCII, without `xn--`; returns `false`
  /// on overflow.
  static func append(_ label: [UInt32], to output: inout [UInt8]) -> Bool {
    for scalar in label where scalar < 0x80 { output.append(UInt8(truncatingIfNeeded: scalar)) }
    let basicCount = UInt32(label.count { $0 < 0x80 })
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basicCount
    var next: UInt32 = 0x80
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    while handled < label.count {
      guard let smallest = label.filter({ $0 >= next }).min() else { return false }
      let (step, overflow) = (smallest - next).multipliedReportingOverflow(by: handled + 1)
      let (sum, carry) = delta.addingReportingOverflow(step)
      if overflow || carry { return false }
      delta = sum
      next = smallest
      for scalar in label {
        if scalar < next { delta += 1 }
        if scalar == next {
          append(delta, bias: bias, to: &output)
          bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
          delta = 0
          handled += 1
        }
      }
      delta += 1
      next += 1
    }
    return true
  }

  private static func append(_ delta: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = delta
    var position = base
    while true {
      let threshold = position <= bias ? minimumThreshold : min(position - bias, maximumThreshold)
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? value + 97 : value + 22)
  }

  private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias: UInt32 = 0
    while delta > (base - minimumThreshold) * maximumThreshold / 2 {
      delta /= base - minimumThreshold
      bias += base
    }
    return bias + (base - minimumThreshold + 1) * delta / (delta + 38)
  }
}
