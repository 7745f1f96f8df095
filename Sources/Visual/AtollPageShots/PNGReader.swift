package import AtollBytes
import CAtollDeflate
import Dispatch
import Synchronization

/// A reader of PNG files with at most eight bits per channel and without interlacing.
///
/// Browsers and most other programs write such files. The reader verifies the checksum of every
/// chunk up to `IEND`, and that this chunk exists: <https://www.w3.org/TR/png-3/>.
package enum PNGReader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package static func read(_ file: [UInt8]) throws(Failure) -> Bitmap {
    let chunks = try chunks(of: file)
    let header = chunks.header
    var bytes = try inflate(file, in: chunks.data, to: header.height * (header.bytesPerRow + 1))
    guard unfilter(&bytes, rowBytes: header.bytesPerRow, bytesPerPixel: header.bytesPerPixel) else {
      throw .damagedPicture("IDAT")
    }
    switch header.colorType {
    case .rgb, .rgba:
      return Bitmap(
        width: header.width, height: header.height, channels: header.colorType.samplesPerPixel,
        bytes: bytes)
    case .gray, .grayAlpha, .palette: return try header.picture(ofSamples: bytes)
    }
  }

  /// Returns the width and the height of a PNG file, after checking everything except the pixels.
  package static func size(of file: [UInt8]) throws(Failure) -> (width: Int, height: Int) {
    let header = try chunks(of: file).header
    return (header.width, header.height)
  }

  private static func chunks(
    of file: [UInt8]
  ) throws(Failure) -> (header: PNGHeader, data: [Range<Int>]) {
    guard file.starts(with: signature) else { throw file.isEmpty ? .truncatedPicture : .notPNG }
    var offset = signature.count
    var header: PNGHeader?
    var data: [Range<Int>] = []
    while true {
      guard file.count - offset >= 12 else { throw .truncatedPicture }
      let length = number(in: file, at: offset)
      guard length <= file.count - offset - 12 else { throw .truncatedPicture }
      let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      let content = offset + 8..<offset + 8 + length
      guard
        checksum(of: file, in: offset + 4..<content.upperBound)
          == number(in: file, at: content.upperBound)
      else { throw .damagedPicture(name.allSatisfy(\.isLetter) ? name : "at byte \(offset)") }
      offset = content.upperBound + 4
      switch name {
      case "IHDR":
        guard header == nil else { throw .damagedPicture("IHDR") }
        header = try self.header(of: file, in: content)
      case "PLTE": header?.palette = Array(file[content])
      case "tRNS":
        guard header?.colorType == .palette else {
          throw .unsupportedPicture("a transparent colour")
        }
        header?.paletteAlpha = Array(file[content])
      case "IDAT": data.append(content)
      case "IEND":
        guard let header, !data.isEmpty else { throw .damagedPicture("IHDR") }
        return (header, data)
      case _: break
      }
    }
  }

  private static func header(
    of file: [UInt8], in range: Range<Int>
  ) throws(Failure) -> PNGHeader {
    guard range.count == 13 else { throw .damagedPicture("IHDR") }
    let start = range.lowerBound
    guard let colorType = PNGHeader.ColorType(rawValue: file[start + 9]) else {
      throw .unsupportedPicture("color type \(file[start + 9])")
    }
    let header = PNGHeader(
      width: number(in: file, at: start), height: number(in: file, at: start + 4),
      bitDepth: Int(file[start + 8]), colorType: colorType)
    guard header.width > 0, header.height > 0 else { throw .emptyPicture }
    // Each factor is below 2³², so the product may not fit in a signed 64-bit integer.
    let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
    guard !overflow, pixels <= Bitmap.maximumPixelCount else { throw .pictureTooLarge }
    guard header.hasSupportedBitDepth else {
      throw .unsupportedPicture("\(header.bitDepth) bits per sample")
    }
    guard file[start + 12] == 0 else { throw .unsupportedPicture("interlacing") }
    return header
  }

  private static func number(in file: [UInt8], at offset: Int) -> Int {
    Int(file[offset]) << 24 | Int(file[offset + 1]) << 16 | Int(file[offset + 2]) << 8
      | Int(file[offset + 3])
  }

  static func checksum(of file: [UInt8], in range: Range<Int>) -> Int {
    unsafe file.span.extracting(range).withUnsafeBytes {
      Int(unsafe libdeflate_crc32(0, $0.baseAddress, $0.count))
    }
  }

  private static func inflate(
    _ file: [UInt8], in ranges: [Range<Int>], to size: Int
  ) throws(Failure) -> [UInt8] {
    var packed: [UInt8] = []
    packed.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges { packed += file[range] }
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { throw .pictureTooLarge }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var isComplete = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var written = 0
      let result = unsafe packed.withUnsafeBytes {
        unsafe libdeflate_zlib_decompress(
          decompressor, $0.baseAddress, $0.count, buffer.baseAddress, size, &written)
      }
      isComplete = result == LIBDEFLATE_SUCCESS && written == size
      count = isComplete ? size : 0
    }
    guard isComplete else { throw .damagedPicture("IDAT") }
    return bytes
  }

  // MARK: Filters

  /// Reverses the filters of all rows in place (PNG, section 9); returns `false` if a filter type
  /// is unknown.
  private static func unfilter(_ bytes: inout [UInt8], rowBytes: Int, bytesPerPixel: Int) -> Bool {
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      let zeros = [UInt8](repeating: 0, count: rowBytes)
      return unsafe zeros.withUnsafeBufferPointer { zeros in
        guard var above = zeros.baseAddress else { return false }
        var row = unsafe base
        let end = unsafe base + buffer.count
        while unsafe row < end {
          let pixels = unsafe row + 1
          switch unsafe row.pointee {
          case 0: break
          case 1: unsafe addLeft(to: pixels, count: rowBytes, bytesPerPixel: bytesPerPixel)
          case 2: unsafe addAbove(to: pixels, above: above, count: rowBytes)
          case 3:
            unsafe addAverage(
              to: pixels, above: above, count: rowBytes, bytesPerPixel: bytesPerPixel)
          case 4:
            unsafe addPaeth(to: pixels, above: above, count: rowBytes, bytesPerPixel: bytesPerPixel)
          case _: return false
          }
          unsafe row.pointee = 0
          unsafe above = UnsafePointer(pixels)
          unsafe row += rowBytes + 1
        }
        return true
      }
    }
  }

  private static func addLeft(to row: UnsafeMutablePointer<UInt8>, count: Int, bytesPerPixel: Int) {
    var index = bytesPerPixel
    while index < count {
      unsafe row[index] = unsafe row[index] &+ row[index &- bytesPerPixel]
      index &+= 1
    }
  }

  private static func addAbove(
    to row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int
  ) {
    var index = 0
    let rowBytes = UnsafeMutableRawPointer(row)
    let aboveBytes = unsafe UnsafeRawPointer(above)
    while index &+ 32 <= count {
      let left = unsafe rowBytes.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
      let right = unsafe aboveBytes.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
      unsafe rowBytes.storeBytes(of: left &+ right, toByteOffset: index, as: SIMD32<UInt8>.self)
      index &+= 32
    }
    while index < count {
      unsafe row[index] = unsafe row[index] &+ above[index]
      index &+= 1
    }
  }

  private static func addAverage(
    to row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int
  ) {
    var index = 0
    while index < count {
      let left = index < bytesPerPixel ? 0 : UInt16(unsafe row[index &- bytesPerPixel])
      let mean = (left &+ UInt16(unsafe above[index])) >> 1
      unsafe row[index] = unsafe row[index] &+ UInt8(truncatingIfNeeded: mean)
      index &+= 1
    }
  }

  private static func addPaeth(
    to row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int
  ) {
    var index = 0
    while index < min(bytesPerPixel, count) {
      unsafe row[index] = unsafe row[index] &+ above[index]
      index &+= 1
    }
    var channel = 0
    // Goes channel by channel, so that the channel's last value stays in registers.
    while channel < bytesPerPixel {
      var left = Int32(unsafe row[channel])
      var corner = Int32(unsafe above[channel])
      index = channel &+ bytesPerPixel
      while index < count {
        let up = Int32(unsafe above[index])
        let byLeft = abs(up &- corner)
        let byUp = abs(left &- corner)
        let byCorner = abs(left &+ up &- corner &- corner)
        let nearest =
          byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
        let value = unsafe row[index] &+ UInt8(truncatingIfNeeded: nearest)
        unsafe row[index] = value
        left = Int32(value)
        corner = up
        index &+= bytesPerPixel
      }
      channel &+= 1
    }
  }
}

extension PNGReader {
  /// Reads two files in parallel, and returns their bitmaps.
  package static func read(
    _ old: [UInt8], _ new: [UInt8]
  ) throws(Failure) -> (Bitmap, Bitmap) {
    let results = Mutex<[Int: Result<Bitmap, Failure>]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let result = Result { () throws(Failure) in try read(index == 0 ? old : new) }
      results.withLock { $0[index] = result }
    }
    let both = results.withLock { $0 }
    guard let left = both[0], let right = both[1] else { throw .truncatedPicture }
    return (try left.get(), try right.get())
  }
}
