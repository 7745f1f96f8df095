extension Comparison {
  /// Returns the new picture in pale gray, with the differences in color.
  ///
  /// Pixels that became darker are red, as are pixels that changed color but not brightness. Pixels
  /// that became lighter are green. Pixels that exist in only one bitmap are blue. The end of a
  /// picture that would be larger than a bitmap may be is left out.
  package static func differencePicture(of old: Bitmap, _ new: Bitmap) -> Bitmap {
    let width = max(old.width, new.width)
    let height = min(max(old.height, new.height), Bitmap.maximumPixelCount / max(1, width))
    var picture = Bitmap(width: width, height: height, filledWith: (90, 130, 230))
    for y in 0..<min(old.height, new.height, height) {
      for x in 0..<min(old.width, new.width) {
        let before = old.color(x: x, y: y)
        let after = new.color(x: x, y: y)
        picture.setColor(
          x: x, y: y,
          to: before == after ? paleGray(for: after) : markColor(from: before, to: after))
      }
    }
    return picture
  }

  private static func brightness(_ color: (red: UInt8, green: UInt8, blue: UInt8)) -> Int {
    (Int(color.red) * 299 + Int(color.green) * 587 + Int(color.blue) * 114) / 1000
  }

  private static func paleGray(
    for color: (red: UInt8, green: UInt8, blue: UInt8)
  ) -> (UInt8, UInt8, UInt8) {
    let gray = UInt8(217 + brightness(color) * 38 / 255)
    return (gray, gray, gray)
  }

  /// Returns the red or green that marks a change; even a small change is easy to see.
  private static func markColor(
    from before: (red: UInt8, green: UInt8, blue: UInt8),
    to after: (red: UInt8, green: UInt8, blue: UInt8)
  ) -> (UInt8, UInt8, UInt8) {
    let change = brightness(after) - brightness(before)
    let strength = UInt8(max(0, 150 - abs(change)))
    return change <= 0 ? (220, strength / 2, strength / 2) : (strength / 3, 160, strength / 3)
  }
}
