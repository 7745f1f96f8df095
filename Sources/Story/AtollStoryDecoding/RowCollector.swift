import AtollBytes
package import AtollComments

/// A collector of database rows that are read one by one; it keeps only the parts that are shown.
///
/// The order of the rows makes no difference to the story.
package struct RowCollector {
  private var decoder: RowDecoder
  /// The number of rows that could not be read.
  package private(set) var brokenRowCount = 0
  /// The first problem with a row that may have held a published comment; `nil` if there is none.
  package private(set) var problemWithPublishedComments: String?

  /// Creates a collector for the rows of one story; if `form` is `nil`, the first rows decide which
  /// server they are from.
  package init(form: InputForm?) {
    decoder = RowDecoder(
      server: form?.databaseServer ?? .unknown, page: JSONPage(bytes: []), storyID: nil)
  }

  package var commentCount: Int { decoder.counts.comments }

  /// The value of `problemWithPublishedComments` if no comment was read; otherwise `nil`.
  package var problemWithAllComments: String? {
    commentCount == 0 ? problemWithPublishedComments : nil
  }

  /// Reads a row, and reports it if it is broken; the bytes change, so the row can be read only
  /// once.
  ///
  /// - Parameters:
  ///   - number: The number of the row in messages, from 1; 0 for a row before the first one.
  ///   - kind: The kind of the row, if it is known.
  package mutating func add(
    _ range: Range<Int>, of bytes: inout [UInt8], number: Int, as kind: RowKind? = nil
  ) {
    swap(&bytes, &decoder.page.bytes)
    defer { swap(&bytes, &decoder.page.bytes) }
    decoder.page.rowIndex = max(0, number - 1)
    if let failure = decoder.page.readRow(range, named: "row") {
      let mayBePublished =
        switch decoder.noteCutRow(file: "") {
        case .noComment, .hiddenComment: false
        case .comment: true
        }
      return reportBrokenRow(
        "row \(number) was ignored: \(failure.message)", mayBePublished: mayBePublished,
        at: .byte(failure.place.byte, of: "row"))
    }
    if decoder.server == .unknown { decoder.findServer() }
    decoder.readRow(as: kind)
  }

  /// Counts and reports a row that the caller could not read.
  ///
  /// - Parameter mayBePublished: Whether the row may have held a published comment.
  package mutating func reportBrokenRow(
    _ message: String, mayBePublished: Bool, at place: Diagnostic.Place = .input
  ) {
    brokenRowCount += 1
    if mayBePublished { problemWithPublishedComments = problemWithPublishedComments ?? message }
    decoder.page.diagnostics.add(.unusableRow, message: message, at: place)
  }

  /// Hides a comment, because the readable part of a broken row says so.
  package mutating func hide(_ comment: HiddenComment) { decoder.hide(comment) }

  package consuming func finish() throws(StoryError) -> DecodedStory {
    guard decoder.server != .unknown else {
      throw StoryError(
        .unknownForm, message: "these rows of a database may be from Talk 4 or from Coral",
        advice: "choose talk4-dump or coral-dump")
    }
    let form = InputForm(rowsOf: decoder.server)
    let (story, builder) = try decoder.finish(sortsComments: true)
    return DecodedStory(
      story: story, form: form, summary: .sentences([]), diagnostics: builder.diagnostics,
      droppedCount: builder.droppedCount, gaps: decoder.gaps)
  }
}

extension RowDecoder {
  fileprivate mutating func findServer() {
    guard let row = page.object(0) else { return }
    server = RowKind.server(
      of: page.children(of: row).map { page.bytes.string(page.tape.entries[$0].key) })
  }

  /// Sorts comments into an order that does not depend on the order of the rows.
  mutating func sortComments() { moveComments(by: commentOrder()) }

  /// Returns the indices of the comments in their new order.
  private func commentOrder() -> [Int32] {
    let comments = builder.comments
    let bytes = builder.bytes
    func id(_ index: Int) -> ArraySlice<UInt8> { bytes[comments[index].id.range] }
    return comments.indices.map { Int32(truncatingIfNeeded: $0) }.sorted { left, right in
      let (left, right) = (Int(left), Int(right))
      let (first, second) = (comments[left], comments[right])
      if first.createdAt != second.createdAt {
        return first.createdAt.milliseconds < second.createdAt.milliseconds
      }
      if !id(left).elementsEqual(id(right)) { return id(left).lexicographicallyPrecedes(id(right)) }
      return bytes[first.body.range].lexicographicallyPrecedes(bytes[second.body.range])
    }
  }

  /// Moves every comment to its new index, along the cycles of the permutation.
  ///
  /// A second list of all comments would be the peak of memory use for a large story.
  private mutating func moveComments(by order: consuming [Int32]) {
    let done: Int32 = -1
    for start in order.indices where order[start] != done {
      let comment = builder.comments[start]
      var hole = start
      while order[hole] != Int32(truncatingIfNeeded: start) {
        let source = Int(order[hole])
        builder.comments[hole] = builder.comments[source]
        order[hole] = done
        hole = source
      }
      builder.comments[hole] = comment
      order[hole] = done
    }
  }
}
