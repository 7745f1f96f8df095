import AtollBytes
import AtollComments

/// The form that an input seems to have, judging by the top-level keys of its JSON.
enum InputGuess: Equatable {
  case atollDocument
  /// An object with the keys of an Atoll document, but without `atoll`.
  case unmarkedAtollDocument
  /// A response of Talk 4 or Coral; the decoder finds out which server sent it.
  case response
  /// Rows of a database; the server is unknown if the first rows do not show it.
  case rows(StoryMetadata.Server)
  case listedDocuments
  /// Comments with the keys of an Atoll document, but not inside such a document.
  case bareComments
  /// Coral's notifications, or the request in which it sends them.
  case notifications
  case unknown(UnknownForm)

  var description: String {
    switch self {
    case .atollDocument, .unmarkedAtollDocument: InputForm.atoll.phrase
    case .listedDocuments: "a list of Atoll documents"
    case .bareComments: "comments of an Atoll document, without the document"
    case .notifications: "a notification of Coral"
    case .response: "a server's response"
    case .rows(.talk4): InputForm.talk4Dump.phrase
    case .rows(.coral): InputForm.coralDump.phrase
    case .rows(.unknown): "rows of a database"
    case .unknown(let form): form.description
    }
  }
}

extension InputGuess {
  /// The maximum number of rows read to find the server.
  private static let rowLimit = 10_000

  /// Returns the form that a part of an input seems to have.
  static func guess(
    of part: JoinedInput.Part, in bytes: [UInt8]
  ) throws(StoryError) -> InputGuess {
    if hasAtollPrefix(bytes, in: part.range) { return .atollDocument }
    var keys = TopLevelKeys(of: bytes, in: part.range)
    guard keys.looksLikeJSON else {
      if let system = OtherCommentSystem.ofExport(bytes[part.range]) {
        return .unknown(UnknownForm(exportOf: system))
      }
      let begin = part.range.first { !JoinedInput.isSpace(bytes[$0]) }
      let first = begin ?? part.range.lowerBound
      let before = bytes[part.range.lowerBound..<first]
      let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? part.range.lowerBound
      throw StoryError(
        .notJSON, message: "this is not JSON: it begins with neither { nor [",
        at: StoryError.Place(
          input: part.name, byte: first - part.start, line: before.count { $0 == 0x0A } + 1,
          column: first - lineStart + 1),
        advice: begin.map { bytes[$0] } == UInt8(ascii: "<")
          ? "for an export of Disqus or WordPress, see docs/other-systems.md"
          : "give a response, an Atoll document or the rows of a database, in JSON")
    }
    // Reading stops at a decisive key, because a response may be long.
    guard
      let first = keys.nextKeys(until: {
        $0 == "atoll" || $0 == "data" || $0 == "errors" || $0 == "asset" || $0 == "stream"
      })
    else { return .unknown(UnknownForm()) }
    let form = UnknownForm(keys: first)
    if form.isRecognized { return .unknown(form) }
    let beginning = TopLevelKeys(of: bytes, in: part.range)
    if isOfGitHub(beginning) { return .unknown(UnknownForm(exportOf: .gitHub)) }
    if let guess = guess(byKeysOf: form, beginning: beginning, inList: keys.isList) {
      return guess
    }
    if AtollCommentKey.areKeys(ofComment: first) { return .bareComments }
    var server = RowKind.server(of: first)
    guard server != .unknown || RowKind.couldBeRow(first) else { return .unknown(form) }
    var readCount = 1
    while server == .unknown, readCount < rowLimit, let next = keys.nextKeys() {
      server = RowKind.server(of: next)
      readCount += 1
    }
    return .rows(server)
  }

  /// Returns whether an input begins with `{"atoll":`, as most documents do.
  private static func hasAtollPrefix(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    let mark: StaticString = "{\"atoll\":"
    return range.count > mark.utf8CodeUnitCount
      && bytes.isSlice(
        Slice(range.lowerBound..<range.lowerBound + mark.utf8CodeUnitCount), equalTo: mark)
  }

  /// Returns whether an object is a response of GitHub's GraphQL API, by the first key of its data.
  private static func isOfGitHub(_ beginning: TopLevelKeys) -> Bool {
    guard var data = beginning.value(of: "data") else { return false }
    let first = data.nextKeys(until: { _ in true })
    return first == ["repository"] || first == ["search"]
  }

