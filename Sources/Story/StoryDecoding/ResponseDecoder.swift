import Bytes
import Comments

/// Makes a story of the answers of a server: one, or several that are pages of one story.
///
/// A comment that comes twice, in two pages or in two lists of one, is one comment: what comes later
/// fills the gaps of what came before. Nested lists lie on a stack; no depth costs any recursion.
struct ResponseDecoder {
  /// Talk 4 or Coral; they share how comments are listed, and next to no field names.
  var server = StoryFacts.Server.unknown { didSet { builder.facts.server = server } }
  var page: JSONPage
  var builder = StoryBuilder(bytes: [])
  var facts = UnsettledFacts()
  /// The story the caller asked for.
  let wanted: String?
  /// The ids of all stories that were met.
  private var stories = StoriesMet()
  /// The story that a comment named last; they all name the same one.
  private var named: (id: Slice, isWanted: Bool)?
  private(set) var storyCount = 0
  private(set) var pageCount = 0
  private(set) var errorMessages: [String] = []
  /// What the answers hold, for the error where that is no story.
  private var rootNames: [String] = []
  private static let mostRootNames = 8

  /// The lists being read, the innermost last.
  private var lists: [List] = []
  /// The lists found inside the comment that is being read.
  var innerLists: [InnerList] = []
  /// Ids of comments that were only referred to.
  private var references: [Slice] = []
  /// Comments the input broke off in.
  private var cut: Set<Int> = []
  /// Whether the server says of the comment being read that it was deleted; and of which others it did.
  var isGone = false
  private var gone: Set<Int> = []

  private struct List {
    var next: Int
    let end: Int
    /// The comment whose replies these are, or -1.
    let parent: Int
    /// What being in this list says of a comment.
    let tags: Tags
  }

  struct InnerList {
    let index: Int
    /// Replies hang from the comment that holds them; ancestors say themselves whom they answer.
    var areReplies = true
  }

  init(page: consuming JSONPage, storyID: String?) {
    self.page = page
    wanted = storyID
  }

  // MARK: Responses

  /// Reads the value on the tape: a response, what is inside its `data`, or a list of either.
  mutating func readPage() {
    guard !page.tape.entries.isEmpty else { return }
    if page.kind(0) == .array {
      for child in page.children(of: 0) { readResponse(child) }
    } else {
      readResponse(0)
    }
  }

  private mutating func readResponse(_ index: Int) {
    guard let response = page.object(index) else { return }
    pageCount += 1
    readErrors(of: response)
    var root = response
    if let data = page.member("data", of: response) {
      guard page.kind(data) == .object else {
        return page.reportWrongType(data, expected: "an object")
      }
      root = data
    }
    for field in page.children(of: root) where page.kind(field) == .object {
      readErrors(of: field)
    }
    for field in page.children(of: root) where rootNames.count < Self.mostRootNames {
      let name = page.bytes.string(page.tape.entries[field].key)
      rootNames.append(page.isNull(field) ? "\(name) is null" : name)
    }
    switch server {
    case .talk4: readTalk4Root(root)
    case .coral, .unknown: readCoralRoot(root)
    }
  }

  /// Reads the errors of an answer: GraphQL's list, those of a mutation's payload, or the one error of an
  /// answer that is no GraphQL.
  private mutating func readErrors(of response: Int) {
    if let errors = page.value("errors", of: response), let list = page.list(errors) {
      for error in page.children(of: list) { readError(error) }
    }
    if let error = page.value("error", of: response), page.kind(error) == .object {
      readError(error)
    }
  }

  private mutating func readError(_ error: Int) {
    let message = page.value("message", of: error).flatMap { page.text($0) }
    // Coral: {"message": …, "extensions": {"code": …}}, or the extensions alone outside GraphQL. Talk 4:
    // {"translation_key": …}.
    let coded = page.value("extensions", of: error) ?? error
    let code = (page.value("code", of: coded) ?? page.value("translation_key", of: error))
      .flatMap { page.text($0) }
    let words = [message.map { page.excerpt($0) }, code.map { page.excerpt($0) }].compactMap(\.self)
    let text =
      switch words.count {
      case 0: "no message"
      case 1: words[0]
      default: "\(words[0]) (\(words[1]))"
      }
    errorMessages.append(text)
    page.report(.serverError, "the server answered with an error: \(text)", error)
  }

  /// Whether a story is the one that is wanted.
  ///
  /// Its id is remembered in any case.
  mutating func begins(story: Int) -> Bool {
    guard page.kind(story) == .object else {
      page.reportWrongType(story, expected: "an object")
      return false
    }
    storyCount += 1
    guard let field = page.value("id", of: story), let id = page.id(field) else {
      return page.isWhole(story) || stories.ids.isEmpty && wanted == nil
    }
    guard isWanted(id) else { return false }
    builder.facts.id = id
    return true
  }

