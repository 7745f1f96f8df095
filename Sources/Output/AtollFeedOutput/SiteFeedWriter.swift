package import AtollBodyText
package import AtollBytes
package import AtollLayout
import AtollMarkupWriting

/// A story in a site's feed.
package struct SiteFeedEntry: Sendable {
  package var title: [UInt8]
  /// The address of the story's comments, which is also the id of the entry.
  package var address: SafeURL
  /// The address of the story itself; `nil` if it is unknown.
  package var storyAddress: SafeURL?
  /// The address of the feed of the story's comments; `nil` if there is no such feed.
  package var feedAddress: SafeURL?
  package var commentCount: Int
  /// The time of the latest comment, in milliseconds since 1970.
  package var latestCommentTime: Int64

  package init(
    title: [UInt8], address: SafeURL, storyAddress: SafeURL?, feedAddress: SafeURL?,
    commentCount: Int,
    latestCommentTime: Int64
  ) {
    self.title = title
    self.address = address
    self.storyAddress = storyAddress
    self.feedAddress = feedAddress
    self.commentCount = commentCount
    self.latestCommentTime = latestCommentTime
  }
}

/// Writes an Atom feed (RFC 4287) with an entry for each story; the entry links to the story's
/// comments as its replies (RFC 4685).
package struct SiteFeedWriter: Sendable {
  private let title: [UInt8]
  private let address: SafeURL
  private let wording: Wording

  package init(title: [UInt8], address: SafeURL, wording: Wording) {
    self.title = title
    self.address = address
    self.wording = wording
  }

  package func write(_ entries: [SiteFeedEntry], to out: inout OutputBuffer) {
    out.beginFeed(languageTag: wording.languageTag)
    out.append("<id>")
    address.append(to: &out)
    out.append("</id>\n<title>")
    out.appendEscaped(title, as: .line)
    out.append("</title>\n<updated>")
    wording.appendISO8601(entries.map(\.latestCommentTime).max() ?? 0, to: &out)
    // A feed needs an author if its entries have none (RFC 4287, 4.1.1).
    out.append("</updated>\n<author><name>")
    out.appendEscaped(title, as: .line)
    out.append("</name></author>\n")
    out.appendFeedLink("self", to: address, type: "application/atom+xml")
    out.append("<generator>atoll</generator>\n")
    for entry in entries { write(entry, to: &out) }
    out.append("</feed>\n")
  }

  private func write(_ entry: SiteFeedEntry, to out: inout OutputBuffer) {
    out.append("<entry>\n<id>")
    entry.address.append(to: &out)
    out.append("</id>\n<title>")
    out.appendEscaped(entry.title, as: .line)
    out.append("</title>\n<updated>")
    wording.appendISO8601(entry.latestCommentTime, to: &out)
    out.append("</updated>\n")
    out.appendFeedLink("alternate", to: entry.address)
    if let story = entry.storyAddress { out.appendFeedLink("related", to: story) }
    out.append("<link rel=\"replies\" type=\"")
    out.append(entry.feedAddress == nil ? "text/html" : "application/atom+xml")
    out.append("\" href=\"")
    (entry.feedAddress ?? entry.address).append(to: &out)
    out.append("\" thr:count=\"")
    out.append(decimal: entry.commentCount)
    out.append("\" thr:updated=\"")
    wording.appendISO8601(entry.latestCommentTime, to: &out)
    out.append("\"/>\n<thr:total>")
    out.append(decimal: entry.commentCount)
    out.append("</thr:total>\n</entry>\n")
  }
}

/// Writes sitemaps (sitemaps.org, version 0.9).
package enum Sitemap {
  /// The maximum number of addresses in one file.
  package static let maximumAddressCount = 50_000

  private static let namespace: StaticString =
    "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"

  package static func begin(_ out: inout OutputBuffer) {
    // No XML declaration, as in feeds.
    out.append("<urlset ")
    out.append(namespace)
  }

  /// Appends a page, and the time of its last change if that is known.
  package static func append(
    _ address: SafeURL, changed time: Int64?, in wording: Wording, to out: inout OutputBuffer
  ) {
    out.append("<url><loc>")
    address.append(to: &out)
    out.append("</loc>")
    if let time {
      out.append("<lastmod>")
      wording.appendISO8601(time, to: &out)
      out.append("</lastmod>")
    }
    out.append("</url>\n")
  }

  package static func end(_ out: inout OutputBuffer) { out.append("</urlset>\n") }

  /// Appends a sitemap index, which lists the sitemaps in `files`.
  package static func appendIndex(of files: [SafeURL], to out: inout OutputBuffer) {
    out.append("<sitemapindex ")
    out.append(namespace)
    for file in files {
      out.append("<sitemap><loc>")
      file.append(to: &out)
      out.append("</loc></sitemap>\n")
    }
    out.append("</sitemapindex>\n")
  }
}
