extension SHA256 {
  /// The digest of a whole message as 64 digits.
  package static func hexadecimal(of message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest(message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
