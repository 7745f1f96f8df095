import AtollBytes

/// A bitmap in memory: rows of pixels with one byte each for red, green, blue and, if the bitmap
/// has it, alpha.
///
/// Each row begins with a zero byte. PNG has the filter type there, so rows can be unfiltered in
/// place.
package struct Bitmap: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// The number of bytes per pixel: 3, or 4 with alpha.
  package let channels: Int
  package private(set) var bytes: [UInt8]

  /// The number of bytes from one row to the next.
  package var stride: Int { width * channels + 1 }

  package static let maximumPixelCount = 100_000_000

  init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
    precondition(bytes.count == height * (width * channels + 1))
    self.width = width
    self.height = height
    self.channels = channels
    self.bytes = bytes
  }

  package init(width: Int, height: Int, filledWith color: (UInt8, UInt8, UInt8)) {
    var row: [UInt8] = [0]
    for _ in 0..<width { row += [color.0, color.1, color.2] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(row.count * height)
    for _ in 0..<height { bytes += row }
    self.init(width: width, height: height, channels: 3, bytes: bytes)
  }

  package func color(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let start = y * stride + 1 + x * channels
    return (bytes[start], bytes[start + 1], bytes[start + 2])
  }

  package mutating func setColor(x: Int, y: Int, to color: (UInt8, UInt8, UInt8)) {
    let start = y * stride + 1 + x * channels
    bytes[start] = color.0
    bytes[start + 1] = color.1
    bytes[start + 2] = color.2
  }

  /// Returns some of the bitmap's rows; the range must be inside the bitmap and not empty.
  package func cropped(toRows rows: Range<Int>) -> Bitmap {
    Bitmap(
      width: width, height: rows.count, channels: channels,
      bytes: Array(bytes[rows.lowerBound * stride..<rows.upperBound * stride]))
  }

  package var isOneColor: Bool {
    let rowLength = stride
    guard !bytes.isEmpty, rowLength > 1 else { return true }
    let first = bytes.span.extracting(..<rowLength)
    var index = 1 + channels
    while index < rowLength {
      if first[index] != first[index - channels] { return false }
      index &+= 1
    }
    for y in 1..<max(height, 1) {
      let row = bytes.span.extracting(y * rowLength..<(y + 1) * rowLength)
      if !haveSameBytes(first, row) { return false }
    }
    return true
  }
}

/// A rectangle of pixels.
package struct Box: Hashable, Sendable {
  package var left: Int
  package var top: Int
  package var right: Int
  package var bottom: Int

  package var width: Int { right - left }
  package var height: Int { bottom - top }

  package func union(_ other: Box) -> Box {
    Box(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}

extension Box: CustomStringConvertible {
  /// The size and the position, such as `120×40 at 10,20`.
  package var description: String { "\(width)×\(height) at \(left),\(top)" }
}
