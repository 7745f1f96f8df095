import Foundation
import Testing

@testable import OperatingSystem

struct RecordSorterTests {
  /// The same records for every run.
  private static func records(_ count: Int) -> [(key: [UInt8], value: [UInt8])] {
    var state: UInt64 = 7
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 40)
    }
    return (0..<count).map { index in
      let key = (0..<next() % 12).map { _ in UInt8(next() % 3 == 0 ? 0xFF : next() % 3) }
      return (key, Array("value \(index)".utf8) + Array(repeating: 0, count: next() % 40))
    }
  }

  private static func array(_ span: Span<UInt8>) -> [UInt8] {
    (0..<span.count).map { span[$0] }
  }

  @Test(arguments: [1 << 24, 20_000, 900, 1])
  func bringsRecordsIntoTheOrderOfTheirKeysHoweverLittleMemoryThereIs(memory: Int) throws {
    let records = Self.records(3000)
    let folder = FileManager.default.temporaryDirectory.path
    var sorter = RecordSorter(folder: folder, mostBytes: memory)
    for (key, value) in records { try sorter.add(key: key.span, value: value.span) }
    var sorted: [(key: [UInt8], value: [UInt8])] = []
    let failure = sorter.finish { (key, value) throws(Never) in
      sorted.append((Self.array(key), Self.array(value)))
    }
    #expect(failure == nil)
    let expected = records.enumerated().sorted {
      $0.element.key == $1.element.key
        ? $0.offset < $1.offset : $0.element.key.lexicographicallyPrecedes($1.element.key)
    }
    #expect(sorted.map(\.key) == expected.map(\.element.key))
    #expect(sorted.map(\.value) == expected.map(\.element.value))
  }
}
