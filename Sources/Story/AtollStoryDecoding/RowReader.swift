import AtollBytes
import AtollComments

/// A reader of single database rows; it determines the kind of a row, and copies the parts that are
/// shown.
///
/// Rows hold passwords, addresses, tokens, earlier texts and moderators' notes. The copy of a
/// comment, a story or a user has none of them, so it can be written to a temporary file; settings
/// are copied whole. A story is the same whether it is made from rows or from their copies.
package struct RowReader: ~Copyable {
  private var page = JSONPage(bytes: [])
  /// The row as it was written; `page` has its own copy, which it unescapes in place.
  private var text: [UInt8] = []
  package private(set) var kind = RowKind.other
  private var keySlice = Slice.empty
  private var authorID = Slice.empty
  private var featuredByID = Slice.empty
  /// True if readers do not see the text: the comment is deleted or not published, or the form of
  /// its parent's id is unknown.
  private var isHidden = false

  package init() {}

  /// Reads a row of a file; returns `nil`, or the reason why the row cannot be read.
  ///
  /// The part before the error decides the kind of a row that cannot be read.
  package mutating func read(_ row: ArraySlice<UInt8>, file: String) -> String? {
    let problem = readTape(of: row, file: file)
    if problem != nil {
      kind = page.kindOfCutRow(file: file)
      return problem
    }
    kind = page.rowKind(0, file: file) ?? .other
    (keySlice, authorID, featuredByID) = (.empty, .empty, .empty)
    switch kind {
    case .comment: readComment()
    case .story, .user: keySlice = page.id("id", of: 0) ?? .empty
    case .settings, .other: break
    }
    return nil
  }

  private mutating func readTape(of row: ArraySlice<UInt8>, file: String) -> String? {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: row)
    page.bytes.removeAll(keepingCapacity: true)
    page.bytes.append(contentsOf: row)
    page.diagnostics = DiagnosticList()
    if let failure = page.readRow(page.bytes.indices, named: file) { return failure.message }
    guard page.kind(0) == .object, page.tape.indexAfter(0) > 1 else {
      // An empty object does not count as a row: in a large file that is not an export, some line
      // may be `{}` by chance.
      return "it is not an object with fields"
    }
    return nil
  }

  /// The id of a story or user, or of the story that a comment belongs to; empty for other rows.
  package var key: ArraySlice<UInt8> { page.bytes[keySlice.range] }

  /// The ids of the people who wrote and featured a comment, as far as the row names them.
  package var personIDs: [ArraySlice<UInt8>] {
    [authorID, featuredByID].filter { !$0.isEmpty }.map { page.bytes[$0.range] }
  }

  /// True if the row seems to be a document that holds a whole story: it is of no known kind, has a
  /// key such as `comments`, and lacks the `_id` of every MongoDB row.
  package var mayBeDocument: Bool {
    kind == .other && !page.hasMember("_id", of: 0)
      && ["atoll", "data", "comments"].contains { page.hasMember($0, of: 0) }
  }

  /// The comment that the row hides, even if the row could not be read to its end; `nil` if it
  /// hides none.
  package var hiddenComment: HiddenComment? {
    guard let hidden = page.hiddenCommentOfRow else { return nil }
    return HiddenComment(id: page.bytes[hidden.id.range], reason: hidden.reason)
  }

  /// The id of the story that the row names before its error, if the row cannot be read.
  package var storyIDOfCutRow: ArraySlice<UInt8>? {
    page.storyIDOfCutRow.map { page.bytes[$0.range] }
  }

  private mutating func readComment() {
    keySlice = page.id("storyID", of: 0) ?? page.id("asset_id", of: 0) ?? .empty
    authorID = page.id("authorID", of: 0) ?? page.id("author_id", of: 0) ?? .empty
    if let tags = page.value("tags", of: 0), page.kind(tags) == .array,
      page.tape.indexAfter(tags) > tags + 1
    {
      featuredByID = page.featuredByID(in: tags) ?? .empty
    }
    isHidden = isCommentHidden()
  }

  private mutating func isCommentHidden() -> Bool {
    if page.value("deletedAt", of: 0) != nil || page.value("deleted_at", of: 0) != nil {
      return true
    }
    // Talk 4 removes the text of a deleted comment.
    if page.hasMember("asset_id", of: 0), page.value("body", of: 0) == nil { return true }
    if let parent = page.value("parentID", of: 0) ?? page.value("parent_id", of: 0),
      page.idIfValid(parent) == nil
    {
      return true
    }
    guard let status = page.value("status", of: 0), page.kind(status) == .string else {
      return true
    }
    var comment = CommentRecord()
    page.readStatus(status, into: &comment)
    return comment.tombstone != nil
  }

  // MARK: Copying

  package func appendShownParts(to output: inout [UInt8]) {
    switch kind {
    case .comment: appendComment(to: &output)
    case .story: appendMember(of: 0, in: text.indices, keepingOnly: Self.storyFields, to: &output)
    case .user: appendMember(of: 0, in: text.indices, keepingOnly: Self.userFields, to: &output)
    case .settings: output += text
    case .other: output += "{}".utf8
    }
  }

  /// The fields of stories that `RowDecoder` reads.
  private static let storyFields = KeyTable(
    of: RowDecoder.writeTimeKeys + [
      "id", "tenantID", "url", "title", "metadata", "closedAt", "isArchived", "isArchiving",
      "settings",
    ])

  /// The fields of users that `RowDecoder` reads.
  private static let userFields = KeyTable(of: [
    "id", "tenantID", "username", "avatar", "badges", "secretBadges", "tags",
  ])

  private static let shownVersionKeys = KeyTable(of: ["body", "media", "createdAt", "created_at"])
  private static let versionTimeKeys = KeyTable(of: ["createdAt", "created_at"])
  private static let richTextKey = KeyTable(of: ["richTextBody"])
  private static let reactionKey = KeyTable(of: ["REACTION"])

  private func appendComment(to output: inout [UInt8]) {
    let isTalk4 = page.hasMember("asset_id", of: 0)
    let fields = isTalk4 ? CommentRowField.talk4 : CommentRowField.coral
    output.append(UInt8(ascii: "{"))
    forEachMember(of: 0, in: text.indices) { (field, member) in
      guard let known = page.key(of: field, in: fields) else {
        if page.key(of: field, in: CommentRowField.storyAndTenantKeys) != nil {
          append(member, to: &output)
        }
        return
      }
      switch known {
      case .id, .status, .authorID, .parentID, .replyCount, .tags, .rating, .createdAt, .updatedAt,
        .deletedAt:
        append(member, to: &output)
      case .body: if !isHidden { append(member, to: &output) }
      case .metadata:
        if !isHidden {
          appendMember(of: field, in: member, keepingOnly: Self.richTextKey, to: &output)
        }
      case .revisions, .bodyHistory:
        appendLastVersion(of: field, in: member, isTextHidden: isHidden || isTalk4, to: &output)
      case .actionCounts:
        if isTalk4 {
          append(member, to: &output)
        } else {
          appendMember(of: field, in: member, keepingOnly: Self.reactionKey, to: &output)
        }
      }
    }
    output.close("}")
  }

  /// Appends the last version, without text and media if `isTextHidden`.
  ///
  /// An empty object is written for each earlier version, so that their number stays the same.
  private func appendLastVersion(
    of list: Int, in member: Range<Int>, isTextHidden: Bool, to output: inout [UInt8]
  ) {
    var (count, last) = (0, list)
    for version in page.children(of: list) { (count, last) = (count + 1, version) }
    guard page.kind(list) == .array, count > 0, page.kind(last) == .object else {
      return append(member, to: &output)
    }
    append(keyOf: list, in: member, to: &output)
    output.append(UInt8(ascii: "["))
    for _ in 1..<count { output += "{},".utf8 }
    let end = indexOfLastByte(before: member.upperBound - 1) + 1
    appendObject(
      last, in: Int(page.tape.entries[last].start)..<end,
      keepingOnly: isTextHidden ? Self.versionTimeKeys : Self.shownVersionKeys, to: &output)
    output.append(UInt8(ascii: "]"))
    output.append(UInt8(ascii: ","))
  }

  /// Appends a member, but keeps only the wanted parts of its value if the value is an object.
  ///
  /// An `object` of 0 is the row itself.
  private func appendMember(
    of object: Int, in member: Range<Int>, keepingOnly wanted: KeyTable<Void>,
    to output: inout [UInt8]
  ) {
    guard page.kind(object) == .object else { return append(member, to: &output) }
    if object > 0 { append(keyOf: object, in: member, to: &output) }
    let start = Int(page.tape.entries[object].start)
    appendObject(object, in: start..<member.upperBound, keepingOnly: wanted, to: &output)
    if object > 0 { output.append(UInt8(ascii: ",")) }
  }

  private func appendObject(
    _ object: Int, in range: Range<Int>, keepingOnly wanted: KeyTable<Void>,
    to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "{"))
    forEachMember(of: object, in: range) { (field, member) in
      if page.key(of: field, in: wanted) != nil { append(member, to: &output) }
    }
    output.close("}")
  }

  private func append(keyOf field: Int, in member: Range<Int>, to output: inout [UInt8]) {
    output += text[member.lowerBound..<Int(page.tape.entries[field].start)]
  }

  private func append(_ member: Range<Int>, to output: inout [UInt8]) {
    output += text[member]
    output.append(UInt8(ascii: ","))
  }

  // MARK: The text of members

  /// Calls `body` with each member of an object, and the range of its key and value in `text`.
  private func forEachMember(
    of object: Int, in range: Range<Int>, body: (_ field: Int, _ member: Range<Int>) -> Void
  ) {
    var previous: (field: Int, start: Int)?
    for field in page.children(of: object) {
      let start = Int(page.tape.entries[field].key.start) - 1
      // A key that had to be repaired is elsewhere; its member counts as part of the one before it.
      guard range.contains(start), start > previous?.start ?? -1 else { continue }
      if let previous { body(previous.field, previous.start..<indexOfLastByte(before: start) + 1) }
      previous = (field, start)
    }
    // The last byte of an object is its brace.
    if let previous {
      let end = indexOfLastByte(before: range.upperBound)
      body(previous.field, previous.start..<indexOfLastByte(before: end) + 1)
    }
  }

  /// Returns the index of the last byte of the value that ends before an index.
  private func indexOfLastByte(before end: Int) -> Int {
    var index = end - 1
    while JoinedInput.isSpace(text[index]) || text[index] == UInt8(ascii: ",") { index -= 1 }
    return index
  }
}

extension [UInt8] {
  /// Appends a closing bracket, in place of the comma after the last member if there is one.
  fileprivate mutating func close(_ bracket: Unicode.Scalar) {
    if last == UInt8(ascii: ",") { removeLast() }
    append(UInt8(ascii: bracket))
  }
}
