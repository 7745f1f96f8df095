public import AtollComments

/// The rows of a story for a table view; each change returns the row changes that show it.
///
/// A feed is a value with the story, the sort order and the fold state. It is cheap to copy and
/// independent of any view.
///
/// ```swift
/// var feed = CommentFeed(story, sortedBy: .mostLiked, folding: .deeperThan(2))
///
/// func tableView(_: UITableView, numberOfRowsInSection _: Int) -> Int { feed.count }
///
/// func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
///   let row = feed.row(at: path.row)
///   let comment = feed.comment(at: path.row)
///   …  // indent by row.depth; say "\(row.hiddenReplies) more" unless row.isExpanded
/// }
///
/// func tableView(_ table: UITableView, didSelectRowAt path: IndexPath) {
///   perform(feed.toggleExpansion(at: path.row), on: table)  // see `RowChanges`
/// }
/// ```
///
/// A method that is given the id of a missing comment, or that changes nothing, returns empty
/// changes. Rows move only when comments are sorted, reloaded or added, never because of a like.
public struct CommentFeed: Sendable {
  /// The story with all changes made through the feed, even those that the server has not confirmed.
  ///
  /// For a cache, keep the story that the server gave.
  public internal(set) var story: Story
  /// The visible rows as a collection.
  public internal(set) var visible: VisibleTree
  /// The folding rule for new branches.
  var folding: Folding
  /// The edits and likes without an answer, by the bytes of the id of their comment.
  var unanswered: [[UInt8]: UnansweredActions] = [:]
  var lastActionNumber = 0
  /// The number of the last action that the server accepted, for each comment and kind.
  var lastConfirmedNumbers: [ActionKey: Int] = [:]

  /// Creates a feed for a story, with roots and replies in the given orders; `folding` says which
  /// comments are collapsed.
  ///
  /// Takes as long as making a `CommentTree`.
  public init(
    _ story: Story, sortedBy sortOrder: CommentOrder = .newest, replies: CommentOrder = .oldest,
    folding: Folding = .none
  ) {
    self.story = story
    self.folding = folding
    visible = VisibleTree(
      of: CommentTree(of: story, sortedBy: sortOrder, replies: replies), in: story,
      folding: folding)
  }

  // MARK: The data source of a table view

  /// The number of rows.
  public var count: Int { visible.count }

  /// Returns the row at an index, which must be less than `count`.
  public func row(at index: Int) -> Row { visible[index] }

  /// Returns the comment in the row at an index.
  public func comment(at index: Int) -> Comment { story.comment(at: visible[index].position) }

  /// Returns the index of the row that shows the comment with this id, or `nil` if it is hidden or
  /// missing.
  public func index(of id: String) -> Int? {
    story.position(of: id).flatMap { visible.index(of: $0) }
  }

  /// Returns whether a comment is expanded; `true` if it has no replies or is missing.
  public func isExpanded(_ id: String) -> Bool {
    story.position(of: id).map { visible.isExpanded($0) } ?? true
  }

  /// The order of the comments at the root.
  public var sortOrder: CommentOrder { visible.tree.sortOrder }

  /// The order of the replies to each comment.
  public var replySortOrder: CommentOrder { visible.tree.replySortOrder }
}
