import AtollBytes

/// An image in a format that all browsers show: PNG, JPEG, GIF or WebP.
package struct ImageFile: Hashable, Sendable {
  private enum Format: String {
    case png, jpeg, gif, webp
  }
  private let format: Format
  private let bytes: [UInt8]

  /// Creates an image from the contents of a file, or returns `nil` if it has another format.
  package init?(_ bytes: [UInt8]) {
    let header = bytes.prefix(12)
    if header.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      format = .png
    } else if header.starts(with: [0xFF, 0xD8, 0xFF]) {
      format = .jpeg
    } else if header.starts(with: "GIF8".utf8) {
      format = .gif
    } else if header.starts(with: "RIFF".utf8), header.suffix(4).elementsEqual("WEBP".utf8) {
      format = .webp
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// The `data:` address of the image (RFC 2397).
  var dataURL: String { "data:image/\(format.rawValue);base64,\(base64(bytes))" }

  /// True if the structure of the file is complete, so that browsers can show the whole image.
  package var isComplete: Bool {
    switch format {
    case .png: hasAllChunks
    case .jpeg: hasScan
    case .gif: bytes.dropFirst(13).contains(0x3B)
    case .webp:
      bytes.count >= 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// True if a JPEG file has all segments up to the first scan, and the beginning of the scan.
  ///
  /// Many files lack the end mark after the last scan, and browsers do not need it.
  private var hasScan: Bool {
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      // Any number of fill bytes may precede a marker.
      if marker == 0xFF {
        index += 1
        continue
      }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      index += 2 + length
      let isStartOfScan = marker == 0xDA
      if isStartOfScan { return index < bytes.count }
    }
    return false
  }

  /// True if a PNG file has pixels, and all chunks up to the last one, `IEND`.
  private var hasAllChunks: Bool {
    var index = 8
    var hasPixels = false
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[index + 4..<index + 8]
      if type.elementsEqual("IDAT".utf8) { hasPixels = true }
      if type.elementsEqual("IEND".utf8) { return hasPixels }
      index += 12 + length
    }
    return false
  }
}