  /// Whether a story with this id is the one that is wanted; the id is remembered in any case.
  private mutating func isWanted(_ id: Slice) -> Bool {
    let text = page.bytes.string(id)
    stories.note(text)
    return wanted == nil || wanted == text
  }

  /// Whether the story that a comment names is the one that is wanted.
  mutating func isWanted(named story: Int) -> Bool {
    guard let field = page.value("id", of: story), let id = page.id(field) else { return true }
    if let named, page.bytes[named.id.range].elementsEqual(page.bytes[id.range]) {
      return named.isWanted
    }
    let isWanted = isWanted(id)
    if isWanted, builder.facts.id.isEmpty { builder.facts.id = id }
    named = (id, isWanted)
    return isWanted
  }

  // MARK: Lists

  /// Reads a list of comments and all that hangs from them.
  mutating func gather(_ list: Int, under parent: Int = -1, tags: Tags = []) {
    open(list, under: parent, tags)
    while let list = lists.last {
      guard list.next < list.end else {
        lists.removeLast()
        continue
      }
      lists[lists.count - 1].next = page.tape.next(list.next)
      guard let comment = comment(at: list.next) else { continue }
      let index = readComment(comment, in: list)
      while let inner = innerLists.popLast() {
        open(inner.index, under: inner.areReplies ? index : -1, [])
      }
    }
  }

  /// Opens a list: an array, or a connection with `nodes` or `edges`; or one comment alone.
  private mutating func open(_ list: Int, under parent: Int, _ tags: Tags) {
    func push(_ next: Int, _ end: Int) {
      lists.append(List(next: next, end: end, parent: parent, tags: tags))
    }
    switch page.kind(list) {
    case .array: push(list + 1, page.tape.end(of: list))
    case .object:
      if let inner = page.value("nodes", of: list) ?? page.value("edges", of: list) {
        if let inner = page.list(inner) { push(inner + 1, page.tape.end(of: inner)) }
      } else if page.hasMember("id", list) {
        push(list, page.tape.next(list))
      }
    case .null: return
    case .string, .number, .bool: page.reportWrongType(list, expected: "a list of comments")
    }
  }

  /// The comment at a place of a list: an object, or the `node` of an edge.
  private mutating func comment(at index: Int) -> Int? {
    let object = page.member("node", of: index) ?? index
    if page.kind(object) == .object { return object }
    page.report(.unusableRow, "a comment must be an object; it was passed over", object)
    return nil
  }

  /// Whether a field under a name of the asker's own choice is a list of comments.
  func isCommentList(_ index: Int) -> Bool {
    guard page.kind(index) == .object,
      let list = page.value("nodes", of: index) ?? page.value("edges", of: index),
      page.kind(list) == .array, let first = page.children(of: list).first(where: { _ in true })
    else { return false }
    let comment = page.value("node", of: first) ?? first
    return page.hasMember("id", comment) && page.hasMember("body", comment)
  }

  /// Whether a list says that there is more of it.
  mutating func hasMore(_ list: Int) -> Bool? {
    guard page.kind(list) == .object else { return nil }
    if let more = page.value("hasNextPage", of: list) { return page.flag(more) }
    guard let info = page.value("pageInfo", of: list) else { return nil }
    return page.value("hasNextPage", of: info).flatMap { page.flag($0) }
  }

  // MARK: Comments

  /// Under which key a comment names its story.
  private var storyKey: StaticString {
    switch server {
    case .talk4: "asset"
    case .coral, .unknown: "story"
    }
  }

  private mutating func readComment(_ object: Int, in list: List) -> Int {
    innerLists.removeAll(keepingCapacity: true)
    if wanted != nil, let story = page.value(storyKey, of: object), !isWanted(named: story) {
      return list.parent
    }
    isGone = false
    var comment = CommentRecord()
    comment.parent = Int32(truncatingIfNeeded: list.parent)
    comment.tags = list.tags
    let isReference: Bool
    switch server {
    case .talk4: isReference = !readTalk4Comment(object, &comment)
    case .coral, .unknown: isReference = !readCoralComment(object, &comment)
    }
    if !page.isWhole(object) { comment.withhold() }
    if let known = index(of: comment.id) {
      merge(comment, into: known, isWhole: page.isWhole(object))
      return known
    }
    if isReference {
      if !comment.id.isEmpty { references.append(comment.id) }
      // What hangs from it says itself whom it answers, or hangs from what this hangs from.
      return list.parent
    }
    let index = builder.comments.count
    if !page.isWhole(object) { cut.insert(index) }
    if isGone { gone.insert(index) }
    builder.comments.append(comment)
    unsafe page.bytes.withUnsafeBufferPointer { unsafe builder.register(in: $0) }
    return index
  }

  private func index(of id: Slice) -> Int? {
    if id.isEmpty { return nil }
    return unsafe page.bytes.withUnsafeBufferPointer { unsafe builder.registered(id, in: $0) }
  }

