import Bytes
import Comments

/// What an input looks like from outside.
enum Sight: Equatable {
  case atollDocument
  /// An Atoll document that does not say so.
  case unmarkedAtollDocument
  /// A server's response; which server's is decided once it is read.
  case response
  /// Rows of a database; of which server, if one of the first rows tells.
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
        ? "of no known form"
        : "of no known form (its top-level keys are \(keys.prefix(12).joined(separator: ", ")))"
    }
  }
}

/// Finds out by their structure what inputs are.
enum ShapeFinder {
  /// How many rows are looked at before giving up to tell the servers apart.
  private static let rowLimit = 10_000

  static func look(
    at part: JoinedInput.Part, of bytes: [UInt8]
  ) throws(DecodingError) -> Sight {
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
    // In a document of Atoll's own the mark comes first; a response may be long.
    guard
      let first = keys.next(until: {
        $0 == "atoll" || $0 == "data" || $0 == "errors" || $0 == "asset" || $0 == "stream"
      })
    else { return .unknown(keys: []) }
    if let sight = sight(of: first, inList: keys.isList) { return sight }
    var server = RowKind.server(of: first)
    guard server != .unknown || RowKind.looksLikeRow(first) else { return .unknown(keys: first) }
    var rows = 1
    while server == .unknown, rows < rowLimit, let next = keys.next() {
      server = RowKind.server(of: next)
      rows += 1
    }
    return .rows(server)
  }

  /// Whether it begins `{"atoll":`, as most documents do, without white space.
  private static func hasMark(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    let mark: StaticString = "{\"atoll\":"
    return range.count > mark.utf8CodeUnitCount
      && bytes.slice(
        Slice(range.lowerBound..<range.lowerBound + mark.utf8CodeUnitCount), equals: mark)
  }

  private static func sight(of keys: [String], inList: Bool) -> Sight? {
    if keys.contains("atoll") { return inList ? .listedDocuments : .atollDocument }
    if keys.contains(where: { $0 == "data" || $0 == "errors" || $0 == "asset" || $0 == "stream" }) {
      return .response
    }
    if keys.contains("_id") { return nil }
    // An answer that is no GraphQL: what a server's error handler sends.
    let answer: Set<String> = ["error", "message", "report"]
    if keys.contains("error"), keys.allSatisfy({ answer.contains($0) }) { return .response }
    if keys.contains("story") {
      return keys.contains("comments") ? .unmarkedAtollDocument : .response
    }
    // A response without its `data`: nothing but names of GraphQL's root.
    let roots: Set<String> = ["comment", "comments", "settings", "viewer", "extensions"]
    return keys.contains("comments") || keys.contains("comment")
      ? (keys.allSatisfy { roots.contains($0) } ? .response : nil) : nil
  }

  /// Whose response is on a page's tape, by the first key that only one of the servers has.
  static func server(of page: borrowing JSONPage) -> StoryFacts.Server {
    for entry in page.tape.entries where entry.keyCount > 0 {
      switch Telltale.table.key(entry.key, in: page.bytes) {
      case .asset, .created_at, .action_summaries, .richTextBody, .totalCommentCount,
        .infoBoxContent, .infoBoxEnable, .questionBoxEnable, .questionBoxContent, .user:
        return .talk4
      case .stream, .story, .createdAt, .actionCounts, .revision, .commentCounts,
        .featuredComments, .communityGuidelines, .author, .edges, .closeCommenting:
        return .coral
      case nil: continue
      }
    }
    return .unknown
  }

  /// Keys of a response that only one of the servers has.
  private enum Telltale: String, CaseIterable {
    case asset, created_at, action_summaries, richTextBody, totalCommentCount, infoBoxContent
    case infoBoxEnable, questionBoxEnable, questionBoxContent, user
    case stream, story, createdAt, actionCounts, revision, commentCounts, featuredComments
    case communityGuidelines, author, edges, closeCommenting

    static let table = KeyTable<Telltale>()
  }
}
