import AtollBytes

extension AddressChecker {
  /// Appends the safe form of `input`, including the subject and body of a mailto address.
  ///
  /// Appends nothing if there is no safe form, or if a mailto address has other fields.
  static func append(
    keepingMailFields input: Span<UInt8>, to output: inout [UInt8]
  ) -> AddressParts? {
    appendIfSafe(input, to: &output) { output, _ in
      guard let parts = append(input, to: &output) else { return nil }
      guard parts.scheme == .mailto,
        let mark = input.indices.first(where: {
          input[$0] == UInt8(ascii: "?") || input[$0] == UInt8(ascii: "#")
        })
      else { return parts }
      return writeMailFields(input, from: mark, to: &output) ? parts : nil
    }
  }

  /// Appends the fields after the address, `?subject=…&body=…` in any order; returns `false` if
  /// there is any other field.
  private static func writeMailFields(
    _ input: Span<UInt8>, from mark: Int, to output: inout [UInt8]
  ) -> Bool {
    guard input[mark] == UInt8(ascii: "?"),
      input.firstIndex(of: UInt8(ascii: "#"), from: mark) == nil
    else { return false }
    var index = mark
    while index < input.count {
      let isField = ["subject=", "body="].contains { (name: StaticString) in
        input.has(ignoringCase: name, at: index + 1)
      }
      guard isField else { return false }
      let end = input.firstIndex(of: UInt8(ascii: "&"), from: index + 1) ?? input.count
      output.append(input[index])
      encode(input, from: index + 1, to: end, into: &output)
      index = end
    }
    return true
  }
}
