import AtollBytes
import Foundation
import Testing

@testable import AtollStore

struct DatabaseTests {
  @Test(arguments: ["site.db", ":memory:", "100%? #1.db", "two words.db", "é.db"])
  func readsBackNumbersAndBytesAndText(name: String) throws {
    let site = try SmallSite(name: name)
    let values: [[UInt8]] = [[], [0, 1, 255], Array("O'Neil\u{0}é".utf8)]
    do {
      let database = try Database(site.path, for: .creating)
      try database.run("create table t(number integer, blob blob, text text) strict")
      let insert = try database.prepare("insert into t values(?1, ?2, ?3)")
      for (number, value) in values.enumerated() {
        try insert.run(
          .integer(number == 0 ? Int.min : nil), .bytes(number == 1 ? nil : value), .text(value))
      }
    }
    #expect(try site.files == [name])
    for access in [Database.Access.reading, .readingImmutable] {
      let select = try Database(site.path, for: access).prepare("select number, blob, text from t")
      #expect(try select.next())
      #expect(select.integerIfPresent(0) == .min && !select.isNull(1) && select.bytes(1).isEmpty)
      #expect(try select.next())
      #expect(select.integerIfPresent(0) == nil && select.isNull(1) && select.bytes(2) == values[1])
      #expect(try select.next())
      #expect(select.bytes(1) == values[2] && select.bytes(2) == values[2])
      #expect(try !select.next())
    }
  }

  @Test func rollsBackATransactionThatThrows() throws {
    let site = try SmallSite()
    let database = try Database(site.path, for: .creating)
    try database.run("create table t(x)")
    #expect(throws: Failure.self) {
      try database.transaction {
        try database.run("insert into t values(1)")
        throw Failure(.noInput, message: "", at: "")
      }
    }
    try database.transaction {
      try database.run("insert into t values(2)")
    }
    #expect(try database.number("select sum(x) from t") == 2)
  }

  @Test func reportsAValueThatIsTooLong() throws {
    let site = try SmallSite()
    let database = try Database(site.path, for: .creating)
    #expect(kind { _ = try database.number("select length(zeroblob(2000000000))") } == .badInput)
  }

  @Test func includesTheFileAndCauseInAnError() throws {
    let site = try SmallSite()
    let database = try Database(site.path, for: .creating)
    let error = #expect(throws: Failure.self) { try database.run("select * from no_table") }
    #expect(error?.place == site.path)
    #expect(error?.message.contains("no such table: no_table") == true)
    let missing = #expect(throws: Failure.self) {
      try Database("\(site.folder)/no/x.db", for: .creating)
    }
    #expect(missing?.message.contains("No such file or directory") == true)
  }

  @Test func rejectsWritesToADatabaseOpenedForReading() throws {
    let site = try SmallSite()
    try Database(site.path, for: .creating).run("create table t(x)")
    #expect(throws: Failure.self) {
      try Database(site.path, for: .reading).run("insert into t values(1)")
    }
  }
}

struct IDListTests {
  @Test(arguments: [[], [0], [1, 2, 3], [127, 128, 16_383, 16_384, 1 << 40], [Int.max]])
  func readsBackIDs(ids: [Int]) {
    #expect(IDList.ids(in: IDList.bytes(of: ids)) == ids)
  }

  @Test func storesConsecutiveIDsInOneByteEach() {
    #expect(IDList.bytes(of: 1_000_000..<1_001_000).count == 1002)
  }

  @Test func findsExactlyTheInsertedIDs() {
    var set = IDSet()
    let ids = [1, 2, 63, 64, 32_767, 32_768, 5_000_000]
    for id in ids {
      let isNew = [set.insert(id), set.insert(id)]
      #expect(isNew == [true, false])
    }
    #expect(set.count == ids.count)
    #expect((0..<40_000).filter { set.contains($0) } == ids.dropLast())
  }
}
