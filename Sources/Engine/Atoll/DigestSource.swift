public import AtollComments

import AtollBytes
import AtollLayout
import AtollRows

/// One of many readers of a digest.
public struct DigestReader: Hashable, Sendable {
  /// The id of the reader's account on the comment server.
  ///
  /// The reader's own comments are left out, and replies to them come first.
  public var authorID: String?
  /// The time of the reader's last visit.
  ///
  /// If `nil`, the times that `DigestSource` has for the stories take its place.
  public var since: Timestamp?
  /// The ids of the stories that the reader follows; `nil` for all.
  public var followedStoryIDs: Set<String>?
  /// The times of the last visits to individual stories, by story id, in place of `since`.
  public var lastVisits: [String: Timestamp] = [:]

  /// Creates a reader who follows all stories.
  public init() {}
}

/// The comments of many stories, ranked once, from which a digest is chosen for each reader.
///
///     let source = DigestSource(stories, options: options)
///     var reader = DigestReader()
///     reader.since = lastVisit
///     let digest = source.digest(for: reader)
///     if !digest.isEmpty { mail = try renderer.render(digest).bytes }
///
/// `Options.digest` says which comments are eligible and how many are chosen. Only comments written
/// after the reader's last visit are chosen. If the last visit is unknown, the time given for the
/// story (`newSince`) or `Options.since` replaces it; without either, comments of any age can be
/// chosen. Replies to the reader's own comments come first, regardless of their likes.
public struct DigestSource: Sendable {
  /// A comment that can be in a digest.
  private struct Candidate {
    var ranked: RankedComment
    var storyIndex: Int32
    var createdAt: Timestamp
    /// The number of the comment's author in `authorNumbers`; -1 if the author is unknown.
    var author: Int32
    /// True if the options accept the comment; others are chosen only as replies to the reader.
    var isEligible: Bool
  }

  private let stories: [Story]
  private let storyIDs: [String]
  /// For each story, the time after which comments are new to readers without a last visit.
  private let since: [Timestamp?]
  /// The comments in digest order.
  private var candidates: [Candidate] = []
  /// The eligible comments, as ascending indices into `candidates`.
  private var eligibleIndices: [Int] = []
  /// The eligible comments of each story, by its id.
  private var eligibleIndicesByStory: [String: [Int]] = [:]
  /// A number for each author, from 0, by author id.
  private var authorNumbers: [[UInt8]: Int32] = [:]
  /// The replies by others to each author's comments, as indices into `candidates`.
  private var repliesToAuthors: [Int32: [Int]] = [:]
  private let settings: DigestOptions
  private let now: Timestamp?

  /// The maximum number of comments in a digest if the options set no limit.
  private static let defaultMaxComments = 10

  /// Creates a source and ranks the comments of the stories.
  ///
  /// - Parameter since: For each story id, the time after which comments of that story are new to
  ///   readers without a last visit. For other stories, the time is `Options.since`.
  public init(_ stories: [Story], options: Options, newSince since: [String: Timestamp] = [:]) {
    self.stories = stories
    storyIDs = stories.map(\.id)
    self.since = storyIDs.map { since[$0] ?? options.since }
    settings = options.digest ?? DigestOptions()
    now = options.now
    var eligible = settings.query(at: now)
    // Each reader has other new comments.
    eligible.properties.remove(.new)
    var all = CommentQuery()
    all.order = settings.order
    all.now = now
    for (number, story) in stories.enumerated() {
      let chosen = Set(eligible.comments(of: story, newComments: nil).map(\.position))
      for ranked in all.comments(of: story, newComments: nil) {
        let record = story.comments[Int(ranked.position)]
        candidates.append(
          Candidate(
            ranked: ranked, storyIndex: Int32(truncatingIfNeeded: number),
            createdAt: record.createdAt,
            author: self.assignNumber(toAuthor: record.author, in: story),
            isEligible: chosen.contains(ranked.position)))
      }
    }
    candidates = candidates.stablySorted { $0.ranked.precedes($1.ranked) }
    for (index, candidate) in candidates.enumerated() {
      if candidate.isEligible {
        eligibleIndices.append(index)
        let storyID = storyIDs[Int(candidate.storyIndex)]
        eligibleIndicesByStory[storyID, default: []].append(index)
      }
      let story = stories[Int(candidate.storyIndex)]
      let parent = story.comments[Int(candidate.ranked.position)].parent
      guard parent >= 0 else { continue }
      let parentAuthor = assignNumber(toAuthor: story.comments[Int(parent)].author, in: story)
      if parentAuthor >= 0, parentAuthor != candidate.author {
        repliesToAuthors[parentAuthor, default: []].append(index)
      }
    }
  }

  private mutating func assignNumber(toAuthor author: Int32, in story: Story) -> Int32 {
    guard author >= 0 else { return -1 }
    let id = Array(story.bytes[story.authors[Int(author)].id.range])
    guard !id.isEmpty else { return -1 }
    if let number = authorNumbers[id] { return number }
    let number = Int32(truncatingIfNeeded: authorNumbers.count)
    authorNumbers[id] = number
    return number
  }

  // MARK: Choosing

