package import AtollBytes
import AtollComments

/// The counts of a digest, such as 12 new comments of which 2 are left out.
package struct DigestCounts: Hashable, Sendable {
  package private(set) var newCount = 0
  /// The number of new comments that are left out for lack of room.
  ///
  /// New comments in a branch whose root is shown are not included: the blocks of the branch count
  /// them.
  package private(set) var omittedCount = 0
  /// True if all comments shown are new, so that none needs a mark.
  let hasOnlyNewComments: Bool

  /// Creates the counts; `nil` if the output is no digest, or if the new comments are unknown.
  init?(
    _ options: LayoutOptions, selecting selection: StorySelection, in blocks: [Block],
    of story: borrowing Story
  ) {
    guard options.showsOnlyNewComments, let newComments = selection.newComments else { return nil }
    let shown = blocks.filter { $0.kind == .comment || $0.kind == .tombstone }
    let shownNewCount = shown.count { newComments.contains(Int($0.position)) }
    newCount = newComments.count
    hasOnlyNewComments = shownNewCount == shown.count
    guard shownNewCount < newCount else { return }
    // If the root of a branch is shown, the branch's own blocks count what is left out of it.
    var shownRoots = CommentSet(count: story.comments.count)
    for block in shown where block.level == 1 { shownRoots.insert(Int(block.position)) }
    let isBelowNone = story.comments.haveNoAncestor { shownRoots.contains($0) }
    omittedCount = story.comments.indices.count {
      newComments.contains($0) && isBelowNone[$0] && !shownRoots.contains($0)
    }
  }
}

extension BlockList {
  /// Returns whether a digest shows a block's comment only because of the replies to it.
  package func isShownAsContext(_ block: Block) -> Bool {
    guard let digest, !digest.hasOnlyNewComments else { return false }
    return !isNew(block)
  }

  /// Appends the number of comments in the story, or, for a digest, the number of new ones.
  package func appendCommentCount(to out: inout OutputBuffer) {
    if let digest {
      wording.append(.newComments, count: digest.newCount, to: &out)
    } else {
      wording.append(.comments, count: header.commentCount, to: &out)
    }
  }

  /// Appends the count that a heading shows: `34 comments`, `12 reviews`.
  package func appendCount(of heading: Block, to out: inout OutputBuffer) {
    switch heading.group {
    case .all: appendCommentCount(to: &out)
    case .reviews: wording.append(.reviews, count: Int(heading.count), to: &out)
    case .questions: wording.append(.questions, count: Int(heading.count), to: &out)
    }
  }

  /// Appends a description of the output: `34 comments on Tidewalker`.
  package func appendDescription(to out: inout OutputBuffer) {
    guard !header.title.isEmpty else { return appendCommentCount(to: &out) }
    if isTitleOfDigest {
      // The title already says how many comments there are.
      out.append(header.title, of: bytes)
    } else if let digest {
      wording.append(
        .newCommentsOn, count: digest.newCount, title: header.title, of: bytes, to: &out)
    } else {
      wording.append(
        .commentsOn, count: header.commentCount, title: header.title, of: bytes, to: &out)
    }
  }

  /// Appends the label for the count of a block, such as `3 more replies`.
  ///
  /// The link to a branch's own pages has a label without a number. At the end of a digest, the
  /// label counts the new comments that are left out or, if there are none, the earlier comments.
  package func appendHiddenCount(of block: Block, to out: inout OutputBuffer) {
    if block.isContinuation {
      wording.append(.moreComments, to: &out)
    } else if case .hiddenReplies = block.kind {
      wording.append(
        block.isFolded ? .hiddenReplies : .moreReplies, count: Int(block.count), to: &out)
    } else if let digest, digest.omittedCount > 0 {
      wording.append(.moreNewComments, count: digest.omittedCount, to: &out)
    } else if digest != nil, block.count > 0 {
      wording.append(.earlierComments, count: Int(block.count), to: &out)
    } else {
      wording.append(.moreComments, count: Int(block.count), to: &out)
    }
  }
}
