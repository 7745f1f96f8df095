package import AtollHashing

/// A version of a story in a store, with its metadata but without its output.
package struct StoredStory: Hashable, Sendable {
  package let id: Int
  package let key: [UInt8]
  package let addedInRun: Int
  /// The hash of the story as it was read; `nil` if the output is damaged and has to be rendered
  /// again.
  package let inputHash: ContentHash?
  /// The hash of the rows that the story was joined with; `nil` if it was not joined.
  package let joinedRowsHash: ContentHash?
  package let recipeID: Int
  package let outputID: Int
  package let outputHash: ContentHash
  /// The size of the output, in bytes.
  package let byteCount: Int
  package let commentCount: Int
  package let metadata: ListedMetadata
  /// The number of rows of the input that could not be read.
  package let brokenRowCount: Int

  /// The columns of `version` that `init` reads.
  static let columns = """
    id, key, added, input, joined, recipe, output, hash, bytes, comments, title, url, latest, broken
    """

  init(_ row: borrowing Statement) {
    id = row.integer(0)
    key = row.bytes(1)
    addedInRun = row.integer(2)
    inputHash = row.hash(3)
    joinedRowsHash = row.hash(4)
    recipeID = row.integer(5)
    outputID = row.integer(6)
    outputHash = row.hash(7) ?? .zero
    byteCount = row.integer(8)
    commentCount = row.integer(9)
    metadata = ListedMetadata(
      title: row.text(10), address: row.text(11), latestCommentTime: row.integerIfPresent(12))
    brokenRowCount = row.integer(13)
  }
}

extension StoredStory {
  /// Returns whether this version's output is undamaged and equals that of a rendered story.
  func hasOutput(of story: RenderedStory, size: Int) -> Bool {
    outputHash == story.outputHash && byteCount == size && inputHash != nil
  }

  func looksSameInLists(as story: RenderedStory) -> Bool {
    commentCount == story.commentCount && metadata == story.metadata
  }
}

/// The properties of a story that are shown in a list of stories.
package struct ListedMetadata: Hashable, Sendable {
  package var title: String
  /// The address of the story on its site.
  package var address: String
  /// The time of the latest comment in milliseconds since 1970; `nil` if no comment has one.
  package var latestCommentTime: Int?

  package init(title: String, address: String, latestCommentTime: Int?) {
    self.title = title
    self.address = address
    self.latestCommentTime = latestCommentTime
  }
}

/// A person who appears in a story: an author, or an editor who featured a comment.
///
/// An account whose name has changed counts as two persons.
package struct Person: Hashable, Sendable {
  /// The id of the account; empty if only the name is known.
  package var author: [UInt8]
  package var name: [UInt8]

  package init(author: [UInt8], name: [UInt8]) {
    self.author = author
    self.name = name
  }

  /// Hashes the bytes at once; the hash of an array would be made byte by byte.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(author.count)
    unsafe author.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

/// A story that a run adds or changes.
package struct RenderedStory: Sendable {
  package var key: [UInt8]
  package var inputHash: ContentHash
  package var joinedRowsHash: ContentHash?
  package var outputHash: ContentHash
  package var commentCount: Int
  package var metadata: ListedMetadata
  package var people: [Person]
  /// The number of rows of the input that could not be read.
  package var brokenRowCount: Int
  /// The number of comments that are left out only because of problems in the input.
  package var lostCommentCount: Int

  package init(
    key: [UInt8], inputHash: ContentHash, joinedRowsHash: ContentHash? = nil,
    outputHash: ContentHash, commentCount: Int,
    metadata: ListedMetadata, people: [Person] = [], brokenRowCount: Int = 0,
    lostCommentCount: Int = 0
  ) {
    self.key = key
    self.inputHash = inputHash
    self.joinedRowsHash = joinedRowsHash
    self.outputHash = outputHash
    self.commentCount = commentCount
    self.metadata = metadata
    self.people = people
    self.brokenRowCount = brokenRowCount
    self.lostCommentCount = lostCommentCount
  }
}

package struct StoredRun: Hashable, Sendable {
  package enum Operation: String, CaseIterable, Sendable {
    case batch, load, rollback
  }

  package let number: Int
  /// The row id of the recipe for the outputs that this run rendered.
  package let recipeID: Int
  let format: String
  package let contentType: String
  package let operation: Operation
  /// The number of the earlier run whose stories this run restored; `nil` if it is not a rollback.
  package let restoredRun: Int?
  package let storyCount: Int
  /// The total size of the outputs, in bytes.
  package let byteCount: Int
  /// The greatest version id when the run ended.
  let lastVersion: Int

  static let columns =
    "number, recipe, type, format, made_by, restores, stories, bytes, last_version"

  init(_ row: borrowing Statement) {
    number = row.integer(0)
    recipeID = row.integer(1)
    contentType = row.text(2)
    format = row.text(3)
    operation = Operation(rawValue: row.text(4)) ?? .batch
    restoredRun = row.integerIfPresent(5)
    storyCount = row.integer(6)
    byteCount = row.integer(7)
    lastVersion = row.integer(8)
  }
}

extension Statement {
  /// Returns the hash in a column; `nil` if it is null or not a hash.
  func hash(_ column: Int32) -> ContentHash? {
    withBytes(column) { ContentHash(digest: $0) }
  }
}