  /// What hides a comment in one of its copies hides it, whichever came first.
  private mutating func merge(_ new: CommentRecord, into index: Int, isWhole: Bool) {
    var old = builder.comments[index]
    if isGone { gone.insert(index) }
    if cut.contains(index), isWhole {
      cut.remove(index)
      old.marks = new.marks
      old.tombstone = new.tombstone
    }
    let isFirstText = old.body.isEmpty && !new.body.isEmpty && isWhole
    if isFirstText {
      old.body = new.body
      old.syntax = new.syntax
      if old.tombstone == .deleted { old.tombstone = new.tombstone }
    }
    if new.marks.contains(.unpublished), isWhole {
      old.marks.insert(.unpublished)
      old.tombstone = new.tombstone
    }
    if new.marks.contains(.edited) { old.marks.insert(.edited) }
    old.fillGaps(from: new)
    if gone.contains(index) { old.delete() }
    let gainsParent = old.parentID.isEmpty && !new.parentID.isEmpty
    if gainsParent { old.parentID = new.parentID }
    if old.parent < 0 { old.parent = new.parent }
    builder.comments[index] = old
    if gainsParent { builder.resolveLater(index) }
  }

  // MARK: The end

  /// Reports comments that were only ever referred to.
  private mutating func reportReferences() {
    for id in references where index(of: id) == nil {
      let name = page.excerpt(id)
      page.diagnostics.add(
        .unusableRow, "the input names this comment but holds no text of it", at: .comment(name))
    }
  }

  /// The story, once all pages were read.
  mutating func finish() throws(DecodingError) -> (Story, StoryBuilder) {
    if let wanted, !stories.contains(wanted), !stories.ids.isEmpty {
      throw storyNotFound(wanted, among: stories.ids)
    }
    if wanted == nil, stories.ids.count > 1 { throw severalStories(stories.ids) }
    guard storyCount > 0 || !builder.comments.isEmpty else { throw nothingFound }
    reportReferences()
    facts.settle(&builder.facts)
    hideIgnored()
    for index in builder.comments.indices where builder.comments[index].media >= 0 {
      let kind = builder.media[Int(builder.comments[index].media)].kind
      if facts.hiddenMedia.contains(kind) { builder.comments[index].media = -1 }
    }
    builder.bytes = page.bytes
    page.bytes = []
    builder.diagnostics.add(contentsOf: page.diagnostics)
    let story = builder.finish()
    return (story, builder)
  }

  private var nothingFound: DecodingError {
    guard let message = errorMessages.first else {
      let names = rootNames.map { String($0.prefix(64)) }.joined(separator: ", ")
      return DecodingError(
        .noStory,
        "the response holds neither a story nor comments" + (names.isEmpty ? "" : ", but \(names)"),
        advice:
          "ask the server for the story with its comments; a story that is null is not known to it")
    }
    return DecodingError(
      .noStory, "the server answered with an error instead of a story: \(message)",
      advice: "mend what the server complains of and ask again")
  }

  /// Comments whose author the reader ignores are not shown, but their replies are.
  private mutating func hideIgnored() {
    if facts.ignoredUsers.isEmpty { return }
    let ignored = Set(facts.ignoredUsers.map { page.bytes.string($0) })
    for index in builder.comments.indices where builder.comments[index].author >= 0 {
      let author = builder.authors[Int(builder.comments[index].author)]
      if builder.comments[index].tombstone == nil, !author.id.isEmpty,
        ignored.contains(page.bytes.string(author.id))
      {
        builder.comments[index].tombstone = .ignored
      }
    }
  }
}

extension CommentRecord {
  /// Keeps a comment from readers; if a reply needs it, a tombstone stands in its place.
  mutating func withhold(_ reason: Tombstone = .withheld) {
    marks.insert(.unpublished)
    if tombstone == nil { tombstone = reason }
  }

  /// Leaves nothing of a comment but its place.
  mutating func delete() {
    body = .empty
    author = -1
    media = -1
    tags = []
    labelCount = 0
    rating = 0
    marks.remove(.edited)
    if !marks.contains(.unpublished) { tombstone = .deleted }
  }

  /// Takes over what another record of the same comment knows and this one does not.
  mutating func fillGaps(from other: CommentRecord) {
    tags.formUnion(other.tags)
    if author < 0 { author = other.author }
    if media < 0 { media = other.media }
    if !createdAt.isKnown { createdAt = other.createdAt }
    if likes == 0 { likes = other.likes }
    if replyCount < 0 { replyCount = other.replyCount }
    if rating == 0 { rating = other.rating }
    if permalink.isEmpty { permalink = other.permalink }
    if labelCount == 0 {
      firstLabel = other.firstLabel
      labelCount = other.labelCount
    }
  }
}
