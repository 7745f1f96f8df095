import AtollBytes
import AtollComments

/// A comment that a row hides although the row cannot be read to its end.
package struct HiddenComment: Sendable {
  let id: ArraySlice<UInt8>
  let reason: Tombstone
}

extension HiddenComment {
  /// Creates a value from the text that `append(to:)` writes; `nil` if the text names no known
  /// reason.
  package init?(text: ArraySlice<UInt8>) {
    let reason = text.prefix { $0 != UInt8(ascii: " ") }
    guard let found = Tombstone(rawValue: String(decoding: reason, as: UTF8.self)) else {
      return nil
    }
    self.init(id: text.dropFirst(reason.count + 1), reason: found)
  }

  package func append(to output: inout [UInt8]) {
    output += "\(reason.rawValue) ".utf8
    output += id
  }
}

/// Cut rows: their readable part may still say that a comment must not be shown.
extension RowDecoder {
  /// The possible contents of a row that cannot be read.
  enum CutRowContents {
    case noComment
    case hiddenComment
    /// A comment of the story with this id; the id is empty if the story is unknown.
    case comment(ofStory: String)
  }

  /// Notes the comment that the cut row on the tape hides, if any, and returns what the row may
  /// have held.
  mutating func noteCutRow(file: String) -> CutRowContents {
    let hidden = page.hiddenCommentOfRow
    // A row of another kind hides nothing by this, since no comment has its id.
    if let hidden { hide(HiddenComment(id: page.bytes[hidden.id.range], reason: hidden.reason)) }
    if page.kindOfCutRow(file: file) != .comment { return .noComment }
    if hidden != nil { return .hiddenComment }
    return .comment(ofStory: page.storyIDOfCutRow.map { page.bytes.string($0) } ?? "")
  }

  /// Hides a comment, whatever its own rows say.
  mutating func hide(_ comment: HiddenComment) {
    let known = reasonsToHide[Array(comment.id)]
    if known == nil || known == .deleted {
      reasonsToHide[Array(comment.id)] = comment.reason
    }
  }

  mutating func hideCommentsOfCutRows() {
    if reasonsToHide.isEmpty { return }
    for index in builder.comments.indices {
      let id = Array(builder.bytes[builder.comments[index].id.range])
      if let reason = reasonsToHide[id] { builder.comments[index].hide(as: reason) }
    }
  }
}

extension JSONPage {
  /// True if the row on the tape, even a cut one, is an object.
  fileprivate var hasObject: Bool { !tape.entries.isEmpty && kind(0) == .object }

  /// The id of the story that the row on the tape names, even if the row is cut.
  var storyIDOfCutRow: Slice? {
    guard hasObject, let story = member("storyID", of: 0) ?? member("asset_id", of: 0),
      let id = idIfValid(story), !id.isEmpty
    else { return nil }
    return id
  }

  /// The comment that the row on the tape hides, even if the row is cut; `nil` if it hides none.
  var hiddenCommentOfRow: HiddenCommentReference? { hasObject ? hiddenComment(at: 0) : nil }

  /// Returns the kind of the row on the tape, even if the row is cut; if neither its fields nor the
  /// file decide the kind, the row may have been a comment.
  func kindOfCutRow(file: String) -> RowKind {
    let byFields = hasObject ? rowKind(0, file: "") : nil
    if byFields ?? .comment == .comment, hasFieldOfComments { return .comment }
    // Rows of actions and reports name their story, too.
    if byFields == .comment, RowKind.isFileOfOtherRows(file) { return .other }
    return byFields ?? RowKind.kind(of: [], file: file) ?? .comment
  }

  private var hasFieldOfComments: Bool {
    hasObject && children(of: 0).contains { key(of: $0, in: RowKind.fieldsOfComments) != nil }
  }
}
