import Bytes

/// An image in a format that all browsers show: PNG, JPEG, GIF or WebP.
package struct ImageFile: Hashable, Sendable {
  private let mediaType: String
  private let bytes: [UInt8]

  /// Creates an image from the contents of a file, or returns `nil` if it has another format.
  package init?(_ bytes: [UInt8]) {
    let header = bytes.prefix(12)
    if header.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      mediaType = "image/png"
    } else if header.starts(with: [0xFF, 0xD8, 0xFF]) {
      mediaType = "image/jpeg"
    } else if header.starts(with: "GIF8".utf8) {
      mediaType = "image/gif"
    } else if header.starts(with: "RIFF".utf8), header.suffix(4).elementsEqual("WEBP".utf8) {
      mediaType = "image/webp"
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// The `data:` address of the image (RFC 2397).
  var dataURL: String { "data:\(mediaType);base64,\(base64(bytes))" }
}
