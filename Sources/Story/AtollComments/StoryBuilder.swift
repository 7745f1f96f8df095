package import AtollBytes

/// A builder that makes a `Story` from what a decoder reads.
///
/// The decoder fills the columns. The parent of a comment is the comment with the id `parentID`. If
/// there is none, it is the comment at the index `parent`, which decoders set for nested replies.
///
/// `finish()` gives ids to comments without one, finds parents, cuts cycles, and drops unpublished
/// comments unless a reply needs them. Every repair is reported as a diagnostic.
package struct StoryBuilder: Sendable {
  package var bytes: [UInt8]
  package var metadata = StoryMetadata()
  package var comments: [CommentRecord] = []
  package var authors: [AuthorRecord] = []
  package var media: [MediaRecord] = []
  package var labels: [Slice] = []
  package var featureCredits: [FeatureCredit] = []
  package var viewerStates: [[UInt8]: ViewerState] = [:]
  package var diagnostics = DiagnosticList()
  /// True if `finish()` drops the replies to comments whose author the reader ignores, as the
  /// servers' own pages do.
  package var hidesRepliesToIgnored = false
  /// True if `finish()` drops the root comments that are neither reviews nor questions, with their
  /// replies; only in a story with ratings, where Coral's page lists such comments nowhere.
  package var dropsUnlistedRoots = false
  /// The number of comments that `finish()` dropped because they, or comments above them, are
  /// unpublished or missing.
  package private(set) var droppedCount = 0
  /// The number of dropped comments that readers would see if the input had no problems, such as
  /// missing parents and unknown statuses.
  ///
  /// The number is 0 if `finish()` keeps replies to unseen comments.
  package private(set) var lostCount = 0

  private(set) var ids = IDTable()
  /// The number of registered comments, which are the first ones in `comments`.
  package private(set) var registeredCount = 0
  /// The indices of registered comments without an id, or with the id of an earlier comment.
  private(set) var indicesNeedingID: [Int32] = []
  /// The indices of comments whose parent was not registered before them.
  private var indicesNeedingParent: [Int32] = []

  package init(bytes: consuming [UInt8]) { self.bytes = bytes }

  /// Creates a builder with everything in a story, whose parents it finds again.
  init(_ story: Story) {
    bytes = story.bytes
    metadata = story.metadata
    comments = story.comments
    authors = story.authors
    media = story.media
    labels = story.labels
    featureCredits = story.featureCredits
    viewerStates = story.viewerStates
  }

  /// Makes room for `count` comments, reusing the memory of an earlier story.
  package mutating func reserve(comments count: Int, in scratch: inout StoryScratch) {
    swap(&comments, &scratch.comments)
    swap(&authors, &scratch.authors)
    swap(&media, &scratch.media)
    swap(&labels, &scratch.labels)
    swap(&ids, &scratch.ids)
    comments.reserveCapacity(count)
    authors.reserveCapacity(count)
    ids.clear(capacity: count)
  }

  /// Adds text that is not in the input, and returns its slice.
  package mutating func add(text: String) -> Slice { bytes.add(text: text) }

  // MARK: Ids and parents

  /// The maximum length of an id, in bytes.
  ///
  /// Longer ids are replaced, because outputs repeat the id of a comment several times, and again
  /// for each reply.
  package static let maximumIDLength: UInt32 = 256

  /// Registers the next comment under its id, and finds its parent if that is registered.
  ///
  /// `finish()` does this for all remaining comments.
  package mutating func register(in bytes: Span<UInt8>) {
    register(next: 1, in: bytes)
  }

  /// Registers a batch of pending comments, if there are enough of them.
  ///
  /// A decoder calls this while it reads, when the bytes of the ids are still in the processor's
  /// cache. A comment whose ids are not in `bytes` yet ends the batch.
  package mutating func registerFullBatch(in bytes: Span<UInt8>) {
    guard comments.count &- registeredCount >= Self.batchSize else { return }
    var ready = 0
    for index in registeredCount..<registeredCount + Self.batchSize {
      if comments[index].id.end > bytes.count || comments[index].parentID.end > bytes.count {
        break
      }
      ready &+= 1
    }
    register(next: ready, in: bytes)
  }

  private static var batchSize: Int { 32 }

  /// The hash of an id and its slot in the table.
  private struct IDLookup {
    var hash: UInt32
    var slot = 0
  }

  /// Adds the next `count` comments to the table of ids, and resolves their parents.
  ///
  /// The table may not fit into the cache. So all hashes are computed first, and all slots are
  /// looked up next: these lookups do not depend on each other, and the processor loads many slots
  /// at once. Only the last loop changes the table.
  private mutating func register(next count: Int, in bytes: Span<UInt8>) {
    let range = registeredCount..<registeredCount &+ count
    registeredCount &+= count
    ids.reserve(count)
    unsafe withUnsafeTemporaryAllocation(of: IDLookup.self, capacity: 2 * count) { lookups in
      for index in range {
        let entry = (index &- range.lowerBound) &* 2
        unsafe lookups[entry] = IDLookup(hash: ids.hash(bytes, in: comments[index].id))
        unsafe lookups[entry &+ 1] = IDLookup(hash: ids.hash(bytes, in: comments[index].parentID))
      }
      for entry in lookups.indices {
        unsafe lookups[entry].slot = ids.slot(for: lookups[entry].hash)
      }
      for index in range {
        let entry = (index &- range.lowerBound) &* 2
        unsafe register(index, own: lookups[entry], parent: lookups[entry &+ 1], in: bytes)
      }
    }
  }

  @inline(__always)
  private mutating func register(
    _ index: Int, own: IDLookup, parent: IDLookup, in bytes: Span<UInt8>
  ) {
    let (id, parentID) = (comments[index].id, comments[index].parentID)
    if id.isEmpty
      || ids.insert(index, as: id, hash: own.hash, from: own.slot, in: bytes) != nil
    {
      indicesNeedingID.append(Int32(truncatingIfNeeded: index))
    }
    if parentID.isEmpty { return }
    let found = ids.find(
      parentID, hash: parent.hash, from: parent.slot, of: bytes, amongIDsIn: bytes)
    if let found {
      comments[index].parent = Int32(truncatingIfNeeded: found)
    } else {
      indicesNeedingParent.append(Int32(truncatingIfNeeded: index))
    }
  }

  package func registeredIndex(of id: Slice, in bytes: Span<UInt8>) -> Int? {
    ids.find(id, of: bytes, amongIDsIn: bytes)
  }

  /// Makes `finish()` look up the parent of a registered comment whose parent id became known
  /// later.
  package mutating func resolveParentLater(_ index: Int) {
    indicesNeedingParent.append(Int32(truncatingIfNeeded: index))
  }

  /// Forgets all registrations, because comments were removed.
  package mutating func unregister() {
    registeredCount = 0
    ids.clear(capacity: 0)
    indicesNeedingID = []
    indicesNeedingParent = []
  }

  /// Rebuilds the table of ids and gives new ids to comments whose ids are taken; does not change
  /// their parents.
  private mutating func reassignTakenIDs() {
    ids.clear(capacity: comments.count)
    indicesNeedingID = []
    for index in comments.indices where isIDTaken(registering: index) {
      indicesNeedingID.append(Int32(truncatingIfNeeded: index))
    }
    for index in indicesNeedingID { assignID(to: Int(index)) }
  }

  private mutating func shortenIDs() {
    for index in comments.indices where comments[index].id.count > Self.maximumIDLength {
      let name = "atoll-\(index + 1)"
      comments[index].id = add(text: name)
      diagnostics.add(
        .longID, message: "the id of comment \(index + 1) is too long; it is called \(name)",
        at: .comment(name))
    }
  }

  /// The treatment of published replies to a comment that is unpublished or missing.
  package enum RepliesToUnavailableParents: Sendable {
    /// They are kept: below a tombstone, or at the root if the comment is missing.
    case kept
    /// They are dropped with all replies below them.
    case dropped
  }

  /// Returns the story; diagnostics and `droppedCount` stay in the builder.
  package mutating func finish(repliesToUnavailableParents: RepliesToUnavailableParents = .kept)
    -> Story
  {
    registerAll()
    for index in indicesNeedingID { assignID(to: Int(index)) }
    findLateParents(repliesToUnavailableParents: repliesToUnavailableParents)
    var repairs = NeededRepairs(in: comments)
    if repairs.hasLateParent, cutCycles(repliesToUnavailableParents: repliesToUnavailableParents) {
      repairs = NeededRepairs(in: comments)
    }
    if repairs.hasUnpublished {
      if repliesToUnavailableParents == .dropped { lostCount = countLostComments() }
      droppedCount =
        switch repliesToUnavailableParents {
        case .kept: drop(keeping: arePublishedOrHavePublishedDescendants())
        case .dropped: drop(keeping: areOutsideBranches { $0.flags.contains(.unpublished) })
        }
    }
    if repairs.hasIgnored, hidesRepliesToIgnored {
      let count = drop(keeping: haveNoIgnoredAncestor())
      if metadata.commentCount >= 0 {
        metadata.commentCount = max(0, metadata.commentCount - count)
      }
    }
    if dropsUnlistedRoots, metadata.mode == .ratingsAndReviews { dropUnlistedRoots() }
    if repairs.hasLongID {
      shortenIDs()
      reassignTakenIDs()
    }
    var story = Story(
      bytes: bytes, metadata: metadata, comments: comments, authors: authors, media: media,
      labels: labels, ids: ids)
    if story.metadata.commentCount < 0 { story.metadata.commentCount = comments.count }
    story.featureCredits = featureCredits
    story.viewerStates = viewerStates
    // Makes the story the only owner of its columns.
    bytes = []
    comments = []
    authors = []
    media = []
    labels = []
    ids = IDTable()
    return story
  }

  /// The repairs that are needed, found in one pass over all comments.
  private struct NeededRepairs {
    /// True if any parent comes after its reply, as one does in every cycle.
    private(set) var hasLateParent = false
    private(set) var hasUnpublished = false
    private(set) var hasLongID = false
    private(set) var hasIgnored = false

    init(in comments: [CommentRecord]) {
      for index in comments.indices {
        if Int(comments[index].parent) >= index { hasLateParent = true }
        if comments[index].flags.contains(.unpublished) { hasUnpublished = true }
        if comments[index].id.count > StoryBuilder.maximumIDLength { hasLongID = true }
        if case .ignored? = comments[index].tombstone { hasIgnored = true }
      }
    }
  }

  mutating func registerAll() {
    ids.reserve(comments.count - registeredCount)
    let text = bytes
    while registeredCount < comments.count {
      register(next: min(Self.batchSize, comments.count - registeredCount), in: text.span)
    }
  }

  private mutating func assignID(to index: Int) {
    let old = bytes.string(comments[index].id)
    var name = old.isEmpty ? "atoll-\(index + 1)" : "\(old)~\(index + 1)"
    var attempt = 1
    repeat {
      if attempt > 1 { name += "~\(attempt)" }
      attempt += 1
      comments[index].id = add(text: name)
    } while isIDTaken(registering: index)
    if old.isEmpty {
      diagnostics.add(
        .missingID, message: "comment \(index + 1) has no id and is called \(name)",
        at: .comment(name))
    } else {
      diagnostics.add(
        .duplicateID, message: "the id \(old) is taken; comment \(index + 1) is called \(name)",
        at: .comment(name))
    }
  }

  /// Registers a comment unless its id is taken; returns whether it is taken.
  private mutating func isIDTaken(registering index: Int) -> Bool {
    ids.insert(index, as: comments[index].id, in: bytes) != nil
  }

  /// Finds parents that come after their replies, and reports missing ones.
  private mutating func findLateParents(repliesToUnavailableParents: RepliesToUnavailableParents) {
    let text = bytes
    for late in indicesNeedingParent {
      let index = Int(late)
      let parentID = comments[index].parentID
      if let found = ids.find(parentID, of: text, amongIDsIn: text) {
        comments[index].parent = Int32(truncatingIfNeeded: found)
      } else if comments[index].parent < 0,
        let outcome = makeOrphan(index, repliesToUnavailableParents: repliesToUnavailableParents)
      {
        diagnostics.add(
          .missingParent,
          message: "its parent \(bytes.string(parentID)) is not in the input; \(outcome)",
          at: .comment(bytes.string(comments[index].id)))
      }
    }
  }

  /// Moves a reply to the root or, if replies to unseen comments are dropped, marks it as
  /// unpublished.
  ///
  /// Returns a description of what was done; `nil` if the reply was unpublished already.
  private mutating func makeOrphan(
    _ index: Int, repliesToUnavailableParents: RepliesToUnavailableParents
  ) -> StaticString? {
    comments[index].parent = -1
    switch repliesToUnavailableParents {
    case .kept:
      comments[index].flags.insert(.orphan)
      return "the comment is shown at the root"
    case .dropped:
      let isNew = comments[index].flags.insert(.unpublished).inserted
      if isNew { comments[index].flags.insert(.lost) }
      return isNew ? "the comment is left out, with all replies below it" : nil
    }
  }

  /// Turns the first comment of each cycle into an orphan; returns whether there was a cycle.
  private mutating func cutCycles(repliesToUnavailableParents: RepliesToUnavailableParents) -> Bool
  {
    var hasCycle = false
    let unseen: Int32 = -1
    var seenFrom = [Int32](repeating: unseen, count: comments.count)
    for start in comments.indices {
      var index = start
      while index >= 0, seenFrom[index] == unseen {
        seenFrom[index] = Int32(truncatingIfNeeded: start)
        index = Int(comments[index].parent)
      }
      guard index >= 0, seenFrom[index] == Int32(truncatingIfNeeded: start) else { continue }
      var first = index
      var next = Int(comments[index].parent)
      while next >= 0, next != index {
        first = min(first, next)
        next = Int(comments[next].parent)
      }
      guard next == index else { continue }
      hasCycle = true
      guard
        let outcome = makeOrphan(first, repliesToUnavailableParents: repliesToUnavailableParents)
      else { continue }
      diagnostics.add(
        .parentCycle,
        message: "the comment is its own ancestor; the cycle was cut here, and \(outcome)",
        at: .comment(bytes.string(comments[first].id)))
    }
    return hasCycle
  }

  // MARK: Unpublished comments

  private func arePublishedOrHavePublishedDescendants() -> [Bool] {
    var result = comments.map { !$0.flags.contains(.unpublished) }
    for index in comments.indices where !comments[index].flags.contains(.unpublished) {
      var parent = Int(comments[index].parent)
      while parent >= 0, !result[parent] {
        result[parent] = true
        parent = Int(comments[parent].parent)
      }
    }
    return result
  }

  /// Returns which comments are in no branch whose first comment satisfies `isTop`.
  private func areOutsideBranches(under isTop: (CommentRecord) -> Bool) -> [Bool] {
    let areTops = comments.map(isTop)
    return comments.haveNoAncestor { areTops[$0] }.enumerated().map { $1 && !areTops[$0] }
  }

  /// Returns the number of comments that are hidden only because of a problem in the input, either
  /// in the comment itself or in a comment above it.
  private func countLostComments() -> Int {
    guard comments.contains(where: { $0.flags.contains(.lost) }) else { return 0 }
    let areShown = areOutsideBranches { $0.flags.contains(.unpublished) }
    let areHidden = areOutsideBranches {
      $0.flags.contains(.unpublished) && !$0.flags.contains(.lost)
    }.map { !$0 }
    return comments.indices.count {
      !areShown[$0] && !areHidden[$0]
        && (comments[$0].tombstone == nil || comments[$0].flags.contains(.lost))
    }
  }

  /// Returns for each comment whether none of its ancestors is by an author whom the reader
  /// ignores.
  ///
  /// Both servers hide the replies together with the comment, and show one tombstone for all of
  /// them.
  private func haveNoIgnoredAncestor() -> [Bool] {
    comments.haveNoAncestor { comments[$0].tombstone == .ignored }
  }

  private mutating func dropUnlistedRoots() {
    let server = metadata.server
    // Replies without their parents are no roots, and featured comments have a list of their own.
    let count = drop(
      keeping: areOutsideBranches {
        $0.parent < 0 && !$0.flags.contains(.orphan) && !$0.tags.contains(.featured)
          && !$0.isReview(on: server) && !$0.isQuestion(on: server)
      })
    guard count > 0 else { return }
    if metadata.commentCount >= 0 { metadata.commentCount = max(0, metadata.commentCount - count) }
    diagnostics.add(
      .notListed,
      message: "left out: \(counted(count, noun: "comment")) that Coral lists neither among the "
        + "reviews nor among the questions of a story with ratings", at: .input)
  }

  /// Drops the comments that are not needed, and returns their number.
  private mutating func drop(keeping needed: [Bool]) -> Int {
    var newIndex = [Int32](repeating: -1, count: comments.count)
    var kept = 0
    for index in comments.indices where needed[index] {
      newIndex[index] = Int32(truncatingIfNeeded: kept)
      comments[kept] = comments[index]
      kept += 1
    }
    let dropped = comments.count - kept
    comments.removeLast(dropped)
    for index in comments.indices {
      comments[index].flags.remove(.unpublished)
      let parent = comments[index].parent
      // The parent of a kept comment is always kept.
      if parent >= 0 { comments[index].parent = newIndex[Int(parent)] }
    }
    if dropped > 0 { reassignTakenIDs() }
    return dropped
  }
}
