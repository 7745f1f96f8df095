import AtollBodyText

/// Checks that any bytes are rejected as an address or harmless in every output, and that checking is idempotent.
@c(LLVMFuzzerTestOneInput)
func fuzzAddress(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let address = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  for candidate in [address, Array("https://".utf8) + address, Array("mailto:".utf8) + address] {
    guard let url = SafeURL(candidate) else { continue }
    precondition(url.bytes.count <= SafeURL.maximumLength && !url.host.isEmpty)
    for byte in url.bytes {
      precondition(byte > 0x20 && byte < 0x7F && !"\"'<>`\\".utf8.contains(byte))
    }
    let start = String(decoding: url.bytes.prefix(8), as: UTF8.self)
    precondition(start == "https://" || start.hasPrefix("http://") || start.hasPrefix("mailto:"))
    precondition(SafeURL(url.bytes)?.bytes == url.bytes)
    precondition(SafeURL(url.bytes)?.host == url.host)
  }
  return 0
}
