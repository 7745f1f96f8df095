import Bytes
import Comments

/// The form that an input seems to have, by the top-level keys of its JSON.
enum InputGuess: Equatable {
  case atollDocument
  /// An object with the keys of an Atoll document, but without `atoll`.
  case unmarkedAtollDocument
  /// A response; its server is determined when it is read.
  case response
  /// Rows of a database; the server is unknown if the first rows do not show it.
  case rows(StoryFacts.Server)
  /// Atoll documents in a list.
  case listedDocuments
  case unknown(keys: [String])

  var description: String {
    switch self {
    case .atollDocument, .unmarkedAtollDocument: InputForm.atoll.phrase
    case .listedDocuments: "a list of Atoll documents"
    case .response: "a server's response"
    case .rows(.talk4): InputForm.talk4Dump.phrase
    case .rows(.coral): InputForm.coralDump.phrase
    case .rows(.unknown): "rows of a database"
    case .unknown(let keys):
      keys.isEmpty
        ? "JSON of an unknown form"
        : "JSON of an unknown form (top-level keys: \(keys.prefix(12).joined(separator: ", ")))"
    }
  }
}

extension InputGuess {
  /// The number of rows read to find the server.
  private static let rowLimit = 10_000

  init(_ part: JoinedInput.Part, of bytes: [UInt8]) throws(DecodingError) {
    self = try Self.guess(part, of: bytes)
  }

  private static func guess(
    _ part: JoinedInput.Part, of bytes: [UInt8]
  ) throws(DecodingError) -> InputGuess {
    if hasMark(bytes, in: part.range) { return .atollDocument }
    var keys = TopLevelKeys(of: bytes, in: part.range)
    guard keys.isJSON else {
      let first = part.range.first { !JoinedInput.isSpace(bytes[$0]) } ?? part.range.lowerBound
      let before = bytes[part.range.lowerBound..<first]
      let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? part.range.lowerBound
      throw DecodingError(
        .notJSON, "this is not JSON: it begins with neither { nor [",
        at: DecodingError.Place(
          input: part.name, byte: first - part.start, line: before.count { $0 == 0x0A } + 1,
          column: first - lineStart + 1),
        advice: "give a response, an Atoll document or the rows of a database, in JSON")
    }
    // The reading stops at a key that decides: a response may be long.
    guard
      let first = keys.next(until: {
        $0 == "atoll" || $0 == "data" || $0 == "errors" || $0 == "asset" || $0 == "stream"
      })
    else { return .unknown(keys: []) }
    if let guess = guess(of: first, inList: keys.isList) { return guess }
    var server = RowKind.server(of: first)
    guard server != .unknown || RowKind.looksLikeRow(first) else { return .unknown(keys: first) }
    var rows = 1
    while server == .unknown, rows < rowLimit, let next = keys.next() {
      server = RowKind.server(of: next)
      rows += 1
    }
    return .rows(server)
  }

  /// Returns whether an input begins with `{"atoll":`, as most documents do.
  private static func hasMark(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    let mark: StaticString = "{\"atoll\":"
    return range.count > mark.utf8CodeUnitCount
      && bytes.slice(
        Slice(range.lowerBound..<range.lowerBound + mark.utf8CodeUnitCount), equals: mark)
  }

  private static func guess(of keys: [String], inList: Bool) -> InputGuess? {
    if keys.contains("atoll") { return inList ? .listedDocuments : .atollDocument }
    if keys.contains(where: { $0 == "data" || $0 == "errors" || $0 == "asset" || $0 == "stream" }) {
      return .response
    }
    if keys.contains("_id") { return nil }
    // An answer of a server's error handler, which is not GraphQL.
    let answer: Set<String> = ["error", "message", "report"]
    if keys.contains("error"), keys.allSatisfy({ answer.contains($0) }) { return .response }
    if keys.contains("story") {
      return keys.contains("comments") ? .unmarkedAtollDocument : .response
    }
    // A response without its `data`: all keys are names of GraphQL's root.
    let roots: Set<String> = ["comment", "comments", "settings", "viewer", "extensions"]
    return keys.contains("comments") || keys.contains("comment")
      ? (keys.allSatisfy { roots.contains($0) } ? .response : nil) : nil
  }

  /// Returns the server of a response, by the first key that only one of the servers has.
  static func server(of page: borrowing JSONPage) -> StoryFacts.Server {
    for entry in page.tape.entries where entry.keyCount > 0 {
      if let server = serverKeys.key(entry.key, in: page.bytes) { return server }
    }
    return .unknown
  }

  /// Keys of a response that only one of the servers has.
  private static let serverKeys = KeyTable<StoryFacts.Server>(
    [
      "asset", "created_at", "action_summaries", "richTextBody", "totalCommentCount",
      "infoBoxContent", "infoBoxEnable", "questionBoxEnable", "questionBoxContent", "user",
    ].map { ($0, .talk4) }
      + [
        "stream", "story", "createdAt", "actionCounts", "revision", "commentCounts",
        "featuredComments", "communityGuidelines", "author", "edges", "closeCommenting",
      ].map { ($0, .coral) })
}
