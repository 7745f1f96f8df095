import Bytes
import Hashing
import Store

/// A line of results for a store, as `StoreLoad` reads it.
enum LoadedLine {
  /// The first line of the results of a process.
  case header(Recipe)
  /// A story, with its output as a slice of the bytes that were read.
  case story(RenderedStory, output: Slice)
  /// A story that was not rendered, or an unreadable input line that may belong to any story.
  case failure(key: [UInt8]?, isUnreadable: Bool)
  case trailer(Trailer)
  /// A line with a count that cannot be right, because it is negative or huge.
  case impossibleCount

  /// The counts in the last line, and the hash of the recipe.
  struct Trailer: Hashable {
    var lines = 0
    var stories = 0
    var failures = 0
    var brokenRows = 0
    var fingerprint: ContentHash?
  }

  /// Creates a line from JSON, unescaping its strings in place; `nil` if the JSON is not a line of
  /// results for a store.
  init?(_ bytes: inout [UInt8]) throws(JSONError) {
    let fields = try JSONReader.read(&bytes) { (reader) throws(JSONError) in
      var fields = Fields()
      try fields.read(&reader)
      try reader.finish()
      return fields
    }
    guard let line = fields.line(of: bytes) else { return nil }
    self = line
  }

  private struct Fields {
    var header: Recipe?
    var trailer: Trailer?
    var key: Slice?
    var isRendered: Bool?
    var isUnreadable = false
    var input: ContentHash?
    var joined: ContentHash?
    var outputHash: ContentHash?
    var output: Slice?
    var comments: Int?
    var brokenRows = 0
    var lostComments = 0
    var metadata = ListedMetadata(title: "", address: "", latestCommentTime: nil)
    var people: [Person]?
    var hasImpossibleCount = false

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
      try reader.beginObject()
      while let name = try reader.nextKey() {
        switch reader.string(name) {
        case "header": header = try Self.readHeader(&reader)
        case "trailer": trailer = try readTrailer(&reader)
        case "key": key = try reader.skipNullIfNext() ? nil : try reader.string()
        case "ok": isRendered = try reader.bool()
        case "unread": isUnreadable = try reader.bool()
        case "in": input = try Self.readHash(&reader)
        case "joined": joined = try Self.readHash(&reader)
        case "out": outputHash = try Self.readHash(&reader)
        case "output": output = try reader.string()
        case "comments": comments = try readCount(&reader)
        case "broken": brokenRows = try readCount(&reader)
        case "lost": lostComments = try readCount(&reader)
        case "title": metadata.title = try Self.readText(&reader)
        case "url": metadata.address = try Self.readText(&reader)
        case "latest":
          metadata.latestCommentTime = try readCount(&reader, in: Int.min / 2...Int.max)
        case "people": people = try Self.readPeople(&reader)
        case _: try reader.skip()
        }
      }
    }

    private static func readText(_ reader: inout JSONReader) throws(JSONError) -> String {
      reader.string(try reader.string())
    }

    private static func readHash(_ reader: inout JSONReader) throws(JSONError) -> ContentHash? {
      let text = try reader.string()
      return reader.withBytes(of: text) { ContentHash(hexadecimal: Array($0)) }
    }

    private static func readHeader(_ reader: inout JSONReader) throws(JSONError) -> Recipe? {
      let header = try JSONValue(reading: &reader)
      func hash(_ key: String) -> ContentHash? {
        header[key]?.string.flatMap { ContentHash(hexadecimal: Array($0.utf8)) }
      }
      guard let version = header["version"]?.string, let format = header["format"]?.string,
        let type = header["type"]?.string, let options = hash("options"),
        let templates = hash("templates"), let style = hash("style")
      else { return nil }
      return Recipe(
        version: version, optionsHash: options, templatesHash: templates, styleHash: style,
        format: format,
        contentType: type)
    }

    /// Reads a count or a time; a value outside the range makes the line an `impossibleCount`.
    ///
    /// The default range is small enough that sums of the counts of stories cannot overflow.
    private mutating func readCount(
      _ reader: inout JSONReader, in range: ClosedRange<Int> = 0...Int(Int32.max)
    ) throws(JSONError) -> Int {
      let count = Int(try reader.integer())
      if range.contains(count) { return count }
      hasImpossibleCount = true
      return 0
    }

    private mutating func readTrailer(_ reader: inout JSONReader) throws(JSONError) -> Trailer {
      var trailer = Trailer()
      try reader.beginObject()
      while let name = try reader.nextKey() {
        switch reader.string(name) {
        case "in": trailer.lines = try readCount(&reader, in: 0...Int.max)
        case "out": trailer.stories = try readCount(&reader, in: 0...Int.max)
        case "bad": trailer.failures = try readCount(&reader, in: 0...Int.max)
        case "broken": trailer.brokenRows = try readCount(&reader, in: 0...Int.max)
        case "fingerprint": trailer.fingerprint = try Self.readHash(&reader)
        case _: try reader.skip()
        }
      }
      return trailer
    }

    /// Reads pairs of an id and a name.
    private static func readPeople(_ reader: inout JSONReader) throws(JSONError) -> [Person] {
      var people: [Person] = []
      try reader.beginArray()
      while try reader.nextElement() {
        var texts: [[UInt8]] = []
        try reader.beginArray()
        while try reader.nextElement() {
          let text = try reader.string()
          texts.append(reader.withBytes(of: text) { Array($0) })
        }
        if texts.count == 2 { people.append(Person(author: texts[0], name: texts[1])) }
      }
      return people
    }

    /// Returns the line, or `nil` if it lacks a required member.
    func line(of bytes: [UInt8]) -> LoadedLine? {
      if hasImpossibleCount { return .impossibleCount }
      if let header { return .header(header) }
      if let trailer { return .trailer(trailer) }
      let key = self.key.map { Array(bytes[$0.range]) }
      guard let isRendered else { return nil }
      if !isRendered { return .failure(key: key, isUnreadable: isUnreadable) }
      guard let key, let input, let outputHash, let output, let comments, let people else {
        return nil
      }
      let story = RenderedStory(
        key: key, inputHash: input, joinedRowsHash: joined, outputHash: outputHash,
        commentCount: comments, metadata: metadata, people: people, brokenRowCount: brokenRows,
        lostCommentCount: lostComments)
      return .story(story, output: output)
    }
  }
}
