import AtollBodyText

/// The maximum size of one page of a divided thread.
public enum PageLimit: Hashable, Sendable {
  /// A number of comments.
  case comments(Int)
  /// A number of bytes.
  ///
  /// A page that exceeds it, for example because of one large comment, is reported.
  case bytes(Int)
}

extension Options {
  /// The smallest limit for a page, in bytes: the style sheet alone has some 20,000.
  static let minimumPageBytes = 50_000

  func checkPages() throws(AtollError) {
    guard let pageLimit else {
      guard pagesAddress == nil else {
        throw AtollError(
          .options,
          message: "an address of pages is given, but the thread is not divided into pages",
          advice: "set the limit of a page too")
      }
      return
    }
    if addresses.canonical != .story, addresses.canonical != .none {
      throw AtollError(
        aboutOptions: .pagesURL, message: "each page has its own canonical address",
        advice: "give the address of the folder with the pages instead")
    }
    if sortControls == .on {
      throw AtollError(
        aboutOptions: .sort, message: "readers cannot sort a thread in several pages",
        advice: "choose the order of all comments")
    }
    switch pageLimit {
    case .comments(let count) where count < 1:
      throw AtollError(.options, message: "a page needs at least one comment")
    case .bytes(let count) where count < Self.minimumPageBytes:
      throw AtollError(
        aboutOptions: .pageBytes, message: "a page of \(count) bytes is too small",
        advice: "allow at least \(Self.minimumPageBytes)")
    case .comments, .bytes: break
    }
    _ = try checkedPagesAddress()
  }

  /// Throws an error if the output is multiple pages, which only `Renderer.renderPages` writes.
  func checkIsOnePage() throws(AtollError) {
    if pageLimit != nil {
      throw AtollError(
        .options, message: "a thread that is divided into pages cannot be rendered as one output")
    }
  }

  func checkedPagesAddress() throws(AtollError) -> SafeURL? {
    guard let pagesAddress else { return nil }
    return try folderAddress(pagesAddress)
  }
}
