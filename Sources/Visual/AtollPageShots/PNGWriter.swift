import AtollBytes
import CAtollDeflate

package enum PNGWriter {
  /// Returns a bitmap as a PNG file.
  ///
  /// A bitmap with at most 256 colors and no alpha, such as a difference picture, gets a palette.
  /// In any other bitmap, every row but the first has the filter type Up, because most of a page is
  /// background.
  package static func write(_ picture: Bitmap) -> [UInt8] {
    let indexed = IndexedBitmap(picture)
    let colorType: PNGHeader.ColorType =
      indexed != nil ? .palette : picture.channels == 4 ? .rgba : .rgb
    var file = PNGReader.signature
    let header = number(picture.width) + number(picture.height) + [8, colorType.rawValue, 0, 0, 0]
    append("IHDR", content: header, to: &file)
    if let indexed { append("PLTE", content: indexed.palette, to: &file) }
    append("IDAT", content: deflated(indexed?.rows ?? filtered(picture)), to: &file)
    append("IEND", content: [], to: &file)
    return file
  }

  private static func filtered(_ picture: Bitmap) -> [UInt8] {
    let stride = picture.stride
    let source = picture.bytes.span
    var rows = picture.bytes
    for y in 1..<max(picture.height, 1) {
      let start = y * stride
      rows[start] = 2
      for index in start + 1..<start + stride {
        rows[index] = source[index] &- source[index - stride]
      }
    }
    return rows
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    guard let compressor = unsafe libdeflate_alloc_compressor(6) else { return [] }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = unsafe bytes.withUnsafeBytes {
        unsafe libdeflate_zlib_compress(
          compressor, $0.baseAddress, $0.count, buffer.baseAddress, bound)
      }
    }
  }

  private static func append(_ name: String, content: [UInt8], to file: inout [UInt8]) {
    let body = Array(name.utf8) + content
    file += number(content.count) + body + number(PNGReader.checksum(of: body, in: body.indices))
  }

  private static func number(_ value: Int) -> [UInt8] {
    bigEndianBytes(of: UInt32(truncatingIfNeeded: value))
  }
}

/// A bitmap of at most 256 colors; its pixels are palette indices.
private struct IndexedBitmap {
  private(set) var palette: [UInt8] = []
  /// The rows with the filter type None, which is best for palette indices.
  private(set) var rows: [UInt8] = []

  /// Creates an indexed bitmap; `nil` if the bitmap has more than 256 colors or alpha.
  init?(_ picture: Bitmap) {
    guard picture.channels == 3 else { return nil }
    rows.reserveCapacity(picture.height * (picture.width + 1))
    var numbers: [UInt32: UInt8] = [:]
    // Most pixels have the color of the previous pixel.
    var last: (color: UInt32, number: UInt8)?
    for row in stride(from: 0, to: picture.bytes.count, by: picture.stride) {
      rows.append(0)
      for start in stride(from: row + 1, to: row + picture.stride, by: 3) {
        let bytes = picture.bytes[start..<start + 3]
        let color = bytes.reduce(0) { $0 << 8 | UInt32($1) }
        if let last, last.color == color {
          rows.append(last.number)
          continue
        }
        if numbers[color] == nil {
          guard numbers.count < 256 else { return nil }
          numbers[color] = UInt8(numbers.count)
          palette += bytes
        }
        let number = numbers[color] ?? 0
        rows.append(number)
        last = (color, number)
      }
    }
  }
}
