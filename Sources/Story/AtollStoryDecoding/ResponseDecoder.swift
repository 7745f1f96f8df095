import AtollBytes
import AtollComments

/// A decoder that makes a story from a server's responses: a single one, or multiple pages of one
/// story.
///
/// A comment that occurs twice, in two pages or in two lists of one page, is one comment; later
/// records fill gaps in earlier ones. Nested lists are on a stack, so even deep ones need no
/// recursion.
struct ResponseDecoder {
  /// The server that sent the responses; Talk 4 and Coral list comments in the same way, but have
  /// different names for the fields.
  var server = StoryMetadata.Server.unknown { didSet { builder.metadata.server = server } }
  var isTalk4: Bool { server.isTalk4 }
  var page: JSONPage
  var builder = StoryBuilder(bytes: [])
  var pending = PendingSettings()
  /// The settings of the site; a story's own settings take precedence, even if they are read first.
  var site = (metadata: StoryMetadata(), pending: PendingSettings())
  var hidesIgnoredAuthors = true
  /// The id of the story that the caller asked for; `nil` if the caller did not choose one.
  let wantedID: String?
  private var stories = StoryIDs()
  /// The story that the previous comment names; nearly always, all comments name the same one.
  private var lastNamedStory: (id: Slice, isWanted: Bool)?
  private(set) var storyCount = 0
  private(set) var pageCount = 0
  private(set) var errorMessages: [String] = []
  /// The names of the fields at the root, for the error if there is no story.
  private var rootNames: [String] = []
  private static let maximumRootNameCount = 8

  /// The lists being read, the innermost last.
  private var lists: [List] = []
  /// The lists found inside the comment that is being read.
  var innerLists: [InnerList] = []
  /// Ids of comments that were only referred to.
  private var references: [Slice] = []
  /// References that mark their comment as not published or as deleted.
  var hidingReferences: [HiddenCommentReference] = []
  /// The indices of comments that were cut by a syntax error or the end of the input.
  private var truncatedIndices: Set<Int> = []
  var isCurrentCommentDeleted = false
  /// The reader's relation to the comment being read.
  var viewerState = ViewerState()
  /// The name of the person who featured the comment being read; empty if there is none.
  var featuredByName = Slice.empty
  private var deletedIndices: Set<Int> = []
  /// The indices of comments with an incomplete list of replies, and of comments whose last page of
  /// replies was read.
  private var (indicesLackingReplies, indicesWithLastPage): (Set<Int>, Set<Int>) = ([], [])

  private struct List {
    var next: Int
    let end: Int
    /// The index of the comment whose replies these are, or -1.
    let parent: Int
    /// The tags of all comments in the list.
    let tags: Tags
    /// True if this is a single comment, such as the one above a page of replies, and not a list.
    var isSingleComment = false
  }

  struct InnerList {
    /// The index of the list's entry on the tape.
    let entry: Int
    /// True if the list has replies to the comment that holds it; if false, it has ancestors of
    /// this comment, which name their own parents.
    var areReplies = true
  }

  init(page: consuming JSONPage, storyID: String?) {
    self.page = page
    wantedID = storyID
  }

  // MARK: Responses

