/// The header of a PNG file, and the colours of its palette if it has one: <https://www.w3.org/TR/png-3/#11IHDR>.
struct PNGHeader {
  enum Colors: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    /// The number of samples of a pixel.
    var samples: Int {
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
  /// The number of bits of a sample.
  let bits: Int
  let colors: Colors
  /// The colours of the palette, three bytes each.
  var palette: [UInt8] = []
  /// The opacity of the first colours of the palette.
  var alpha: [UInt8] = []

  var rowBytes: Int { (width * colors.samples * bits + 7) / 8 }
  /// The number of bytes from a byte to the one that filters call left of it.
  var pixelBytes: Int { max(1, colors.samples * bits / 8) }

  /// The samples have eight bits, or fewer where a pixel is one sample.
  var hasReadableBits: Bool {
    switch bits {
    case 8: true
    case 1, 2, 4: colors.samples == 1
    case _: false
    }
  }

  /// Returns a picture of grey samples or of numbers in the palette, whose rows are no longer filtered.
  func picture(ofSamples rows: [UInt8]) throws(PictureError) -> Picture {
    let hasAlpha = colors == .grayAlpha || !alpha.isEmpty
    var bytes: [UInt8] = []
    bytes.reserveCapacity(height * (width * (hasAlpha ? 4 : 3) + 1))
    let most = (1 << bits) - 1
    for row in stride(from: 1, to: rows.count, by: rowBytes + 1) {
      bytes.append(0)
      for x in 0..<width {
        let bit = x * colors.samples * bits
        let sample = Int(rows[row + bit / 8]) >> (8 - bits - (bit & 7)) & most
        if colors == .palette {
          guard sample * 3 + 2 < palette.count else { throw .damaged("PLTE") }
          bytes += palette[(sample * 3)...(sample * 3 + 2)]
          if hasAlpha { bytes.append(sample < alpha.count ? alpha[sample] : 255) }
        } else {
          let gray = UInt8(sample * 255 / most)
          bytes += [gray, gray, gray]
          if hasAlpha { bytes.append(rows[row + bit / 8 + 1]) }
        }
      }
    }
    return Picture(width: width, height: height, channels: hasAlpha ? 4 : 3, bytes: bytes)
  }
}
