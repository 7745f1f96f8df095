public import AtollComments

/// The comments of a story in reading order, with every branch open.
///
/// A tree is flat: four columns in *preorder*, in which each comment comes directly before its
/// replies. So a branch (a comment and all its descendants) is a contiguous range. A comment's
/// index in that order is its *ordinal*.
///
/// ```swift
/// let tree = CommentTree(of: story, sortedBy: .mostLiked)
/// for ordinal in 0..<tree.count {
///   print(tree.depth(at: ordinal), story.comment(at: tree.position(at: ordinal)).body.text)
/// }
/// ```
///
/// Making a tree takes linear time if siblings are already in order, and O(n log n) at worst.
/// Nothing recurses, so depth costs nothing.
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
  /// The number of comments in a branch, including its first comment, by ordinal.
  package internal(set) var branchSizes: [Int32]
  /// The number of direct replies to the comment, by ordinal.
  package internal(set) var replyCounts: [Int32]
  /// The comment's ordinal, by index in the story.
  package internal(set) var ordinals: [Int32]

  /// Creates the tree of a story, with roots sorted by `sortOrder` and replies by `replySortOrder`.
  public init(
    of story: borrowing Story, sortedBy sortOrder: CommentOrder = .newest,
    replies replySortOrder: CommentOrder = .oldest
  ) {
    var memory = TreeScratch()
    memory.makeTree(of: story, sortedBy: sortOrder, replies: replySortOrder)
    self = memory.tree
  }

  init() {
    sortOrder = .newest
    replySortOrder = .oldest
    (order, depths, branchSizes, replyCounts, ordinals) = ([], [], [], [], [])
  }

  /// The number of comments.
  public var count: Int { order.count }

  /// Returns the position in the story of the comment at an ordinal.
  public func position(at ordinal: Int) -> Position { Position(Int(order[ordinal])) }

  /// Returns the ordinal of a comment.
  public func ordinal(of position: Position) -> Int { Int(ordinals[Int(position.index)]) }

  /// Returns the number of ancestors of the comment at an ordinal; 0 at the root.
  public func depth(at ordinal: Int) -> Int { Int(depths[ordinal]) }

  /// Returns the number of direct replies to the comment at an ordinal.
  public func replyCount(at ordinal: Int) -> Int { Int(replyCounts[ordinal]) }

  /// Returns the ordinals of the comment at an ordinal and of all its descendants.
  public func branch(at ordinal: Int) -> Range<Int> {
    ordinal..<ordinal + Int(branchSizes[ordinal])
  }
}
