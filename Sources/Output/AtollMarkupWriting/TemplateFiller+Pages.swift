package import AtollBodyText
package import AtollBytes
package import AtollLayout

/// The file names of the pages of a divided thread.
package enum PageName {
  /// The file name of the page that lists all pages.
  package static let listFileName = "index.html"

  /// Returns the name of a page's file; 0 is the list of all pages.
  package static func fileName(ofPage number: Int, in list: BlockList) -> String {
    written { appendFileName(ofPage: number, in: list, to: &$0) }
  }

  /// Appends the name of a page's file: `page-3.html`, or `replies-ID-1.html` for a page of a
  /// branch.
  package static func appendFileName(
    ofPage number: Int, in list: BlockList, to out: inout OutputBuffer
  ) {
    guard number > 0, let page = list.pagination?.threadPages.pages[number - 1] else {
      return out.append(verbatim: Self.listFileName)
    }
    if page.root < 0 {
      out.append(verbatim: prefix)
    } else {
      out.append(verbatim: branchPrefix)
      appendToken(list.id(of: Block(.comment, position: Int(page.root))), of: list.bytes, to: &out)
      out.append("-")
    }
    out.append(decimal: page.numberInGroup)
    out.append(verbatim: suffix)
  }

  /// Appends an id, or a hash of it if it is long, has a meaning in an address, or is ambiguous in
  /// a file system.
  private static func appendToken(_ id: Slice, of bytes: [UInt8], to out: inout OutputBuffer) {
    if id.count <= maximumIDLength, isPlainID(id, of: bytes, inLowercase: true) {
      return out.append(id, of: bytes)
    }
    // No plain id contains an underscore.
    out.append("_")
    for byte in SHA256.digest(Array(bytes[id.range])).prefix(hashSize) {
      out.append(contentsOf: uppercaseHexadecimalDigits(of: byte))
    }
  }

  /// Returns whether a file name is that of a page; the list of all pages does not count as one.
  package static func isPage(_ name: String) -> Bool {
    guard name.hasSuffix(suffix) else { return false }
    let stem = name.dropLast(suffix.count)
    let number = stem.utf8.reversed().prefix { $0 != UInt8(ascii: "-") }
    guard !number.isEmpty, number.allSatisfy(isDigit) else { return false }
    let hasID = stem.utf8.count > branchPrefix.utf8.count + "-".utf8.count + number.count
    return stem.hasPrefix(branchPrefix) && hasID
      || stem.hasPrefix(prefix) && stem.utf8.count == prefix.utf8.count + number.count
  }

  private static let (prefix, branchPrefix, suffix) = ("page-", "replies-", ".html")
  private static let (maximumIDLength, hashSize) = (100, 16)
}

extension TemplateFiller {
  /// Sets the excerpt and the flags of the current comment, which is repeated in abbreviated form.
  package mutating func setExcerpt(of body: borrowing RichText) {
    let label = list.wording.text(.spoiler)
    excerpt = Array(body.excerpt(upTo: Self.maximumExcerptLength, spoilersAs: label).utf8)
    scope.flags.set(.hasExcerpt, to: !excerpt.isEmpty)
    scope.flags.set(.isTombstone, to: scope.view.tombstone != nil)
    scope.flags.set(.hasCommentLink, to: list.pagination != nil)
  }

  /// The largest number of characters in an excerpt, without the ellipsis.
  private static let maximumExcerptLength = 140

  /// Writes the canonical address of the output.
  ///
  /// Each page of a divided thread has its own canonical address, since it is not a copy of the
  /// story's page.
  mutating func writeCanonicalAddress(_ out: inout OutputBuffer) {
    guard let pagination = list.pagination else {
      permalinks.canonicalAddress?.append(to: &out)
      return
    }
    guard let folder = options.pagesAddress else { return }
    folder.append(to: &out)
    if pagination.number > 0 {
      PageName.appendFileName(ofPage: pagination.number, in: list, to: &out)
    }
  }

  /// Writes the description of a page of a divided thread for search engines:
  /// `TITLE – Comments – Page 3`.
  ///
  /// It does not state the number of comments, which would change with every new one.
  mutating func writePageDescription(_ pagination: Pagination, to out: inout OutputBuffer) {
    if !list.header.title.isEmpty {
      out.appendEscaped(list.header.title, of: bytes, as: .line)
      out.append(verbatim: Self.dash)
    }
    guard pagination.number > 0 else { return write(.pages, to: &out) }
    write(.comments, to: &out)
    out.append(verbatim: Self.dash)
    writePageLabel(pagination.number, to: &out)
  }

