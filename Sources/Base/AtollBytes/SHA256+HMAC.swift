extension SHA256 {
  /// Returns the HMAC (RFC 2104) of a message: a signature that only owners of the key can compute.
  package static func hmac(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockSize = 64
    var block = key.count > blockSize ? digest(key) : key
    block += repeatElement(0, count: blockSize - block.count)
    let inner = digest(block.map { $0 ^ 0x36 } + message)
    return digest(block.map { $0 ^ 0x5C } + inner)
  }
}
