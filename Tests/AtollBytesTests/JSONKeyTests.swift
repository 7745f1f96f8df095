import Testing

@testable import AtollBytes

@Suite struct JSONKeyTests {
  /// Returns the keys of all objects of a list; each key is first compared with the one at its place in the previous
  /// object.
  func keys(_ text: String) throws -> (keys: [String], guessed: Int, line: Int) {
    var bytes = Array(text.utf8)
    var keys: [String] = []
    var guessed = 0
    let line = try JSONReader.read(&bytes) { (reader: inout JSONReader) throws(JSONError) -> Int in
      var patterns: [KeyPattern] = []
      var names: [String] = []
      try reader.beginArray()
      while try reader.nextElement() {
        try reader.beginObject()
        var place = 0
        while true {
          if place < patterns.count, reader.readKey(like: patterns[place]) {
            keys.append(names[place])
            guessed += 1
          } else {
            var pattern = KeyPattern()
            guard let key = try reader.nextKey(pattern: &pattern) else { break }
            patterns = Array(patterns.prefix(place)) + [pattern]
            names = Array(names.prefix(place)) + [reader.string(key)]
            keys.append(names[place])
          }
          try reader.skip()
          place += 1
        }
      }
      return reader.lineEndCount
    }
    return (keys, guessed, line)
  }

  @Test(arguments: [
    #"[{"id":1,"body":2},{"id":3,"body":4},{"id":3,"body":4}]"#,
    "[{\"id\" : 1,\n  \"body\" : 2},{\"id\" : 1,\n  \"body\" : 2},{\"id\" : 1,\n  \"body\" : 2}]",
    #"[{"a":1,"twelve_bytes":2},{"a":3,"twelve_bytes":4},{"a":3,"twelve_bytes":4}]"#,
    #"[{"a":1,"nineteen_bytes_long":2},{"a":3,"nineteen_bytes_long":4},{"a":1,"nineteen_bytes_long":4}]"#,
  ])
  func recognizesKeysOfThePreviousObject(text: String) throws {
    let found = try keys(text)
    #expect(found.keys.count == 6)
    #expect(Array(found.keys.prefix(2)) == Array(found.keys.suffix(2)))
    #expect(found.guessed == 4)
    #expect(found.line == text.utf8.count { $0 == 0x0A })
  }

  @Test(arguments: [
    #"[{"id":1,"body":2},{"ie":3,"bodx":4}]"#,
    #"[{"id":1,"twelve_bytes":2},{"id ":3,"twelve_bytez":4}]"#,
    #"[{"i\u0064":1,"b":2},{"id0064":3,"b":4}]"#,
  ])
  func distinguishesSimilarKeys(text: String) throws {
    let keys = try keys(text).keys
    #expect(Set(keys).count > 2)
  }

  @Test(arguments: [#"[{"a":1},{"a":2},{"a":3}]"#, "[{\"a\":1\n },{\"a\":2\n },{\"a\":3\n }]"])
  func recognizesTheEndOfAnObjectAfterKeysOfThePreviousObject(text: String) throws {
    var bytes = Array(text.utf8)
    let (ends, line) = try JSONReader.read(&bytes) {
      (reader: inout JSONReader) throws(JSONError) -> (Int, Int) in
      var pattern = KeyPattern()
      var ends = 0
      try reader.beginArray()
      while try reader.nextElement() {
        try reader.beginObject()
        _ = try reader.nextKey()
        try reader.skip()
        if reader.readKey(like: pattern) {
          ends += 1
        } else {
          let key = try reader.nextKey(pattern: &pattern)
          #expect(key == nil)
        }
      }
      try reader.finish()
      return (ends, reader.lineEndCount)
    }
    #expect(ends == 2)
    #expect(line == text.utf8.count { $0 == 0x0A })
  }

  @Test func requiresCommasBetweenKeysButNotBeforeTheFirst() {
    #expect(throws: JSONError.self) { try keys(#"[{"id":1,"b":2},{,"id":1}]"#) }
    #expect(throws: JSONError.self) { try keys(#"[{"id":1},{"id":1"id":2}]"#) }
  }
}
