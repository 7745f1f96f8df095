package import BodyText
package import Bytes
import Layout

/// The names of the files of a thread in several pages.
package enum PageName {
  /// The page that lists all pages.
  package static let list = "index.html"

  /// Returns the name of a page's file; 0 is the list of all pages.
  package static func of(_ number: Int) -> String {
    number == 0 ? list : "\(prefix)\(number)\(suffix)"
  }

  /// Appends the name of a page's file.
  package static func append(_ number: Int, to out: inout OutputBuffer) {
    guard number > 0 else { return out.append(verbatim: list) }
    out.append(verbatim: prefix)
    out.append(decimal: number)
    out.append(verbatim: suffix)
  }

  /// Returns whether a file of this name is a page.
  package static func isPage(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix)
      && Int(name.dropFirst(prefix.count).dropLast(suffix.count)) != nil
  }

  private static let (prefix, suffix) = ("page-", ".html")
}

extension TemplateFiller {
  /// Takes the beginning of the current comment's body as its excerpt.
  package mutating func setExcerpt(of body: borrowing RichText) {
    excerpt = Array(body.excerpt(upTo: Self.longestExcerpt).utf8)
    scope.flags.set(.hasExcerpt, !excerpt.isEmpty)
    scope.flags.set(.isTombstone, scope.face.tombstone != nil)
    scope.flags.set(.hasCommentLink, list.pagination != nil)
  }

  /// The most characters of a comment that are repeated.
  private static let longestExcerpt = 140

  /// Writes the canonical address of the output.
  ///
  /// Each page of a divided thread has its own canonical address, since it is no copy of the story's page.
  mutating func writeCanonical(_ out: inout OutputBuffer) {
    guard let pagination = list.pagination else {
      permalinks.canonical?.append(to: &out)
      return
    }
    guard let folder = options.pagesAddress else { return }
    folder.append(to: &out)
    if pagination.number > 0 { PageName.append(pagination.number, to: &out) }
  }

  // MARK: Lists

  /// Makes the first entry of a list the current one; returns whether there is one.
  mutating func enterFirst(of listID: UInt16) -> Bool {
    if listID == pagesID { return enterPageEntry(0) }
    enterBadge(0)
    return badgeCount > 0
  }

  /// Makes the next entry of a list the current one; returns whether there is one.
  mutating func enterNext(of listID: UInt16) -> Bool {
    if listID == pagesID { return enterPageEntry(scope.pageEntry &+ 1) }
    enterBadge(scope.badge &+ 1)
    return scope.badge < badgeCount
  }

  private mutating func enterPageEntry(_ index: Int) -> Bool {
    guard let current = list.pagination?.number, index < pageEntries.count else {
      enterPage(list.pagination?.number ?? 0)
      return false
    }
    scope.pageEntry = index
    enterPage(pageEntries[index])
    scope.flags.set(.isPageGap, pageEntries[index] == 0)
    scope.flags.set(.isCurrentPage, pageEntries[index] == current)
    return true
  }

  /// Makes a page the one that fields are about.
  mutating func enterPage(_ number: Int) {
    scope.page = number
    scope.flags.set(.hasPageTimes, list.pagination?.page(number)?.earliest != nil)
  }

  // MARK: Fields

  mutating func writePageField(_ field: TextField, _ out: inout OutputBuffer) {
    guard let pagination = list.pagination else { return }
    let page = pagination.page(scope.page)
    switch field {
    case .pageLabel: wording.append(.page, scope.page, to: &out)
    case .pageURL: PageName.append(scope.page, to: &out)
    case .pageCommentCountLabel: wording.append(.comments, page?.commentCount ?? 0, to: &out)
    case .pageFirstTime: writeTime(page?.earliest, &out)
    case .pageLastTime: writeTime(page?.latest, &out)
    case .firstPageURL: PageName.append(1, to: &out)
    case .previousPageURL: PageName.append(max(1, pagination.number - 1), to: &out)
    case .nextPageURL:
      PageName.append(min(pagination.count, pagination.number + 1), to: &out)
    case .lastPageURL: PageName.append(pagination.count, to: &out)
    case .pageListURL: out.append(verbatim: PageName.list)
    case _: break
    }
  }

  private mutating func writeTime(_ time: Int64?, _ out: inout OutputBuffer) {
    if let time { wording.appendTime(time, to: &out, after: &days) }
  }

  /// Writes the file of the page that a comment is on, if that is another page.
  mutating func writeOtherPage(with position: Int32, _ out: inout OutputBuffer) {
    if let other = list.pagination?.otherPage(with: position) {
      PageName.append(other, to: &out)
    }
  }
}

extension Pagination {
  /// The number of pages on each side of the current one that are listed.
  private static let neighbours = 2

  /// The numbers of the pages that a page lists: the first, those around it, and the last, with 0 for each gap.
  ///
  /// For example 1 0 5 6 7 8 9 0 50. The list of all pages has no gaps.
  var listedPages: [Int] {
    let all = 1...max(1, count)
    guard number > 0 else { return Array(all) }
    let near = (number - Self.neighbours...number + Self.neighbours).clamped(to: all)
    var listed = [1]
    for page in Array(near) + [all.upperBound] {
      guard let last = listed.last, last < page else { continue }
      // A gap of one page would be no shorter than its number.
      if last < page - 1 { listed.append(last == page - 2 ? page - 1 : 0) }
      listed.append(page)
    }
    return listed
  }

  /// Returns a page by its number; `nil` for the list of all pages and for gaps.
  func page(_ number: Int) -> ThreadPages.Page? {
    thread.pages.indices.contains(number - 1) ? thread.pages[number - 1] : nil
  }
}
