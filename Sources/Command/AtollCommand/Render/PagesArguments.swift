import Atoll
import AtollArguments
import AtollBytes

extension DisplayArguments {
  static let pages: [Option<Self>] = [
    .optional(
      "pages", placeholder: "N", as: .count(1...Int.max), to: \.maximumCommentsPerPage,
      group: .output,
      help: """
        Divide the thread into linked pages of about N comments, from the oldest on, so that a comment \
        keeps its page when others are added. Also writes a list of the pages, and a table with the page of \
        each comment. A comment and its replies are on one page unless they are more than N.
        """
    ).markedAsCommon,
    .optional(
      "page-bytes", placeholder: "N", as: .count(1...Int.max), to: \.maximumBytesPerPage,
      group: .output,
      help: "Like --pages, with pages of at most N bytes, 50000 or more."),
    .optional(
      "pages-url", placeholder: "URL", as: .text, to: \.options.pagesAddress, group: .output,
      help: """
        With --pages or --page-bytes: the address of the folder on the web, ending in a slash, for \
        canonical links and redirects.
        """),
  ]

  var isPaged: Bool { maximumCommentsPerPage != nil || maximumBytesPerPage != nil }

  /// Returns the page limit; `nil` if the thread is not divided.
  func pageLimit() throws -> PageLimit? {
    switch (maximumCommentsPerPage, maximumBytesPerPage) {
    case (nil, nil):
      if options.pagesAddress == nil { return nil }
      throw Failure(
        commandLine: "--pages-url needs pages", advice: "add --pages N or --page-bytes N")
    case (let comments?, nil): return .comments(comments)
    case (nil, let bytes?): return .bytes(bytes)
    case (.some, .some):
      throw Failure(
        commandLine: "--pages and --page-bytes cannot be used together",
        advice: "leave one of them out")
    }
  }
}
