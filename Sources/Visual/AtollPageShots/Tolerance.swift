import AtollTheming

/// A tolerant comparison of bitmaps from two engines; its result is never certain.
///
/// Differences in the anti-aliasing of letters are accepted. Three differences are rejected: a flat
/// area with another color, something that is drawn where the other bitmap is flat, and a square
/// with many visible differences.
package enum Tolerance {
  /// The maximum difference between channels that count as the same.
  private static let maximumEqualChannelDifference = 2
  /// The maximum distance between two colors that count as close, as HyAB in OKLab:
  /// <https://bottosson.github.io/posts/oklab/>.
  private static let maximumCloseDistance = 0.02
  private static let windowSize = 32
  /// The maximum number of pixels whose colors are not close, in a window of 32×32 pixels: 4 %.
  private static let maximumVisiblyDifferentPixelCount = windowSize * windowSize / 25

  /// Returns whether two engines may have drawn the two bitmaps from the same page.
  package static func accepts(_ old: Bitmap, _ new: Bitmap) -> Bool {
    guard old.width == new.width, old.height == new.height else { return false }
    let columns = (old.width + windowSize - 1) / windowSize
    var visiblyDifferentPixelCounts = [Int](repeating: 0, count: columns)
    for y in 0..<old.height {
      if y % windowSize == 0 { visiblyDifferentPixelCounts = Array(repeating: 0, count: columns) }
      for x in 0..<old.width {
        let before = old.color(x: x, y: y)
        let after = new.color(x: x, y: y)
        guard differs(before, after) else { continue }
        // Flat in both: the color changed. Flat in one: something was added or removed.
        if isFlat(old, x: x, y: y) || isFlat(new, x: x, y: y) { return false }
        if distance(before, after) > maximumCloseDistance {
          visiblyDifferentPixelCounts[x / windowSize] += 1
          if visiblyDifferentPixelCounts[x / windowSize] > maximumVisiblyDifferentPixelCount {
            return false
          }
        }
      }
    }
    return true
  }

  private typealias Channels = (red: UInt8, green: UInt8, blue: UInt8)

  private static func differs(_ left: Channels, _ right: Channels) -> Bool {
    max(
      abs(Int(left.red) - Int(right.red)), abs(Int(left.green) - Int(right.green)),
      abs(Int(left.blue) - Int(right.blue))) > maximumEqualChannelDifference
  }

  /// Returns whether a pixel and its neighbors have one color.
  private static func isFlat(_ picture: Bitmap, x: Int, y: Int) -> Bool {
    let color = picture.color(x: x, y: y)
    for row in max(0, y - 1)...min(picture.height - 1, y + 1) {
      for column in max(0, x - 1)...min(picture.width - 1, x + 1)
      where picture.color(x: column, y: row) != color {
        return false
      }
    }
    return true
  }

  /// Returns the HyAB distance: the distance in lightness plus the distance in hue and chroma.
  private static func distance(_ left: Channels, _ right: Channels) -> Double {
    let difference = oklab(of: left) - oklab(of: right)
    let (a, b) = (difference.y, difference.z)
    return abs(difference.x) + (a * a + b * b).squareRoot()
  }

  private static func oklab(of pixel: Channels) -> SIMD3<Double> {
    Color(red: pixel.red, green: pixel.green, blue: pixel.blue).oklab
  }
}