  /// Returns the form of an object with a list of comments, judging by the keys of the first
  /// comment.
  private static func guess(
    byKeysOfComments comments: TopLevelKeys, in form: UnknownForm
  ) -> InputGuess {
    var form = form
    var list = comments
    form.commentKeys = list.nextKeys() ?? []
    if form.commentKeys.contains("body") {
      let isFromServer = ["author", "user"].contains { name in
        var person = comments.value(of: name)
        return person?.nextKeys()?.contains("username") == true
      }
      if isFromServer || !responseCommentKeys.isDisjoint(with: form.commentKeys) {
        return .response
      }
    }
    return AtollCommentKey.areKeys(ofComment: form.commentKeys)
      ? .unmarkedAtollDocument : .unknown(form)
  }

  /// Keys that comments have in servers' responses, but neither in Atoll documents nor in other
  /// systems.
  private static let responseCommentKeys: Set<String> = [
    "__typename", "action_summaries", "richTextBody", "actionCounts", "revision", "story", "asset",
    "editing", "parent",
  ]

  private static let responseStoryKeys: Set<String> = [
    "comments", "commentCounts", "featuredComments", "totalCommentCount", "isClosed", "closedAt",
    "comment", "settings", "metadata",
  ]

  private static func guess(
    byKeysOf form: UnknownForm, beginning: TopLevelKeys, inList: Bool
  ) -> InputGuess? {
    let keys = form.keys
    if isNotification(keys) || isNotificationRequest(keys, beginning: beginning) {
      return .notifications
    }
    if keys.contains("atoll") { return inList ? .listedDocuments : .atollDocument }
    if keys.contains("data") || keys.contains("errors") { return .response }
    if keys.contains("_id") { return nil }
    // A response of a server's error handler, which is not GraphQL.
    let errorResponseKeys: Set<String> = ["error", "message", "report"]
    if keys.contains("error"), keys.allSatisfy({ errorResponseKeys.contains($0) }) {
      return .response
    }
    if keys.contains("story"), keys.contains("comments") { return .unmarkedAtollDocument }
    for name in ["asset", "story", "stream"] where keys.contains(name) {
      var story = beginning.value(of: name)
      guard let found = story?.nextKeys() else { return .response }
      return responseStoryKeys.isDisjoint(with: found) ? .unknown(form) : .response
    }
    if keys.contains("comments"), let comments = beginning.value(of: "comments"), comments.isList {
      return guess(byKeysOfComments: comments, in: form)
    }
    // A response without its `data`: all keys are names of fields at GraphQL's root.
    let roots: Set<String> = ["comment", "comments", "settings", "viewer", "extensions"]
    return keys.contains("comments") || keys.contains("comment")
      ? (keys.allSatisfy { roots.contains($0) } ? .response : nil) : nil
  }

  private static func isNotification(_ keys: [String]) -> Bool {
    ["type", "from", "to", "story", "comment"].allSatisfy(keys.contains)
  }

  /// Returns whether an object is a request in which Coral sends notifications, or only such a
  /// request's `variables.input`.
  private static func isNotificationRequest(_ keys: [String], beginning: TopLevelKeys) -> Bool {
    var items: TopLevelKeys?
    if keys.contains("variables") {
      items = beginning.value(of: "variables")?.value(of: "input")?.value(of: "items")
    } else if keys.contains("items") {
      items = beginning.value(of: "items")
    }
    return items?.nextKeys().map(isNotification) ?? false
  }

  /// Returns the server that sent a response, by the first key that only one of the servers has.
  static func server(of page: borrowing JSONPage) -> StoryMetadata.Server {
    for entry in page.tape.entries where entry.keyCount > 0 {
      if let server = serversByKey.key(entry.key, in: page.bytes) { return server }
    }
    return .unknown
  }

  /// Keys of a response that only one of the servers has.
  private static let serversByKey = KeyTable<StoryMetadata.Server>(
    [
      "asset", "created_at", "action_summaries", "richTextBody", "totalCommentCount",
      "infoBoxContent", "infoBoxEnable", "questionBoxEnable", "questionBoxContent", "user",
    ].map { ($0, .talk4) }
      + [
        "stream", "story", "createdAt", "actionCounts", "revision", "commentCounts",
        "featuredComments", "communityGuidelines", "author", "edges", "closeCommenting",
      ].map { ($0, .coral) })
}
