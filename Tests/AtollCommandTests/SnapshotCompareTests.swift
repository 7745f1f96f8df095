import Foundation
import Testing

/// `atoll snapshot compare` with images from other programs.
@Suite struct SnapshotCompareTests {
  /// Creates grey images without Atoll: `a.png`, `b.png` with a darker square, and `c.png` with four more rows.
  private static func folder() throws -> URL {
    let folder = try Command.makeFolder()
    let made = try Command.bash(
      """
      python3 - <<'END'
      import struct, zlib
      def chunk(name, content):
          return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
      def write(name, rows):
          header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
          data = zlib.compress(b"".join(b"\\0" + bytes(row) for row in rows))
          with open(name, "wb") as file:
              file.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
      rows = [[200 + y] * 60 for y in range(50)]
      write("a.png", rows)
      write("b.png", [[v - 9 if 20 <= x < 24 and 30 <= y < 35 else v for x, v in enumerate(row)] for y, row in enumerate(rows)])
      write("c.png", rows[:10] + [[1] * 60] * 4 + rows[10:])
      write("wide.png", [[1] * 20000])
      write("high.png", [[1]] * 20000)
      END
      """, in: folder)
    #expect(made.status == 0, "\(made.errors)")
    return folder
  }

  private static func compare(_ line: String, in folder: URL) throws -> Command.Outcome {
    try SnapshotTextCommandTests.atoll("compare \(line)", in: folder)
  }

  @Test func reportsWhereAndHowMuchTwoImagesDiffer() throws {
    let folder = try Self.folder()
    let same = try Self.compare("a.png a.png", in: folder)
    #expect(same.status == 0 && same.output == "same         60×50\n", "\(same.output)")
    let different = try Self.compare("a.png b.png -o diff.png", in: folder)
    #expect(different.status == 1 && different.errors.isEmpty, "\(different.errors)")
    #expect(
      different.output == """
        different    60×50, 20 pixels in 1 place, by up to 9 of 255
          4×5 at 20,30

        """, "\(different.output)")
    #expect(try Self.compare("diff.png diff.png", in: folder).output == "same         60×50\n")
    let taller = try Self.compare("a.png c.png", in: folder)
    #expect(
      taller.output.hasPrefix("different    60×50 → 60×54, ")
        && taller.output.contains("\n  4 rows added at row 10\n"), "\(taller.output)")
  }

  @Test func rejectsImagesWhoseCommonSizeIsTooLarge() throws {
    let outcome = try Self.compare("wide.png high.png", in: Self.folder())
    #expect(
      outcome.ended(with: 65, saying: "the sizes differ too much for a comparison: 20000×1 and"))
  }

  @Test func writesJSON() throws {
    let outcome = try Self.compare("a.png b.png --json", in: Self.folder())
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        {"boxes":[{"left":20,"top":30,"width":4,"height":5}],"furthest":9,"new":{"width":60,"height":50},\
        "old":{"width":60,"height":50},"pixels":20,"rows":[],"same":false}

        """, "\(outcome.output)")
  }

  @Test func rejectsFilesThatAreNotImages() throws {
    let folder = try Self.folder()
    try Data("text".utf8).write(to: folder.appending(path: "t.png"))
    let text = try Self.compare("a.png t.png", in: folder)
    #expect(text.status == 65 && text.errors.contains("t.png: "), "\(text.errors)")
    #expect(text.errors.contains("it is not a PNG file"))
    #expect(try Self.compare("a.png none.png", in: folder).status == 66)
    #expect(try Self.compare("a.png", in: folder).status == 64)
    #expect(try Self.compare("a.png b.png -o a.png", in: folder).status == 64)
  }
}
