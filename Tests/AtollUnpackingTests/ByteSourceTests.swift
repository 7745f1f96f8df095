import AtollBytes
import AtollOperatingSystem
import Foundation
import Testing

@testable import AtollUnpacking

/// Bytes of files and pipes, compressed or not.
struct ByteSourceTests {
  /// Returns the output of a program for some bytes.
  static func piped(_ bytes: [UInt8], through program: String) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).in")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", program]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let made = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(made)
  }

  static let text = (0..<30_000).flatMap { Array("{\"id\":\"\($0)\",\"n\":\($0 &* 7919)}\n".utf8) }

  /// Returns everything read from bytes that arrive in steps, and the error if there is one.
  static func read(
    _ bytes: [UInt8], inStepsOf step: Int = 1 << 15, room: Int = 1 << 15
  ) throws -> (bytes: [UInt8], error: Failure?) {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    let feeder = Thread {
      for start in stride(from: 0, to: bytes.count, by: step) {
        try? writer.write(contentsOf: Data(bytes[start..<min(bytes.count, start + step)]))
      }
      try? writer.close()
    }
    feeder.start()
    var source = ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var piece = [UInt8](repeating: 0, count: room)
    var found: [UInt8] = []
    do throws(Failure) {
      while true {
        let step = try unsafe piece.withUnsafeMutableBufferPointer {
          (room) throws(Failure) in
          try unsafe source.read(into: UnsafeMutableRawBufferPointer(room))
        }
        switch step {
        case .bytes(let count): found += piece[..<count]
        case .nothingYet: continue
        case .end: return (found, nil)
        }
      }
    } catch {
      // Unread bytes would block the writer.
      _ = try? pipe.fileHandleForReading.readToEnd()
      return (found, error)
    }
  }

  @Test(arguments: [1 << 15, 100_000, 333])
  func readsUncompressedBytesUnchanged(step: Int) throws {
    let found = try Self.read(Self.text, inStepsOf: step)
    #expect(found.bytes == Self.text && found.error == nil)
    #expect(try Self.read([]).bytes == [])
    // Only the beginning of a signature.
    for bytes: [UInt8] in [[0x1F], [0x28, 0xB5], Array("BZh9".utf8), Array("PK".utf8)] {
      #expect(try Self.read(bytes, inStepsOf: 1).bytes == bytes)
    }
    #expect(try Self.read(Array("BZh9\t{}\n".utf8), inStepsOf: 1).bytes == Array("BZh9\t{}\n".utf8))
  }

  @Test(
    arguments: ["gzip -1", "gzip -9", "gzip -n"], [(1 << 15, 1 << 15), (7, 11), (100_000, 64)])
  func unpacksGzip(program: String, sizes: (step: Int, room: Int)) throws {
    let packed = try Self.piped(Self.text, through: program)
    let found = try Self.read(packed, inStepsOf: sizes.step, room: sizes.room)
    #expect(found.bytes == Self.text && found.error == nil)
    #expect(try unpacked(packed, atMost: Self.text.count) == Self.text)
  }

  @Test func unpacksAllMembersOfAGzipFile() throws {
    let packed = try Self.piped(Self.text, through: "gzip")
    let nothing = try Self.piped([], through: "gzip")
    let zeros = [UInt8](repeating: 0, count: 512)
    let file = packed + nothing + packed + zeros
    #expect(try Self.read(file).bytes == Self.text + Self.text)
    #expect(try unpacked(file, atMost: .max) == Self.text + Self.text)
    #expect(try Self.read(nothing).bytes == [])
  }

  @Test func rejectsTruncatedAndDamagedFiles() throws {
    let packed = try Self.piped(Self.text, through: "gzip")
    for count in [2, 9, 100, packed.count / 2, packed.count - 8, packed.count - 1] {
      let torn = Array(packed.prefix(count))
      #expect(try Self.read(torn).error == .truncatedGzip, "\(count) bytes")
      #expect(throws: Failure.truncatedGzip) { try unpacked(torn, atMost: .max) }
    }
    var damaged = packed
    damaged[packed.count / 2] ^= 0x55
    damaged[packed.count - 6] ^= 0x55
    let isDamaged = "the gzip file is damaged at about byte"
    #expect(try Self.read(damaged).error?.message.hasPrefix(isDamaged) == true)
    // Text after the end is neither read as text nor ignored.
    let error = try Self.read(packed + Array("{}\n".utf8)).error
    #expect(error?.message.hasPrefix(isDamaged) == true)
  }

  @Test func rejectsUnsupportedCompressionFormats() throws {
    let files: [(Compression, [UInt8])] = [
      (.zstd, [0x28, 0xB5, 0x2F, 0xFD, 0x24, 0, 1, 2]),
      (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0, 4]),
      (.bzip2, Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 1]),
      (.bzip2, Array("BZh1".utf8) + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0]),
      (.zip, Array("PK".utf8) + [3, 4, 20, 0]), (.lz4, [4, 0x22, 0x4D, 0x18, 0x64]),
    ]
    for (form, bytes) in files {
      for step in [1, 1 << 10] {
        let found = try Self.read(bytes, inStepsOf: step)
        #expect(found.error == .unsupportedCompression(form) && found.bytes == [])
      }
      #expect(throws: Failure.unsupportedCompression(form)) {
        try unpacked(bytes, atMost: .max)
      }
    }
  }

  @Test func rejectsADecompressionBombAboveTheSizeLimit() throws {
    let bomb = try Self.piped([], through: "head -c 300000000 /dev/zero | gzip -1")
    #expect(try unpacked(bomb, atMost: 1 << 20) == nil)
  }
}
