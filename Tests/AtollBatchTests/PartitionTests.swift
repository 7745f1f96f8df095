import AtollOperatingSystem
import Foundation
import Testing

@testable import AtollBatch

/// Records in temporary files, partitioned by the hashes of their keys.
struct PartitionTests {
  private static let folder = FileManager.default.temporaryDirectory.path

  private static func record(_ key: String, _ text: String) -> [UInt8] {
    var record: [UInt8] = []
    record.append(.comment, key: Array(key.utf8)[...], people: [Array("u".utf8)[...]]) {
      $0 += text.utf8
    }
    return record
  }

  /// Returns the keys and texts of all records, partition by partition, and the hashes in order.
  private static func contents(
    of partitions: consuming Partitions
  ) throws -> (texts: [[String]], hashes: [UInt64]) {
    var texts: [[String]] = []
    var hashes: [UInt64] = []
    var walk = Partitions.Walk(partitions)
    while let partition = try walk.next() {
      var found: [String] = []
      var last: UInt64 = 0
      try partition.forEachRecord { (range, bytes) throws(SystemError) in
        let record = bytes.record(in: range)
        found.append(
          String(decoding: record.key, as: UTF8.self) + String(decoding: record.text, as: UTF8.self)
        )
        last = max(last, record.hash)
        #expect(record.people.count == 1 && record.kind == .comment)
      }
      if !found.isEmpty { (texts, hashes) = (texts + [found], hashes + [last]) }
    }
    return (texts, hashes)
  }

  @Test func keepsTheRecordsOfAKeyTogetherAndInOrder() throws {
    var partitions = Partitions(in: Self.folder)
    for number in 0..<3000 { try partitions.add(Self.record("k\(number % 500)", " \(number)")) }
    let (texts, hashes) = try Self.contents(of: partitions)
    #expect(texts.flatMap(\.self).count == 3000)
    #expect(hashes == hashes.sorted())
    let sought = try #require(texts.first { $0.contains { $0.hasPrefix("k7 ") } })
    #expect(
      sought.filter { $0.hasPrefix("k7 ") } == stride(from: 7, to: 3000, by: 500).map { "k7 \($0)" }
    )
  }

  @Test func splitsLargePartitionsButNotTheRecordsOfAKey() throws {
    var partitions = Partitions(in: Self.folder)
    let text = String(repeating: "x", count: 1 << 20)
    for number in 0..<30 {
      try partitions.add(Self.record("large", text))
      try partitions.add(Self.record("k\(number)", text))
    }
    let (texts, _) = try Self.contents(of: partitions)
    #expect(texts.flatMap(\.self).count == 60)
    #expect(texts.filter { $0.contains { $0.hasPrefix("large") } }.count == 1)
  }

  @Test func splitsALargePartitionOfRecordsWithoutAKey() throws {
    var partitions = Partitions(in: Self.folder)
    for number in 0..<30 {
      try partitions.add(Self.record("", "\(number) " + String(repeating: "x", count: 1 << 20)))
    }
    let (texts, _) = try Self.contents(of: partitions)
    #expect(texts.flatMap(\.self).count == 30)
    #expect(texts.allSatisfy { $0.count <= 8 }, "no more than 8 MiB are loaded at once")
  }

  @Test(arguments: [0, 2, 255, 256, 70_000])
  func keepsAllPeopleOfARecord(count: Int) throws {
    let ids = (0..<count).map { Array("u\($0)".utf8)[...] }
    var records: [UInt8] = []
    records.append(.comment, key: Array("story".utf8)[...], people: ids) { $0 += "text".utf8 }
    let range = try #require(records.rangeOfRecord(at: 0))
    let record = records.record(in: range)
    #expect(record.people == ids.map(DumpRecord.hash(of:)))
    #expect(Array(record.key) == Array("story".utf8) && Array(record.text) == Array("text".utf8))
  }

  @Test func findsThePeopleOfAStory() throws {
    var people = Partitions(in: Self.folder)
    for number in 0..<2000 { try people.add(Self.record("u\(number)", "{\"n\":\(number)}")) }
    try people.add(Self.record("u7", "again"))
    let rows = try JoinedRows(settings: [Array("s".utf8)], people: people, in: Self.folder)
    func texts(_ ids: [String]) throws -> [String] {
      let hashes = ids.map { DumpRecord.hash(of: Array($0.utf8)[...]) }
      return try rows.rows(ofPeople: Set(hashes)).bytes.split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(try texts([]) == ["s"])
    #expect(try texts(["u7"]) == ["s", "{\"n\":7}", "again"])
    for number in 0..<2000 where number != 7 {
      #expect(try texts(["u\(number)", "nobody"]) == ["s", "{\"n\":\(number)}"])
    }
  }
}
