import AtollBytes
import AtollSnapshots
import Testing

@testable import AtollPageShots

@Suite struct BitmapTests {
  static func noise(_ width: Int, _ height: Int, seed: UInt32) -> Bitmap {
    var picture = Bitmap(width: width, height: height, filledWith: (255, 255, 255))
    var state = seed
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let byte = UInt8(truncatingIfNeeded: state >> 24)
        picture.setColor(x: x, y: y, to: (byte, byte &* 3, byte ^ 0x55))
      }
    }
    return picture
  }

  @Test func readsBackThePNGFileItWrites() throws {
    let picture = Self.noise(61, 43, seed: 7)
    #expect(try PNGReader.read(PNGWriter.write(picture)) == picture)
  }

  @Test func writesAPaletteIfThereAreFewColors() throws {
    var picture = Bitmap(width: 50, height: 9, filledWith: (1, 2, 3))
    for x in 0..<40 { picture.setColor(x: x, y: 4, to: (UInt8(x), 0, 255)) }
    let file = PNGWriter.write(picture)
    #expect(file[25] == 3, "the colours of the header")
    #expect(try PNGReader.read(file) == picture)
    for x in 0..<50 { for y in 0..<9 { picture.setColor(x: x, y: y, to: (UInt8(x), UInt8(y), 0)) } }
    let colorful = PNGWriter.write(picture)
    #expect(colorful[25] == 2)
    #expect(try PNGReader.read(colorful) == picture)
  }

  /// Files of other programs: a palette of four bits with opacity, grey of two bits, grey with alpha.
  @Test(
    arguments: [
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACBAMAAABvWnspAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAAnRSTlP/gAgPs2oAAAAOSURBVHja\
        Y2BUYFBkAAAAzQBDeljbrQAAAABJRU5ErkJggg==
        """,
        [
          [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255],
          [0, 0, 255, 255, 0, 255, 0, 128, 255, 0, 0, 255],
        ]
      ),
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAAAUAAAABAgAAAAB5JSOOAAAAC0lEQVR42mOQPgAAAPkA3Oe5k0sAAAAASUVORK5CYII=
        """,
        [[0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255, 255, 255, 255]]
      ),
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR42mPgEpHTAAAAzQBltceWUgAAAABJRU5ErkJggg==
        """,
        [[10, 10, 10, 20, 30, 30, 30, 40]]
      ),
    ] as [(String, [[UInt8]])])
  func readsPaletteAndGrayscaleFiles(file: String, rows: [[UInt8]]) throws {
    let picture = try PNGReader.read(#require(bytes(ofBase64: file)))
    #expect(picture.bytes == rows.flatMap { [0] + $0 })
  }

  @Test func detectsADifferenceInOpacity() throws {
    let opaque = Bitmap(width: 2, height: 1, filledWith: (9, 9, 9))
    let clear = Bitmap(
      width: 2, height: 1, channels: 4, bytes: [0, 9, 9, 9, 255, 9, 9, 9, 254])
    let comparison = Comparison(opaque, clear)
    #expect(comparison.differingPixelCount == 1 && comparison.maximumChannelDifference == 1)
  }

  @Test func rejectsAFileTruncatedAtAnyByte() throws {
    let file = PNGWriter.write(Self.noise(20, 20, seed: 1))
    for length in 0..<file.count {
      #expect(throws: Failure.self) { try PNGReader.read(Array(file[..<length])) }
    }
  }

  @Test func rejectsAFileWithAnyDamagedByte() throws {
    let file = PNGWriter.write(Self.noise(9, 9, seed: 1))
    for index in file.indices {
      var damaged = file
      damaged[index] ^= 0x10
      #expect(throws: Failure.self, "byte \(index)") { try PNGReader.read(damaged) }
    }
  }

  @Test func detectsADifferenceInASinglePixel() throws {
    let picture = Self.noise(40, 33, seed: 3)
    #expect(Comparison(picture, picture).isSame)
    for (x, y) in [(0, 0), (39, 0), (0, 32), (39, 32), (17, 16)] {
      var other = picture
      let old = other.color(x: x, y: y)
      other.setColor(x: x, y: y, to: (old.red ^ 1, old.green, old.blue))
      let comparison = Comparison(picture, other)
      #expect(comparison.differingPixelCount == 1)
      #expect(comparison.maximumChannelDifference == 1)
      #expect(comparison.boxes == [Box(left: x, top: y, right: x + 1, bottom: y + 1)])
    }
  }

  @Test func countsThePixelsThatExistInOnlyOnePicture() {
    let wide = Bitmap(width: 100, height: 50, filledWith: (9, 9, 9))
    let tall = Bitmap(width: 50, height: 100, filledWith: (9, 9, 9))
    #expect(Comparison(wide, tall).differingPixelCount == 5000)
  }

  @Test func alignsEqualRowsAroundInsertedAndRemovedRows() {
    func picture(_ rows: [UInt8]) -> Bitmap {
      var picture = Bitmap(width: 4, height: rows.count, filledWith: (0, 0, 0))
      for (y, red) in rows.enumerated() { picture.setColor(x: 3, y: y, to: (red, 0, 0)) }
      return picture
    }
    func changes(_ rows: [UInt8]) -> [ListChange] {
      RowAlignment.changes(from: picture([1, 2, 3, 4, 5, 6]), to: picture(rows))
    }
    #expect(changes([1, 2, 9, 9, 3, 4, 5, 6]) == [ListChange(old: 2..<2, new: 2..<4)])
    #expect(changes([1, 2, 9, 9, 3, 4, 5, 6]).elementCount == 2)
    #expect(changes([1, 2, 5, 6]) == [ListChange(old: 2..<4, new: 2..<2)])
    #expect(
      changes([1, 7, 3, 4, 8, 6]) == [
        ListChange(old: 1..<2, new: 1..<2), ListChange(old: 4..<5, new: 4..<5),
      ])
    #expect(changes([1, 2, 3, 4, 5, 6]).isEmpty)
  }

  @Test func advisesWhatToDoAboutMissingGlyphs() {
    let some = Failure.missingGlyphs(["U+12AE", "U+0E2A"]).message
    #expect(
      some.hasPrefix("no font has a glyph for U+12AE U+0E2A; put a font that has them in env/fonts")
    )
    #expect(some.hasSuffix("in env/fonts.txt"))
    let many = Failure.missingGlyphs((0..<2000).map { "U+\($0)" }).message
    #expect(many.contains("U+19 and 1980 more; put"), "\(many)")
  }

  @Test func detectsASingleColorPicture() {
    var picture = Bitmap(width: 5, height: 4, filledWith: (1, 2, 3))
    #expect(picture.isOneColor)
    picture.setColor(x: 4, y: 3, to: (1, 2, 4))
    #expect(!picture.isOneColor)
  }
}