  /// Returns the digest for a reader.
  public func digest(for reader: DigestReader) -> ReaderDigest {
    let visitTimes = storyIDs.indices.map { storyIndex in
      reader.lastVisits[storyIDs[storyIndex]] ?? reader.since ?? since[storyIndex]
    }
    let isFollowed = storyIDs.map { reader.followedStoryIDs?.contains($0) ?? true }
    let author = reader.authorID.flatMap { authorNumbers[Array($0.utf8)] }
    func isNew(_ candidate: Candidate) -> Bool {
      if candidate.author >= 0, candidate.author == author { return false }
      guard isFollowed[Int(candidate.storyIndex)] else { return false }
      // A comment from the future would be new at every visit.
      if let now, candidate.createdAt.isImpossiblyLate(at: now) { return false }
      guard let visitTime = visitTimes[Int(candidate.storyIndex)] else { return true }
      return candidate.createdAt > visitTime
    }
    var selection = DigestSelection(settings, defaultMaxComments: Self.defaultMaxComments)
    for index in author.flatMap({ repliesToAuthors[$0] }) ?? [] where !selection.isFull {
      if isNew(candidates[index]) { selection.add(index, of: candidates[index].storyIndex) }
    }
    let replyCount = selection.indices.count
    let chosenReplies = Set(selection.indices)
    // Most readers follow few stories.
    let followed = reader.followedStoryIDs?.flatMap { eligibleIndicesByStory[$0] ?? [] }.sorted()
    for index in followed ?? eligibleIndices {
      if selection.isFull { break }
      let candidate = candidates[index]
      guard selection.hasRoom(for: candidate.storyIndex), isNew(candidate),
        !chosenReplies.contains(index)
      else { continue }
      selection.add(index, of: candidate.storyIndex)
    }
    return digest(of: selection.indices, replyCount: replyCount, visitTimes: visitTimes)
  }

  private func digest(
    of indices: [Int], replyCount: Int, visitTimes: [Timestamp?]
  ) -> ReaderDigest {
    var digest = ReaderDigest()
    var indicesInDigest: [Int32: Int] = [:]
    for index in indices {
      let candidate = candidates[index]
      let digestIndex = indicesInDigest[candidate.storyIndex] ?? digest.stories.count
      if indicesInDigest.updateValue(digestIndex, forKey: candidate.storyIndex) == nil {
        digest.stories.append(stories[Int(candidate.storyIndex)])
        digest.chosenPositions.append([])
      }
      digest.chosenPositions[digestIndex].append(candidate.ranked.position)
    }
    digest.beginsWithReplyToReader = replyCount > 0
    digest.hasOnlyNewComments = indicesInDigest.keys.allSatisfy { visitTimes[Int($0)] != nil }
    return digest
  }
}

extension Story {
  /// Returns whether any comment that readers can see was written after `moment`.
  package func hasComment(after moment: Timestamp) -> Bool {
    comments.contains { $0.tombstone == nil && $0.createdAt > moment }
  }
}

/// The comments chosen for a reader so far.
private struct DigestSelection {
  private(set) var indices: [Int] = []
  private var counts: [Int32: Int] = [:]
  private let maximumCount: Int
  private let maximumCountPerStory: Int

  init(_ settings: DigestOptions, defaultMaxComments: Int) {
    maximumCount = settings.maxComments ?? defaultMaxComments
    maximumCountPerStory = settings.maxCommentsPerStory ?? DigestOptions.defaultMaxCommentsPerStory
  }

  var isFull: Bool { indices.count >= maximumCount }

  func hasRoom(for story: Int32) -> Bool { counts[story, default: 0] < maximumCountPerStory }

  mutating func add(_ index: Int, of story: Int32) {
    indices.append(index)
    counts[story, default: 0] += 1
  }
}

/// The comments chosen for a reader, grouped by story, the most important first.
public struct ReaderDigest: Sendable {
  var stories: [Story] = []
  /// The positions of the chosen comments of each story.
  var chosenPositions: [[Int32]] = []
  var beginsWithReplyToReader = false
  /// True if every comment was written after a known time, such as the reader's last visit.
  var hasOnlyNewComments = false

  /// True if there is nothing to send.
  public var isEmpty: Bool { stories.isEmpty }
  /// The number of comments.
  public var commentCount: Int { chosenPositions.reduce(0) { $0 + $1.count } }
}

extension Renderer {
  /// Renders the digest for one reader.
  ///
  /// For an email, call this method on the renderer that `addressed(to:)` returns.
  public func render(_ digest: ReaderDigest) throws(AtollError) -> Rendering {
    var options = options
    var settings = options.digest ?? DigestOptions()
    settings.acceptedProperties = digest.hasOnlyNewComments ? [.new] : []
    options.digest = settings
    var renderer = DigestRenderer(
      options, layout: layout, configuration: configuration, of: digest.stories,
      choosing: DigestRenderer.ChosenComments(
        comments: digest.chosenPositions, bestStoryIndex: digest.isEmpty ? nil : 0),
      beginsWithReplyToReader: digest.beginsWithReplyToReader)
    return try renderer.render()
  }
}

extension Array {
  /// Returns the elements sorted; elements of equal rank keep their order.
  func stablySorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    indices.sorted { left, right in
      if precedes(self[left], self[right]) { return true }
      return precedes(self[right], self[left]) ? false : left < right
    }.map { self[$0] }
  }
}