  /// Reads the value on the tape: a response, the contents of its `data`, or a list of either.
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
    for field in page.children(of: root) where rootNames.count < Self.maximumRootNameCount {
      let name = page.bytes.string(page.tape.entries[field].key)
      rootNames.append(page.isNull(field) ? "\(name) is null" : name)
    }
    readRoot(root)
  }

  /// Reads the errors in a response or in a mutation's payload: a list, or a single error if the
  /// response is not GraphQL.
  private mutating func readErrors(of response: Int) {
    if let list = page.list("errors", of: response) {
      for error in page.children(of: list) { readError(error) }
    }
    if let error = page.value("error", of: response), page.kind(error) == .object {
      readError(error)
    }
  }

  private mutating func readError(_ error: Int) {
    let message = page.text("message", of: error)
    // Coral: {"message": …, "extensions": {"code": …}}, or only the extensions outside of GraphQL.
    // Talk 4: {"translation_key": …}.
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
    page.report(.serverError, message: "the server answered with an error: \(text)", at: error)
  }

  /// Records a story's id, and returns whether the story is wanted; without a `wantedID`, every
  /// story with an id is wanted.
  mutating func recordStory(_ story: Int) -> Bool {
    guard page.kind(story) == .object else {
      page.reportWrongType(story, expected: "an object")
      return false
    }
    storyCount += 1
    guard let id = page.id("id", of: story) else {
      return page.isWhole(story) || stories.ids.isEmpty && wantedID == nil
    }
    guard recordStory(withID: id) else { return false }
    builder.metadata.id = id
    return true
  }

  private mutating func recordStory(withID id: Slice) -> Bool {
    let text = page.bytes.string(id)
    stories.insert(text)
    return wantedID.map { $0.utf8.elementsEqual(text.utf8) } ?? true
  }

  /// Records the story that a comment names, and returns whether the story is wanted; a story
  /// without an id always is.
  mutating func recordStory(ofComment story: Int) -> Bool {
    guard let id = page.id("id", of: story) else { return true }
    if let lastNamedStory, page.bytes[lastNamedStory.id.range].elementsEqual(page.bytes[id.range]) {
      return lastNamedStory.isWanted
    }
    let isWanted = recordStory(withID: id)
    if isWanted, builder.metadata.id.isEmpty { builder.metadata.id = id }
    if isWanted, !isTalk4, let settings = page.value("settings", of: story) {
      page.readCoralStorySettings(at: settings, into: &builder.metadata, pending: &pending)
    }
    lastNamedStory = (id, isWanted)
    return isWanted
  }

  /// The number of comments to which the server has more replies than the input holds.
  var commentsLackingRepliesCount: Int {
    indicesLackingReplies.subtracting(indicesWithLastPage).count
  }

  // MARK: Lists

  /// Reads a list of comments and all replies to them.
  mutating func readComments(in list: Int, tags: Tags = []) {
    open(list, under: -1, tags: tags)
    while let list = lists.last {
      guard list.next < list.end else {
        lists.removeLast()
        continue
      }
      lists[lists.count - 1].next = page.tape.indexAfter(list.next)
      guard let comment = comment(at: list.next) else { continue }
      let index = readComment(comment, in: list)
      while let inner = innerLists.popLast() {
        if inner.areReplies, index >= 0 {
          noteEnd(of: inner.entry, under: index, isPage: list.isSingleComment)
        }
        open(inner.entry, under: inner.areReplies ? index : -1, tags: [])
      }
    }
  }

  /// Notes whether the server has more replies to a comment than a list of them holds.
  ///
  /// - Parameter isPage: Whether the list is one page of the replies, which may be the last one.
  mutating func noteEnd(of list: Int, under comment: Int, isPage: Bool) {
    if hasNextPage(list) == true {
      indicesLackingReplies.insert(comment)
    } else if isPage {
      indicesWithLastPage.insert(comment)
    }
  }

  /// Opens a list: an array, a connection with `nodes` or `edges`, or a single comment.
  private mutating func open(_ list: Int, under parent: Int, tags: Tags) {
    func push(from next: Int, to end: Int, isSingleComment: Bool = false) {
      lists.append(
        List(next: next, end: end, parent: parent, tags: tags, isSingleComment: isSingleComment))
    }
    switch page.kind(list) {
    case .array: push(from: list + 1, to: page.tape.indexAfter(list))
    case .object:
      if let inner = page.value("nodes", of: list) ?? page.value("edges", of: list) {
        if let inner = page.list(inner) { push(from: inner + 1, to: page.tape.indexAfter(inner)) }
      } else if page.hasMember("id", of: list) {
        push(from: list, to: page.tape.indexAfter(list), isSingleComment: true)
      }
    case .null: return
    case .string, .number, .bool, .end, .invalid:
      page.reportWrongType(list, expected: "a list of comments")
    }
  }

  /// Returns the comment at an index of a list: the object itself, or the `node` of an edge.
  private mutating func comment(at index: Int) -> Int? {
    let object = page.member("node", of: index) ?? index
    if page.kind(object) == .object { return object }
    page.report(.unusableRow, message: "a comment must be an object; it was ignored", at: object)
    return nil
  }

  /// Returns whether a field, whatever its name in the query, is a list of comments.
  func isCommentList(_ index: Int) -> Bool {
    guard page.kind(index) == .object,
      let list = page.value("nodes", of: index) ?? page.value("edges", of: index),
      page.kind(list) == .array
    else { return false }
    return page.children(of: list).contains { isComment(page.value("node", of: $0) ?? $0) }
  }

  /// Returns whether an object is a comment, and not only a reference to one.
  func isComment(_ index: Int) -> Bool {
    page.hasMember("id", of: index) && page.hasMember("body", of: index)
  }

  // MARK: Comments

  private mutating func readComment(_ object: Int, in list: List) -> Int {
    innerLists.removeAll(keepingCapacity: true)
    if wantedID != nil, let story = page.value(isTalk4 ? "asset" : "story", of: object),
      !recordStory(ofComment: story)
    {
      return list.parent
    }
    isCurrentCommentDeleted = false
    featuredByName = .empty
    viewerState = ViewerState()
    var comment = CommentRecord()
    comment.parent = Int32(truncatingIfNeeded: list.parent)
    comment.tags = list.tags
    let isReference = !readFields(of: object, into: &comment)
    let isWhole = page.isWhole(object)
    let saysHidden = comment.flags.contains(.unpublished)
    if !isWhole { comment.withhold() }
    if viewerState != ViewerState(), !comment.id.isEmpty {
      builder.viewerStates[Array(page.bytes[comment.id.range])] = viewerState
    }
    if !featuredByName.isEmpty {
      builder.featureCredits.append(FeatureCredit(commentID: comment.id, name: featuredByName))
    }
    if let existing = index(of: comment.id) {
      merge(comment, into: existing, isComplete: isWhole && !isReference, hidesComment: saysHidden)
      return existing
    }
    if isReference {
      let isParentOfListedReplies = list.isSingleComment && innerLists.contains(where: \.areReplies)
      if saysHidden {
        let reason = comment.tombstone ?? .withheld
        hidingReferences.append(HiddenCommentReference(id: comment.id, reason: reason))
      } else if !comment.id.isEmpty, !isParentOfListedReplies {
        references.append(comment.id)
      }
      // Replies inside a reference name their parents, or become replies to the comment that holds
      // the reference.
      return list.parent
    }
    let index = builder.comments.count
    if !isWhole, !saysHidden { truncatedIndices.insert(index) }
    if isCurrentCommentDeleted { deletedIndices.insert(index) }
    builder.comments.append(comment)
    let bytes = page.bytes
    builder.register(in: bytes.span)
    return index
  }

  func index(of id: Slice) -> Int? {
    if id.isEmpty { return nil }
    return builder.registeredIndex(of: id, in: page.bytes.span)
  }

  /// Merges two records of a comment; if one of them hides the comment, it is hidden.
  ///
  /// A record that was cut may have lost the field that hides the comment. So the comment stays
  /// hidden until a complete record replaces the cut one; a reference is not enough.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the new record is whole and more than a reference.
  ///   - hidesComment: Whether the new record says that the comment is not published.
  private mutating func merge(
    _ new: CommentRecord, into index: Int, isComplete: Bool, hidesComment: Bool
  ) {
    var old = builder.comments[index]
    if isCurrentCommentDeleted { deletedIndices.insert(index) }
    if isComplete, truncatedIndices.remove(index) != nil {
      let cut = old
      old = new
      old.id = cut.id
      old.parent = cut.parent
      old.parentID = cut.parentID
      old.tags.formUnion(cut.tags)
    }
    let isFirstText = old.body.isEmpty && !new.body.isEmpty && isComplete
    if isFirstText {
      old.body = new.body
      old.syntax = new.syntax
      if old.tombstone == .deleted { old.tombstone = new.tombstone }
    }
    if hidesComment {
      old.flags.insert(.unpublished)
      old.tombstone = new.tombstone
    }
    if new.flags.contains(.edited) {
      old.flags.insert(.edited)
      if new.editedAt.isKnown { old.editedAt = new.editedAt }
    }
    old.fillGaps(from: new)
    if deletedIndices.contains(index) { old.delete() }
    let gainsParent = old.parentID.isEmpty && !new.parentID.isEmpty
    if gainsParent { old.parentID = new.parentID }
    if old.parent < 0 { old.parent = new.parent }
    builder.comments[index] = old
    if gainsParent { builder.resolveParentLater(index) }
  }

  // MARK: The end

  /// Hides the comments that references hide, and reports comments to which the input only refers.
  private mutating func resolveReferences() {
    for reference in hidingReferences {
      guard let index = index(of: reference.id) else { continue }
      builder.comments[index].hide(as: reference.reason)
    }
    for id in references where index(of: id) == nil {
      let name = page.excerpt(id)
      page.diagnostics.add(
        .unusableRow, message: "the input refers to this comment but does not contain it",
        at: .comment(name)
      )
    }
  }

  /// Returns the story after all pages have been read.
  mutating func finish() throws(StoryError) -> (Story, StoryBuilder) {
    if let wantedID, !stories.contains(wantedID), !stories.ids.isEmpty {
      throw .storyNotFound(wantedID, among: stories.ids)
    }
    if wantedID == nil, stories.ids.count > 1 { throw .multipleStories(stories.ids) }
    guard storyCount > 0 || !builder.comments.isEmpty else { throw noStoryError }
    resolveReferences()
    site.metadata.applyOverrides(from: builder.metadata)
    site.pending.applyOverrides(from: pending)
    builder.metadata = site.metadata
    builder.metadata.server = server
    pending = site.pending
    pending.resolve(into: &builder.metadata)
    if hidesIgnoredAuthors { markIgnoredComments() }
    removeContentHiddenBySite()
    if pending.hasMode { builder.hideFeaturesOfOtherModes() }
    markOwnComments()
    _ = builder.removeMedia { pending.showsMedia[$0] == false }
    builder.bytes = page.bytes
    page.bytes = []
    builder.diagnostics.add(contentsOf: page.diagnostics)
    builder.hidesRepliesToIgnored = true
    // A comment that was asked for by its id need not be in a list.
    builder.dropsUnlistedRoots = storyCount > 0
    let story = builder.finish()
    return (story, builder)
  }

  private var noStoryError: StoryError {
    guard let message = errorMessages.first else {
      let names = rootNames.map { String($0.prefix(64)) }.joined(separator: ", ")
      return StoryError(
        .noStory,
        message: "the response contains neither a story nor comments"
          + (names.isEmpty ? "" : ", but \(names)"),
        advice:
          "request the story with its comments; a null story means that the server does not have it"
      )
    }
    return StoryError(
      .noStory, message: "the server answered with an error instead of a story: \(message)",
      advice: "correct the request and ask again")
  }

  /// Removes what the site does not show: tags, the names of editors who featured comments, and the
  /// pictures of authors.
  private mutating func removeContentHiddenBySite() {
    if pending.showsFeaturedBy != true { builder.featureCredits = [] }
    var hiddenTags: Tags = []
    if pending.marksTopCommenters != true { hiddenTags.insert(.topCommenter) }
    if pending.marksNewCommenters != true { hiddenTags.insert(.newCommenter) }
    if isTalk4 { return }
    if !pending.showsAvatars { builder.removeAvatars() }
    if hiddenTags.isEmpty { return }
    for index in builder.comments.indices { builder.comments[index].tags.subtract(hiddenTags) }
  }

  /// Marks the reader's own comments, and removes the editing deadlines of other people's comments.
  ///
  /// If there is no signed-in reader, removes all states.
  private mutating func markOwnComments() {
    guard let viewer = pending.viewerID else {
      builder.viewerStates = [:]
      return
    }
    let viewerID = page.bytes[viewer.range]
    for comment in builder.comments where comment.tombstone == nil && comment.author >= 0 {
      let author = builder.authors[Int(comment.author)].id
      let id = Array(page.bytes[comment.id.range])
      if page.bytes[author.range].elementsEqual(viewerID) {
        builder.viewerStates[id, default: ViewerState()].isOwn = true
      } else if var state = builder.viewerStates[id], state.editableUntil != nil {
        state.editableUntil = nil
        builder.viewerStates[id] = state == ViewerState() ? nil : state
      }
    }
  }

  /// Marks comments whose author the reader ignores; `StoryBuilder` drops everything below them.
  private mutating func markIgnoredComments() {
    if pending.ignoredUsers.isEmpty { return }
    let ignored = Set(pending.ignoredUsers.map { page.bytes.string($0) })
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
