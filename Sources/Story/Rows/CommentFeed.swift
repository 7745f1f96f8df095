public import Comments

/// The comments of a story as a table view shows them: it answers the data source's questions, and
/// every action says exactly which rows to delete, insert, move and refresh.
///
/// A feed is a value. It owns the story, the order and what is folded; copying it is cheap, and a
/// copy is a snapshot of its state. Nothing in it knows of any view.
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
///   perform(feed.toggle(at: path.row), on: table)  // see `RowChanges`
/// }
/// ```
///
/// What names a comment that is not here does nothing and returns empty changes, and so does whatever
/// is so already: expanding twice is expanding once. Rows change places under `sort(by:)` and
/// `reload(_:)` only, never because someone liked a comment.
public struct CommentFeed: Sendable {
  /// The story with all edits made through the feed.
  public internal(set) var story: Story
  /// The rows on show, for walking all of them.
  public internal(set) var visible: VisibleTree
  /// The rule for branches that are new to the feed.
  var folding: Folding

  /// A feed of a story: roots by `sortOrder`, replies the oldest first unless asked otherwise, and
  /// closed what `folding` closes.
  ///
  /// Costs what making a `CommentTree` costs.
  public init(
    _ story: Story, sortedBy sortOrder: SortOrder = .newest, replies: SortOrder = .oldest,
    folding: Folding = .none
  ) {
    self.story = story
    self.folding = folding
    visible = VisibleTree(
      of: CommentTree(of: story, sortedBy: sortOrder, replies: replies), in: story,
      folding: folding)
  }

  // MARK: What a table view asks

  /// How many rows there are.
  public var count: Int { visible.count }

  /// The row at an index: which comment, how deep, and what of its branch is hidden.
  public func row(at index: Int) -> Row { visible[index] }

  /// The comment that the row at an index shows.
  public func comment(at index: Int) -> Comment { story.comment(at: visible[index].position) }

  /// The index of the row that shows the comment with this id, unless it is hidden or not here.
  public func index(of id: String) -> Int? {
    story.position(of: id).flatMap { visible.index(of: $0) }
  }

  /// Whether the replies to a comment are on show as soon as it is itself; true of one without any.
  public func isExpanded(_ id: String) -> Bool {
    story.position(of: id).map { visible.isExpanded($0) } ?? true
  }

  /// How the comments at the root are sorted.
  public var sortOrder: SortOrder { visible.tree.sortOrder }

  /// How the replies to each comment are sorted.
  public var replySortOrder: SortOrder { visible.tree.replySortOrder }
}
