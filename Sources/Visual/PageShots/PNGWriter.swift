import Bytes
import CDeflate

/// A writer of PNG files.
package enum PNGWriter {
  /// Returns a picture as a PNG file.
  ///
  /// Every row has the filter Up, because difference pictures are mostly background.
  package static func write(_ picture: Picture) -> [UInt8] {
    var file = PNGReader.signature
    var header = number(picture.width) + number(picture.height)
    header += [8, picture.channels == 4 ? 6 : 2, 0, 0, 0]
    append("IHDR", header, to: &file)
    append("IDAT", deflated(filtered(picture)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func filtered(_ picture: Picture) -> [UInt8] {
    let stride = picture.stride
    var rows = picture.bytes
    unsafe rows.withUnsafeMutableBufferPointer { target in
      unsafe picture.bytes.withUnsafeBufferPointer { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        for y in 1..<max(picture.height, 1) {
          let start = y * stride
          unsafe to[start] = 2
          var index = start + 1
          while index < start + stride {
            unsafe to[index] = unsafe from[index] &- from[index - stride]
            index &+= 1
          }
        }
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

  private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    let body = Array(name.utf8) + content
    let checksum = unsafe body.withUnsafeBytes {
      unsafe libdeflate_crc32(0, $0.baseAddress, $0.count)
    }
    file += number(content.count) + body + number(Int(checksum))
  }

  private static func number(_ value: Int) -> [UInt8] {
    bigEndianBytes(of: UInt32(truncatingIfNeeded: value))
  }
}
