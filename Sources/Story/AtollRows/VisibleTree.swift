public import AtollComments

/// The visible rows: the comments of a tree that no folded branch hides, in preorder.
///
/// It is a collection of `Row`, so a table view asks it for `count` and `visible[indexPath.row]`,
/// and a renderer iterates over it with `for row in visible`.
///
/// ```swift
/// let tree = CommentTree(of: story, sortedBy: .newest)
/// let visible = VisibleTree(of: tree, in: story, folding: .deeperThan(2))
/// for row in visible { print(row.depth, story.comment(at: row.position).id) }
/// ```
///
/// It stores two bits for each comment: whether its branch is folded, and whether it is visible. A
/// branch is a contiguous range of comments, so folding it clears a range of bits. Iterating costs
/// a few nanoseconds for each row. Finding the row at an index, or the index of a comment, reads
/// one count for every 4096 comments, which takes well under a microsecond among a million
/// comments.
public struct VisibleTree: Sendable, RandomAccessCollection {
  /// All comments, with every branch open.
  public internal(set) var tree: CommentTree
  /// The folded branches, by ordinal; the bit of a comment without replies is never set.
  var folded: RankedBits
  /// The visible comments, by ordinal.
  var shown: RankedBits

  /// Creates the rows that a folding leaves visible.
  public init(of tree: CommentTree, in story: Story, folding: Folding = .none) {
    self.init(of: tree, folded: folding.foldedBranches(of: tree, in: story))
  }

  init(of tree: CommentTree, folded: RankedBits) {
    self.tree = tree
    self.folded = folded
    shown = RankedBits(length: tree.count)
    show(0..<tree.count)
  }

  /// The index of the first row.
  public var startIndex: Int { 0 }

  /// The index after the last row.
  public var endIndex: Int { shown.setBitCount }

  /// The number of rows.
  public var count: Int { shown.setBitCount }

  /// The row at an index.
  public subscript(index: Int) -> Row { row(ofOrdinal: shown.select(index)) }

  /// Returns the index of the row that shows a comment, or `nil` if a folded branch hides it.
  public func index(of position: Position) -> Int? {
    let ordinal = tree.ordinal(of: position)
    return shown.contains(ordinal) ? shown.rank(of: ordinal) : nil
  }

  /// Returns whether a comment is expanded, even if it is itself hidden; `true` for a comment
  /// without replies.
  public func isExpanded(_ position: Position) -> Bool {
    !folded.contains(tree.ordinal(of: position))
  }

  /// Returns the row that a comment has, or would have if its ancestors were expanded.
  func row(ofOrdinal ordinal: Int) -> Row {
    tree.row(at: ordinal, isFolded: folded.contains(ordinal))
  }

  /// Shows the comments in a range of whole branches, except those inside folded branches.
  mutating func show(_ range: Range<Int>) {
    var ordinal = range.lowerBound
    while ordinal < range.upperBound {
      guard let next = folded.first(in: ordinal..<range.upperBound) else {
        shown.set(ordinal..<range.upperBound, to: true)
        return
      }
      shown.set(ordinal..<next + 1, to: true)
      ordinal = next + Int(tree.branchSizes[next])
    }
  }
}

// MARK: Folding

extension VisibleTree {
  /// Collapses or expands the comment at an ordinal and returns the row changes.
  ///
  /// Takes one step for every 64 comments in the branch. If the comment is hidden, no row changes.
  mutating func setFolded(_ ordinal: Int, to isFolded: Bool) -> RowChanges {
    var changes = RowChanges(unchangedCount: count)
    guard tree.branchSizes[ordinal] > 1, folded.contains(ordinal) != isFolded else {
      return changes
    }
    folded.set(ordinal, to: isFolded)
    guard shown.contains(ordinal) else { return changes }
    let inner = ordinal + 1..<ordinal + Int(tree.branchSizes[ordinal])
    let index = shown.rank(of: ordinal)
    if isFolded { shown.set(inner, to: false) } else { show(inner) }
    let difference = count - changes.countBefore
    changes.countAfter = count
    changes.updates.append(index)
    changes.updatesAfter.append(index)
    if difference < 0 { changes.deletions.append(index + 1..<index + 1 - difference) }
    if difference > 0 { changes.insertions.append(index + 1..<index + 1 + difference) }
    return changes
  }

  /// Folds exactly the given branches, opens all others, and returns the row changes.
  mutating func fold(only branches: RankedBits) -> RowChanges {
    let old = self
    self = VisibleTree(of: tree, folded: branches)
    return RowChanges(fromFolding: old, to: self)
  }

  /// The number of words that range changes have visited so far; see `RankedBits`.
  package var visitedWordCount: Int { shown.visitedWordCount + folded.visitedWordCount }
}
