import AtollBytes
import AtollComments

/// The labels of those comments whose labels are not one contiguous range of `Story.labels`.
///
/// A view holds only one range, which is not enough if the comment has the publisher's own tags and
/// its author has the publisher's own badges, or if one of the labels is invisible and must be left
/// out.
struct LabelOverrides: Sendable {
  /// The labels of all comments with an override, one comment after another.
  private(set) var labels: [Slice] = []
  /// The comments with an override, in ascending order, and where their labels start in `labels`.
  private var positions: [Int32] = []
  private var starts: [Int] = []

  init(of story: borrowing Story) {
    if story.labels.isEmpty { return }
    let bytes = story.bytes
    let blank = story.labels.map {
      bytes.displayText(of: $0, cutTo: LabelLimits.maximumLabelLength).isEmpty
    }
    let hasBlank = blank.contains(true)
    for index in story.comments.indices where hasBlank || story.comments[index].labelCount > 0 {
      let record = story.comments[index]
      let author = record.author >= 0 ? story.authors[Int(record.author)] : AuthorRecord()
      let badges = Self.range(from: author.firstLabel, count: author.labelCount)
      let tags = Self.range(from: record.firstLabel, count: record.labelCount)
      let needsOverride =
        !badges.isEmpty && !tags.isEmpty
        || hasBlank && (blank[badges].contains(true) || blank[tags].contains(true))
      guard needsOverride else { continue }
      positions.append(Int32(truncatingIfNeeded: index))
      starts.append(labels.count)
      add(badges, of: story, omittingBlank: blank)
      add(tags, of: story, omittingBlank: blank)
    }
  }

  private static func range(from first: Int32, count: UInt16) -> Range<Int> {
    count == 0 ? 0..<0 : Int(first)..<Int(first) + Int(count)
  }

  private mutating func add(
    _ range: Range<Int>, of story: borrowing Story, omittingBlank blank: [Bool]
  ) {
    let limit = (starts.last ?? 0) + LabelLimits.maximumLabelsPerComment
    for index in range where !blank[index] && labels.count < limit {
      labels.append(story.labels[index])
    }
  }

  /// Returns the range of a comment's labels in `labels`, or `nil` if it has no override.
  func labelRange(ofCommentAt position: Int32) -> Range<Int>? {
    let runIndex = partitioningIndex(of: positions) { $0 < position }
    guard runIndex < positions.count, positions[runIndex] == position else { return nil }
    return starts[runIndex]..<(runIndex + 1 < starts.count ? starts[runIndex + 1] : labels.count)
  }
}
