/// JSON that has none of the known forms.
struct UnknownForm: Equatable {
  /// The keys of the first object.
  var keys: [String] = []
  /// The keys of the first comment, if the object has a list of comments.
  var commentKeys: [String] = []

  /// The system whose exports or answers have these keys.
  var system: OtherSystem? {
    OtherSystem.allCases.first { $0.signatures.contains { $0.allSatisfy(keys.contains) } }
  }

  var description: String {
    var places: [String] = []
    if !keys.isEmpty { places.append("top-level keys: \(Self.listed(keys))") }
    if !commentKeys.isEmpty { places.append("keys of a comment: \(Self.listed(commentKeys))") }
    let form = system.map { "JSON of \($0.rawValue)" } ?? "JSON of an unknown form"
    return places.isEmpty ? form : "\(form) (\(places.joined(separator: "; ")))"
  }

  /// The advice: how to make an Atoll document of it.
  var advice: String {
    if let system {
      return system.importer.map {
        "convert it with recipes/import/\($0); see docs/other-systems.md"
      }
        ?? "convert it to an Atoll document, which docs/atoll-document.md describes"
    }
    let renamings = commentKeys.compactMap { key in
      AtollCommentKey.table.likely(for: key).map { "\(key) to \($0)" }
    }
    guard renamings.isEmpty else {
      return "add \"atoll\": 1 to it, and rename the keys of comments: "
        + renamings.joined(separator: ", ")
    }
    return "give a Talk 4 or Coral response, an Atoll document, or the rows of a database"
  }

  /// The error for an input of this form.
  func error(input: String = "") -> DecodingError {
    DecodingError(.unknownForm, "this is \(description)", input: input, advice: advice)
  }

  private static func listed(_ keys: [String]) -> String {
    keys.prefix(12).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (keys.count > 12 ? ", …" : "")
  }
}

/// Another comment system, whose exports and answers are recognised by the keys of their first object.
///
/// The raw values are the names in messages.
enum OtherSystem: String, CaseIterable {
  case commento = "Commento"
  case discourse = "Discourse"
  case disqus = "Disqus"
  case gitHub = "GitHub"
  case hackerNews = "Hacker News"
  case isso = "Isso"
  case mastodon = "Mastodon"
  case reddit = "Reddit"
  case remark42 = "Remark42"
  case stackExchange = "Stack Exchange"
  case wordPress = "WordPress"
  case youTube = "YouTube"

  /// The program of `recipes/import` that converts its exports; `nil` if none converts JSON with these keys.
  var importer: String? {
    switch self {
    case .discourse: "discourse"
    case .gitHub: "github"
    case .hackerNews: "hackernews"
    case .commento: "commento"
    case .mastodon: "mastodon"
    case .reddit: "reddit"
    case .remark42: "remark42"
    case .wordPress: "wordpress"
    case .youTube: "youtube"
    case .disqus, .isso, .stackExchange: nil
    }
  }

  /// Keys that are together only in objects of this system; several sets for several kinds of objects.
  var signatures: [[String]] {
    switch self {
    case .discourse: [["post_stream"], ["cooked", "topic_id"], ["topics", "users"]]
    case .disqus: [["cursor", "code", "response"]]
    case .gitHub: [["author_association", "body"], ["html_url", "user"]]
    case .hackerNews:
      [
        ["children", "story_id", "points"], ["by", "kids"], ["by", "time", "type"],
        ["hits", "nbHits"],
      ]
    case .isso: [["total_replies", "replies"]]
    case .commento: [["commenters", "comments"]]
    case .mastodon: [["ancestors", "descendants"], ["in_reply_to_id", "account"]]
    // A listing ends with its data.
    case .reddit: [["kind", "data"]]
    case .remark42: [["comments", "info"], ["version", "users", "posts"]]
    case .stackExchange: [["items", "has_more", "quota_remaining"]]
    case .wordPress: [["author_name", "content", "post"], ["comment_ID", "comment_content"]]
    case .youTube: [["kind", "items"]]
    }
  }
}
