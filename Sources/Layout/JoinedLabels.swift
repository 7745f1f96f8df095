import Bytes
import Comments

/// For comments that have tags of the publisher's own by an author who has badges of the publisher's
/// own: one run with both, so that a face has one run to show.
struct JoinedLabels: Sendable {
  /// The runs, one behind the other.
  private(set) var labels: [Slice] = []
  /// Which comments have one, in rising order, and where each begins in `labels`.
  private var positions: [Int32] = []
  private var starts: [Int32] = []

  init(of story: Story) {
    if story.labels.isEmpty { return }
    for index in story.comments.indices where story.comments[index].labelCount > 0 {
      let record = story.comments[index]
      guard record.author >= 0 else { continue }
      let author = story.authors[Int(record.author)]
      guard author.labelCount > 0 else { continue }
      positions.append(Int32(truncatingIfNeeded: index))
      starts.append(Int32(truncatingIfNeeded: labels.count))
      let limit = LabelLimits.labelsPerComment
      add(author.firstLabel, min(Int(author.labelCount), limit), of: story)
      let left = max(0, limit - Int(author.labelCount))
      add(record.firstLabel, min(Int(record.labelCount), left), of: story)
    }
  }

  private mutating func add(_ first: Int32, _ count: Int, of story: Story) {
    labels.append(contentsOf: story.labels[Int(first)..<Int(first) + count])
  }

  /// Where the run of a comment begins, if it has one.
  func first(of position: Int32) -> Int32? {
    var low = 0
    var high = positions.count
    while low < high {
      let middle = (low + high) >> 1
      if positions[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < positions.count && positions[low] == position ? starts[low] : nil
  }
}
