public import Comments

/// The comments of a story in the order they are read in, every branch open.
///
/// A tree is flat: four columns in *preorder*, where each comment comes directly before its replies,
/// so that a branch (a comment and all that hangs from it) is one contiguous run. A comment's place
/// in that order is its *ordinal*.
///
/// ```swift
/// let tree = CommentTree(of: story, sortedBy: .mostLiked)
/// for ordinal in 0..<tree.count {
///   print(tree.depth(at: ordinal), story.comment(at: tree.position(at: ordinal)).body.text)
/// }
/// ```
///
/// Making one takes time linear in the number of comments when siblings are in order already, and
/// n log n at worst. Nothing in it recurses, so depth costs nothing.
public struct CommentTree: Sendable {
  /// The order of the comments at the root.
  public internal(set) var sortOrder: CommentOrder
  /// The order of the replies to each comment.
  public internal(set) var replySortOrder: CommentOrder
  /// The number of comments at the root.
  public internal(set) var rootCount = 0

  /// The comment's index in the story, by ordinal.
  package internal(set) var order: [Int32]
  /// The distance from the root, by ordinal.
  package internal(set) var depths: [Int32]
  /// The number of comments in its branch, itself included, by ordinal.
  package internal(set) var sizes: [Int32]
  /// The number of its direct replies, by ordinal.
  package internal(set) var replies: [Int32]
  /// The comment's ordinal, by index in the story.
  package internal(set) var ordinals: [Int32]

  /// The tree of a story: roots by `sortOrder`, replies the oldest first unless asked otherwise.
  public init(
    of story: borrowing Story, sortedBy sortOrder: CommentOrder = .newest,
    replies replySortOrder: CommentOrder = .oldest
  ) {
    var memory = TreeScratch()
    memory.makeTree(of: story, sortedBy: sortOrder, replies: replySortOrder)
    self = memory.tree
  }

  /// The tree of no comments.
  init() {
    sortOrder = .newest
    replySortOrder = .oldest
    (order, depths, sizes, replies, ordinals) = ([], [], [], [], [])
  }

  /// The number of comments.
  public var count: Int { order.count }

  /// The comment at each ordinal.
  public func position(at ordinal: Int) -> Position { Position(Int(order[ordinal])) }

  /// The ordinal of a comment in the preorder.
  public func ordinal(of position: Position) -> Int { Int(ordinals[Int(position.index)]) }

  /// Returns the number of ancestors of the comment at an ordinal; 0 at the root.
  public func depth(at ordinal: Int) -> Int { Int(depths[ordinal]) }

  /// Returns the number of direct replies to the comment at an ordinal.
  public func replyCount(at ordinal: Int) -> Int { Int(replies[ordinal]) }

  /// The ordinals of a comment and everything that hangs from it.
  public func branch(at ordinal: Int) -> Range<Int> { ordinal..<ordinal + Int(sizes[ordinal]) }
}
