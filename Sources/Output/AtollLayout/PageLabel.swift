package import AtollBytes
import AtollComments

extension BlockList {
  /// Appends the label of a page of a divided thread, such as `Page 3`.
  ///
  /// The label of a page of a branch is longer:
  /// `Page 3 – Replies: Ann, 31 July 2026, 09:14 – Page 2`.
  ///
  /// `append` gets a name as received, and must escape it if the output needs that.
  package func appendPageLabel(
    _ number: Int, to out: inout OutputBuffer, reusing cache: inout FormattedDateCache,
    append: (_ name: Slice, _ out: inout OutputBuffer) -> Void
  ) {
    guard let threadPages = pagination?.threadPages, number > 0 else { return }
    let page = threadPages.pages[number - 1]
    guard page.root >= 0 else { return wording.append(.page, count: page.numberInGroup, to: &out) }
    wording.append(.page, count: threadPages.pageNumber(containing: page.root) ?? 1, to: &out)
    out.append(verbatim: Self.dash)
    wording.append(.replies, to: &out)
    let root = view(of: Block(.comment, position: Int(page.root)))
    if !root.author.isEmpty {
      wording.appendSeparator(to: &out)
      wording.append(name: root.author, of: bytes, to: &out, by: append)
    }
    if let time = root.createdAt {
      wording.appendListSeparator(to: &out)
      wording.appendDate(time, to: &out, reusing: &cache)
    }
    if page.numberInGroup > 1 {
      out.append(verbatim: Self.dash)
      wording.append(.page, count: page.numberInGroup, to: &out)
    }
  }

  private static let dash = " – "
}
