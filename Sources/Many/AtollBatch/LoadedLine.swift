import AtollBytes
import AtollComments
import AtollHashing
import AtollStore

/// A line of results for a store, as `StoreLoad` reads it.
enum LoadedLine {
  /// The first line of the results of a process.
  case header(Recipe)
  /// A story; `output` is the slice of the line with its output, and `checksum` is the hash that
  /// the line gives for the other values (`RenderedStory.checksum`).
  case story(RenderedStory, output: Slice, checksum: ContentHash)
  /// A story that was not rendered, or an unreadable input line that may belong to any story, and
  /// the hash of it.
  case failure(FailedResult, checksum: ContentHash)
  /// The counts in the last line, and the hash of the recipe.
  case trailer(BatchCounts, fingerprint: ContentHash?)
  /// A line with a count that cannot be right, because it is negative or huge.
  case impossibleCount

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
    var trailer: BatchCounts?
    var fingerprint: ContentHash?
    var key: Slice?
    var isRendered: Bool?
    var isUnreadable = false
    var input: ContentHash?
    var joined: ContentHash?
    var outputHash: ContentHash?
    var checksum: ContentHash?
    var reason = ""
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
        case "check": checksum = try Self.readHash(&reader)
        case "error": reason = try JSONValue(reading: &reader)["message"]?.string ?? ""
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

    /// A limit for the counts of a process, whose sums cannot overflow.
    private static let processLimit = 1 << 40

    private mutating func readTrailer(
      _ reader: inout JSONReader
    ) throws(JSONError) -> BatchCounts {
      var counts = BatchCounts()
      func read(_ count: WritableKeyPath<BatchCounts, Int>) throws(JSONError) {
        counts[keyPath: count] = try readCount(&reader, in: 0...Self.processLimit)
      }
      try reader.beginObject()
      while let name = try reader.nextKey() {
        switch reader.string(name) {
        case "in": try read(\.lines)
        case "out": try read(\.results)
        case "bad": try read(\.failures)
        case "broken": try read(\.brokenRows)
        case "brokenJoined": try read(\.brokenJoinedRows)
        case "withoutUser": try read(\.commentsWithoutUser)
        case "withoutRow": try read(\.storiesWithoutRow)
        case "losses": try readLosses(&reader, into: &counts)
        case "fingerprint": fingerprint = try Self.readHash(&reader)
        case _: try reader.skip()
        }
      }
      return counts
    }

    private mutating func readLosses(
      _ reader: inout JSONReader, into counts: inout BatchCounts
    ) throws(JSONError) {
      for loss in try JSONValue(reading: &reader).elements {
        guard let code = loss["code"]?.string.flatMap({ Diagnostic.Code(rawValue: $0) }) else {
          continue
        }
        let (problems, stories) = (loss["problems"]?.int ?? -1, loss["stories"]?.int ?? -1)
        let range = 0...Self.processLimit
        if !range.contains(problems) || !range.contains(stories) { hasImpossibleCount = true }
        counts.losses[code] = BatchCounts.Loss(
          problemCount: problems, storyCount: stories, first: loss["message"]?.string ?? "",
          keyOfFirst: loss["key"]?.string ?? "")
      }
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
      if let trailer { return .trailer(trailer, fingerprint: fingerprint) }
      let key = self.key.map { Array(bytes[$0.range]) }
      guard let isRendered, let checksum else { return nil }
      if !isRendered {
        return .failure(
          FailedResult(key: key, isUnreadable: isUnreadable, reason: reason), checksum: checksum)
      }
      guard let key, let input, let outputHash, let output, let comments, let people else {
        return nil
      }
      let story = RenderedStory(
        key: key, inputHash: input, joinedRowsHash: joined, outputHash: outputHash,
        commentCount: comments, metadata: metadata, people: people, brokenRowCount: brokenRows,
        lostCommentCount: lostComments)
      return .story(story, output: output, checksum: checksum)
    }
  }
}
