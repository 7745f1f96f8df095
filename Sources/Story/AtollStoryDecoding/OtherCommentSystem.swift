import AtollBytes

/// Other comment systems whose exports are recognized; the raw values are the names in messages.
enum OtherCommentSystem: String, CaseIterable {
  case commento = "Commento"
  case discourse = "Discourse"
  case disqus = "Disqus"
  case facebook = "Facebook"
  case gitHub = "GitHub"
  case hackerNews = "Hacker News"
  case isso = "Isso"
  case mastodon = "Mastodon"
  case reddit = "Reddit"
  case remark42 = "Remark42"
  case stackExchange = "Stack Exchange"
  case table = "comments as a table (CSV)"
  case wordPress = "WordPress"
  case youTube = "YouTube"

  /// The program in `recipes/import` that converts exports; `nil` if there is none.
  var importer: String? {
    switch self {
    case .stackExchange: nil
    case .table: "csv"
    case .commento, .discourse, .disqus, .facebook, .gitHub, .hackerNews, .isso, .mastodon,
      .reddit, .remark42, .wordPress, .youTube:
      rawValue.lowercased().filter { $0 != " " }
    }
  }

  /// Sets of keys that identify the first object of a JSON export, by the export's system.
  private static let exportKeys: KeyValuePairs<OtherCommentSystem, [String]> = [
    .commento: ["commenters", "comments"],
    .discourse: ["post_stream"], .discourse: ["cooked", "topic_id"],
    .discourse: ["topics", "users"], .discourse: ["latest_posts"],
    .gitHub: ["author_association", "body"], .gitHub: ["html_url", "user"],
    .gitHub: ["body", "comments", "title", "url"],
    .hackerNews: ["children", "story_id", "points"], .hackerNews: ["by", "kids"],
    .hackerNews: ["by", "time", "type"], .hackerNews: ["hits", "nbHits"],
    .mastodon: ["ancestors", "descendants"], .mastodon: ["in_reply_to_id", "account"],
    // The keys are read up to `data`, which is the last one in a listing.
    .reddit: ["kind", "data"],
    .remark42: ["version", "users", "posts"],
    .wordPress: ["author_name", "content", "post"],
    .wordPress: ["comment_ID", "comment_content"],
    .youTube: ["kind", "items"],
  ]

  /// Sets of keys that identify the first object of a response from a system's server; no importer
  /// reads such responses.
  private static let responseKeys: KeyValuePairs<OtherCommentSystem, [String]> = [
    .disqus: ["cursor", "code", "response"], .isso: ["total_replies", "replies"],
    .remark42: ["comments", "info"], .stackExchange: ["items", "has_more", "quota_remaining"],
  ]

  static func ofExport(keys: [String]) -> OtherCommentSystem? {
    exportKeys.first { $0.value.allSatisfy(keys.contains) }?.key
  }

  static func ofResponse(keys: [String]) -> OtherCommentSystem? {
    responseKeys.first { $0.value.allSatisfy(keys.contains) }?.key
  }
}

// Exports that are not JSON.
extension OtherCommentSystem {
  /// The number of bytes at the start of an export that are searched for signs of its system.
  ///
  /// The start of a database lists its tables.
  private static let inspectedByteCount = 4096

  /// Returns the system of an export in XML, CSV or SQLite.
  static func ofExport(_ bytes: ArraySlice<UInt8>) -> OtherCommentSystem? {
    let start = bytes.drop(while: JoinedInput.isSpace).prefix(inspectedByteCount)
    if start.starts(with: "SQLite format 3\0".utf8) {
      let isIsso =
        start.contains(bytes: "TABLE threads".utf8) && start.contains(bytes: "voters".utf8)
      return isIsso ? .isso : nil
    }
    if start.first == UInt8(ascii: "<") {
      if start.contains(bytes: "<disqus".utf8) { return .disqus }
      let isWordPress =
        start.contains(bytes: "<rss".utf8)
        && start.contains(bytes: "//wordpress.org/export/".utf8)
      return isWordPress ? .wordPress : nil
    }
    return ofTable(start.prefix { $0 != 0x0A && $0 != 0x0D })
  }

  /// The names that `recipes/import/csv` knows for the column with the text of comments, in lower
  /// case and without `_`.
  private static let textColumns = ["body", "text", "comment", "content", "message"]

  private static func ofTable(_ header: ArraySlice<UInt8>) -> OtherCommentSystem? {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    let cells = header.split { separators.contains($0) }.map { cell in
      String(decoding: cell, as: UTF8.self).lowercased().filter { $0.isLetter || $0.isNumber }
    }
    guard cells.count > 1, textColumns.contains(where: cells.contains) else { return nil }
    return cells.contains("createdtime") && cells.contains("message") ? .facebook : .table
  }
}
