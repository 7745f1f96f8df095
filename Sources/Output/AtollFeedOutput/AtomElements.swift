import AtollBodyText
import AtollBytes
import AtollMarkupWriting

/// The parts that every Atom feed has (RFC 4287).
extension OutputBuffer {
  /// Appends the beginning of a feed in this language, up to its first element.
  mutating func beginFeed(languageTag: String) {
    // No XML declaration, which PHP would run as code; UTF-8 does not need one (XML 1.0, 4.3.3).
    append("<feed xmlns=\"http://www.w3.org/2005/Atom\" ")
    append("xmlns:thr=\"http://purl.org/syndication/thread/1.0\" xml:lang=\"")
    append(verbatim: languageTag)
    append("\">\n")
  }

  mutating func appendFeedLink(
    _ relation: StaticString, to url: SafeURL, type: StaticString = "text/html"
  ) {
    append("<link rel=\"")
    append(relation)
    append("\" type=\"")
    append(type)
    append("\" href=\"")
    url.append(to: &self)
    append("\"/>\n")
  }
}
