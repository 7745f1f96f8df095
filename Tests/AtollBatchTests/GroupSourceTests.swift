import AtollOperatingSystem
import Foundation
import Testing

@testable import AtollBatch

/// Groups of consecutive rows with the same key.
struct GroupSourceTests {
  private struct Reading {
    /// The key and the number of rows of each group, or the code of a failure.
    var works: [String] = []
    var emptyLines = 0
    var ending: BatchEnding?
  }

  private static func read(_ text: String) throws -> Reading {
    let file = try NamelessFile(in: FileManager.default.temporaryDirectory.path)
    try writeAll(Array(text.utf8), to: file.descriptor, at: 0)
    var settings = BatchSettings()
    settings.maximumLineLength = 1000
    let lines = LineSource(descriptor: file.descriptor, maximumLineLength: 1000) { false }
    var source = GroupSource(lines, settings: settings)
    var reading = Reading()
    while let chunk = try source.next(isStopped: { false }) {
      reading.emptyLines += chunk.emptyLines
      reading.ending = chunk.ending
      for item in chunk.items {
        switch item {
        case .group(let group):
          reading.works.append("\(String(decoding: group.key, as: UTF8.self)): \(group.rowCount)")
        case .failure(let failure, let number):
          reading.works.append("\(failure.code.rawValue) \(number)")
        }
      }
    }
    return reading
  }

  private static func row(_ key: String) -> String { "\(key)\t{\"id\":\"x\"}\n" }

  @Test func groupsConsecutiveRowsWithTheSameKey() throws {
    let reading = try Self.read(
      Self.row("a") + Self.row("a") + "\n" + Self.row("b") + Self.row("c") + Self.row("c"))
    #expect(reading.works == ["a: 2", "b: 1", "c: 2"])
    #expect(reading.emptyLines == 1 && reading.ending == nil)
  }

  @Test func keepsAByteOrderMarkInTheKeyOfTheFirstRow() throws {
    let reading = try Self.read(Self.row("\u{FEFF}a") + Self.row("\u{FEFF}a"))
    #expect(reading.works == ["\u{FEFF}a: 2"])
  }

  @Test func reportsARowWithoutAKeyAfterTheGroupThatItIsIn() throws {
    let reading = try Self.read(
      "{\"id\":\"1\"}\n" + Self.row("a") + "{broken\n" + Self.row("a")
        + String(repeating: "x", count: 2000) + "\n" + Self.row("b"))
    #expect(reading.works == ["no_key 1", "a: 2", "no_key 3", "too_large 5", "b: 1"])
  }

  @Test func reportsManyRowsWithoutAKeyBeforeTheGroupEnds() throws {
    let reading = try Self.read(
      Self.row("a") + String(repeating: "x\n", count: 2500) + Self.row("b"))
    #expect(reading.works.count == 2502)
    #expect(reading.works.firstIndex(of: "a: 1") == 2000)
  }

  @Test func stopsAtAKeyThatIsOutOfOrder() throws {
    let reading = try Self.read(Self.row("b") + Self.row("a") + Self.row("b"))
    #expect(reading.ending == .keysOutOfOrder(line: 2))
    #expect(reading.works == [])
  }

  @Test func stopsAtATruncatedLastRow() throws {
    let reading = try Self.read(Self.row("a") + "a\t{\"id\":\"y\"")
    #expect(reading.ending == .truncated(line: 2))
    #expect(reading.works == [])
  }

  @Test func usesTheTextBeforeTheTabOfALineUnchangedAsItsKey() throws {
    let reading = try Self.read("a b\t{}\na b\t{}\nb\\u0041\t{}\n")
    #expect(reading.works == ["a b: 2", "b\\u0041: 1"])
  }
}