  private static let dash = " – "

  // MARK: Lists

  /// Makes the first entry of a list the current one; returns whether there is one.
  mutating func enterFirst(of listID: UInt16) -> Bool {
    if listID == pageListID { return enterPageEntry(0) }
    enterBadge(0)
    return badgeCount > 0
  }

  /// Makes the next entry of a list the current one; returns whether there is one.
  mutating func enterNext(of listID: UInt16) -> Bool {
    if listID == pageListID { return enterPageEntry(scope.pageEntryIndex &+ 1) }
    enterBadge(scope.badgeIndex &+ 1)
    return scope.badgeIndex < badgeCount
  }

  private mutating func enterPageEntry(_ index: Int) -> Bool {
    guard let current = list.pagination?.number, index < pageEntries.count else {
      enterPage(list.pagination?.number ?? 0)
      return false
    }
    scope.pageEntryIndex = index
    enterPage(pageEntries[index])
    scope.flags.set(.isPageGap, to: pageEntries[index] == 0)
    scope.flags.set(.isCurrentPage, to: pageEntries[index] == current)
    return true
  }

  /// Sets the page for the fields in `FieldGroup.onePage`, such as `{{page_label}}`.
  mutating func enterPage(_ number: Int) {
    scope.pageNumber = number
    scope.flags.set(.hasPageTimes, to: list.pagination?.page(number)?.earliest != nil)
  }

  // MARK: Fields

  mutating func writePageField(_ field: TextField, to out: inout OutputBuffer) {
    guard let pagination = list.pagination else { return }
    let page = pagination.page(scope.pageNumber)
    switch field {
    case .pageLabel: writePageLabel(scope.pageNumber, to: &out)
    case .pageURL: PageName.appendFileName(ofPage: scope.pageNumber, in: list, to: &out)
    case .pageCommentCountLabel: wording.append(.comments, count: page?.commentCount ?? 0, to: &out)
    case .pageFirstTime: writeTime(page?.earliest, to: &out)
    case .pageLastTime: writeTime(page?.latest, to: &out)
    case .pageTimes: writePageTimes(page, to: &out)
    case .firstPageURL: writePageName(pagination.first, to: &out)
    case .previousPageURL: writePageName(pagination.previous, to: &out)
    case .nextPageURL: writePageName(pagination.next, to: &out)
    case .lastPageURL: writePageName(pagination.last, to: &out)
    case .pageListURL: out.append(verbatim: PageName.listFileName)
    case _: break
    }
  }

  /// Writes the file name of a page, or of the list of all pages if the number is `nil`.
  private func writePageName(_ number: Int?, to out: inout OutputBuffer) {
    PageName.appendFileName(ofPage: number ?? 0, in: list, to: &out)
  }

  private mutating func writePageLabel(_ number: Int, to out: inout OutputBuffer) {
    list.appendPageLabel(number, to: &out, reusing: &dateCache) { name, out in
      out.appendEscaped(name, of: bytes, as: .line)
    }
  }

  /// Writes the times of the earliest and the latest root comment of a page; if the page may get
  /// newer comments, only the earliest.
  private mutating func writePageTimes(_ page: ThreadPages.Page?, to out: inout OutputBuffer) {
    guard let page, let earliest = page.earliest else { return }
    if page.latest != nil {
      writeTime(earliest, to: &out)
      out.append(verbatim: Self.dash)
      return writeTime(page.latest, to: &out)
    }
    let (before, after) = wording.parts(of: .since)
    out.append(contentsOf: before)
    writeTime(earliest, to: &out)
    out.append(contentsOf: after)
  }

  /// Writes a time as a date, never relative to now: all pages of an old thread are `2 years ago`.
  private mutating func writeTime(_ time: Int64?, to out: inout OutputBuffer) {
    if let time { wording.appendDate(time, to: &out, reusing: &dateCache) }
  }

  /// Writes the file name of the page that a comment is on, if that is another page.
  mutating func writeFileName(ofOtherPageWith position: Int32, to out: inout OutputBuffer) {
    if let other = list.pagination?.otherPage(with: position) {
      PageName.appendFileName(ofPage: other, in: list, to: &out)
    }
  }
}

extension Pagination {
  /// Returns the page with this number; `nil` for 0, the number of a gap and of the list of all pages.
  func page(_ number: Int) -> ThreadPages.Page? {
    threadPages.pages.indices.contains(number - 1) ? threadPages.pages[number - 1] : nil
  }
}
