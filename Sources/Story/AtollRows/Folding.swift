import AtollBytes
import AtollComments

/// A rule that says which branches are folded: by depth, by size, by comment, or any mix of these.
///
/// A folded branch shows its first comment and hides the rest. A folding is a plain value that is
/// independent of any story; it is evaluated for a tree when a `VisibleTree` is made. Foldings
/// combine like sets of folded branches:
///
/// ```swift
/// let folding = Folding.deeperThan(3)
///   .union(.moreReplies(than: 50))
///   .subtracting(.comments(["the-one-the-link-points-to"]))
/// ```
///
/// Only comments with replies can be folded: a rule does not affect the others.
public struct Folding: Hashable, Sendable {
  /// The steps of the rule in postfix notation: operands before the operators that combine them.
  private var steps: [Step]

  private enum Step: Hashable, Sendable {
    case none
    case all
    case depth(Int)
    case size(Int)
    case comments([[UInt8]])
    case union
    case intersection
    case subtraction
  }

  /// Every branch is open.
  public static let none = Folding(steps: [.none])

  /// Every branch is folded; only the comments at the root are visible.
  public static let all = Folding(steps: [.all])

  /// Hides every comment with more than `depth` ancestors; `deeperThan(0)` leaves only the comments
  /// at the root.
  ///
  /// It folds every branch that begins at `depth` or deeper, so that opening one shows one more
  /// level.
  public static func deeperThan(_ depth: Int) -> Folding { Folding(steps: [.depth(depth)]) }

  /// Folds every branch whose first comment has more than `count` replies, counting all levels.
  public static func moreReplies(than count: Int) -> Folding { Folding(steps: [.size(count)]) }

  /// Folds the branches that begin with these comments; ids that are not in the story do nothing.
  public static func comments(_ ids: some Sequence<String>) -> Folding {
    // Compared as bytes, because ids can differ although their strings are equal.
    Folding(steps: [
      .comments(Set(ids.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) })
    ])
  }

  /// Returns a rule that folds the branches that this rule or the other one folds.
  public func union(_ other: Folding) -> Folding { Folding(steps: steps + other.steps + [.union]) }

  /// Returns a rule that folds the branches that both rules fold.
  public func intersection(_ other: Folding) -> Folding {
    Folding(steps: steps + other.steps + [.intersection])
  }

  /// Returns a rule that folds the branches that this rule folds and the other one does not.
  public func subtracting(_ other: Folding) -> Folding {
    Folding(steps: steps + other.steps + [.subtraction])
  }
}

extension Folding {
  /// Returns the folded branches of a tree, by ordinal.
  ///
  /// Every step of the rule takes linear time in the size of the tree.
  func foldedBranches(of tree: CommentTree, in story: Story) -> RankedBits {
    var operands: [RankedBits] = []
    for step in steps {
      switch step {
      case .none, .all, .depth, .size, .comments:
        operands.append(Self.foldedBranches(by: step, of: tree, in: story))
      case .union: Self.combine(&operands) { $0 | $1 }
      case .intersection: Self.combine(&operands) { $0 & $1 }
      case .subtraction: Self.combine(&operands) { $0 & ~$1 }
      }
    }
    return operands.last ?? RankedBits(length: tree.count)
  }

  private static func combine(
    _ operands: inout [RankedBits], with body: (UInt64, UInt64) -> UInt64
  ) {
    guard let right = operands.popLast(), !operands.isEmpty else { return }
    operands[operands.count - 1].combine(with: right, body: body)
  }

  private static func foldedBranches(
    by step: Step, of tree: CommentTree, in story: Story
  ) -> RankedBits {
    var bits = RankedBits(length: tree.count)
    let sizes = tree.branchSizes
    let depths = tree.depths
    switch step {
    case .all: bits.setOnly { sizes[$0] > 1 }
    case .depth(let depth): bits.setOnly { sizes[$0] > 1 && Int(depths[$0]) >= depth }
    case .size(let count): bits.setOnly { Int(sizes[$0]) - 1 > max(0, count) }
    case .comments(let ids):
      for id in ids {
        guard let position = story.position(ofUTF8: id) else { continue }
        let ordinal = tree.ordinal(of: position)
        if tree.branchSizes[ordinal] > 1 { bits.set(ordinal, to: true) }
      }
    case .none, .union, .intersection, .subtraction: break
    }
    return bits
  }
}

extension Folding: CustomStringConvertible {
  /// The rule as it is written in Swift: `deeperThan(3).union(moreReplies(than: 50))`.
  public var description: String {
    var operands: [String] = []
    for step in steps {
      switch step {
      case .none: operands.append("none")
      case .all: operands.append("all")
      case .depth(let depth): operands.append("deeperThan(\(depth))")
      case .size(let count): operands.append("moreReplies(than: \(count))")
      case .comments(let ids):
        operands.append("comments(\(ids.map { String(decoding: $0, as: UTF8.self) }))")
      case .union: Self.combine(&operands, by: "union")
      case .intersection: Self.combine(&operands, by: "intersection")
      case .subtraction: Self.combine(&operands, by: "subtracting")
      }
    }
    return operands.last ?? ""
  }

  private static func combine(_ operands: inout [String], by name: String) {
    guard let right = operands.popLast(), let left = operands.popLast() else { return }
    operands.append("\(left).\(name)(\(right))")
  }
}
