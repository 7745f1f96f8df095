import AtollBodyText

/// Checks that the sanitiser turns any bytes into well-formed UTF-8 without controls, and is idempotent.
@c(LLVMFuzzerTestOneInput)
func fuzzSanitizer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  for medium in [TextSanitizer.Medium.markup, .terminal] {
    for field in [TextSanitizer.Field.body, .line, .address] {
      let once = sanitized(text, for: medium, as: field)
      guard let string = String(validating: once, as: UTF8.self) else {
        preconditionFailure("not UTF-8")
      }
      for scalar in string.unicodeScalars {
        switch scalar.value {
        case 0x09: precondition(field == .body && medium == .markup)
        case 0x0A: precondition(field == .body)
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
          preconditionFailure("a forbidden scalar")
        default: break
        }
      }
      precondition(sanitized(once, for: medium, as: field) == once)
    }
  }
  return 0
}
