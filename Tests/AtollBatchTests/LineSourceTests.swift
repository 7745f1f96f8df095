import AtollBytes
import AtollOperatingSystem
import AtollUnpacking
import Foundation
import Testing

@testable import AtollBatch

/// Lines of plain and compressed streams.
struct LineSourceTests {
  @Test func readsSettingsAfterAByteOrderMark() throws {
    let row = #"{"id":"t","organization":{"name":"Org"},"domain":"example.com"}"#
    let rows = try DumpFile.settingsRows(in: Array("\u{feff}\(row)\n".utf8), named: "settings")
    #expect(rows == [Array(row.utf8)])
  }

  /// Returns the text of each line, or the length of a line that was skipped because it is too long.
  private static func lines(
    _ bytes: [UInt8], longest: Int = 1 << 20
  ) throws(Failure) -> [String] {
    let file = try? NamelessFile(in: FileManager.default.temporaryDirectory.path)
    guard let file, (try? writeAll(bytes, to: file.descriptor, at: 0)) != nil else { return [] }
    var source = LineSource(descriptor: file.descriptor, maximumLineLength: longest) { false }
    var found: [String] = []
    while let chunk = try source.next() {
      for line in chunk.lines {
        switch line.content {
        case .text(let range): found.append(String(decoding: chunk.bytes[range], as: UTF8.self))
        case .tooLong(let length): found.append("\(length) bytes")
        }
      }
    }
    return found
  }

  @Test func splitsOnlyAtLineFeeds() throws {
    let text = "a\r\n\n\u{2028}b\nlast"
    #expect(try Self.lines(Array(text.utf8)) == ["a\r", "", "\u{2028}b", "last"])
    #expect(try Self.lines([]) == [])
  }

  @Test func skipsALineThatIsTooLong() throws {
    let long = String(repeating: "x", count: 200_000)
    #expect(
      try Self.lines(Array("a\n\(long)\nb\n".utf8), longest: 1000) == ["a", "200000 bytes", "b"])
  }

  @Test func readsTheSameLinesFromACompressedFile() throws {
    let text = Array((0..<20_000).map { "{\"n\":\($0)}" }.joined(separator: "\n").utf8)
    let plain = try Self.lines(text)
    #expect(plain.count == 20_000)
    #expect(try Self.lines(Gzip.packed(text)) == plain)
  }

  @Test func neverReadsCompressedBytesAsText() throws {
    let packed = try Gzip.packed(Array("a\nb\n".utf8))
    let error = #expect(throws: Failure.self) { try Self.lines(Array(packed.dropLast(3))) }
    #expect(error?.message == "the gzip file is truncated")
    #expect(throws: Failure.unsupportedCompression(Compression.zstd)) {
      try Self.lines([0x28, 0xB5, 0x2F, 0xFD, 0x0A, 0x7B])
    }
  }

  /// A decompression bomb: a line of 400 MB, compressed to 2 MB.
  @Test func skipsAHugeCompressedLine() throws {
    let bomb = try Gzip.packed([], through: "head -c 400000000 /dev/zero | gzip -1")
    #expect(try Self.lines(bomb, longest: 1000) == ["400000000 bytes"])
  }
}

/// The program `gzip`.
enum Gzip {
  static func packed(_ bytes: [UInt8], through program: String = "gzip -n") throws -> [UInt8] {
    let file = try NamelessFile(in: FileManager.default.temporaryDirectory.path)
    try writeAll(bytes, to: file.descriptor, at: 0)
    lseek(file.descriptor, 0, SEEK_SET)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", program]
    process.standardInput = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let packed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(packed)
  }
}
