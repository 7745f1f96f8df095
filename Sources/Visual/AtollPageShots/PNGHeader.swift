import AtollBytes

/// The header of a PNG file, and its palette if it has one: <https://www.w3.org/TR/png-3/#11IHDR>.
struct PNGHeader {
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var samplesPerPixel: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  let width: Int
  let height: Int
  /// The number of bits per sample.
  let bitDepth: Int
  let colorType: ColorType
  /// The colors of the palette, three bytes each.
  var palette: [UInt8] = []
  /// The alpha values of the first palette entries.
  var paletteAlpha: [UInt8] = []

  var bytesPerRow: Int { (width * colorType.samplesPerPixel * bitDepth + 7) / 8 }
  /// The distance, in bytes, from a byte to the corresponding byte of the pixel to the left, for
  /// filters.
  var bytesPerPixel: Int { max(1, colorType.samplesPerPixel * bitDepth / 8) }

  /// True if the bit depth is 8; it may also be 1, 2 or 4 if a pixel is one sample.
  var hasSupportedBitDepth: Bool {
    bitDepth == 8 || [1, 2, 4].contains(bitDepth) && colorType.samplesPerPixel == 1
  }

  /// Returns the bitmap for unfiltered rows of gray samples or palette indices.
  func picture(ofSamples rows: [UInt8]) throws(Failure) -> Bitmap {
    let hasAlpha = colorType == .grayAlpha || !paletteAlpha.isEmpty
    var bytes: [UInt8] = []
    bytes.reserveCapacity(height * (width * (hasAlpha ? 4 : 3) + 1))
    let maximum = (1 << bitDepth) - 1
    for row in stride(from: 1, to: rows.count, by: bytesPerRow + 1) {
      bytes.append(0)
      for x in 0..<width {
        let bit = x * colorType.samplesPerPixel * bitDepth
        let sample = Int(rows[row + bit / 8]) >> (8 - bitDepth - (bit & 7)) & maximum
        if colorType == .palette {
          guard sample * 3 + 2 < palette.count else { throw .damagedPicture("PLTE") }
          bytes += palette[(sample * 3)...(sample * 3 + 2)]
          if hasAlpha { bytes.append(sample < paletteAlpha.count ? paletteAlpha[sample] : 255) }
        } else {
          let gray = UInt8(sample * 255 / maximum)
          bytes += [gray, gray, gray]
          if hasAlpha { bytes.append(rows[row + bit / 8 + 1]) }
        }
      }
    }
    return Bitmap(width: width, height: height, channels: hasAlpha ? 4 : 3, bytes: bytes)
  }
}
