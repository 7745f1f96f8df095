import BodyText
import Bytes

enum HTMLDialect {
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, into richText: inout RichText, _ report: inout BodyReport
  ) {
    unsafe PlainText.parse(bytes, into: &richText, &report)
  }
}
