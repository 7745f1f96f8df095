import AtollBodyText
import AtollBytes
import AtollComments
import AtollFeedOutput
import AtollHTMLOutput
import AtollLayout
import AtollMarkupWriting
import AtollTemplating

/// A story as it appears in the lists of a site.
package struct SiteListEntry: Hashable, Sendable {
  package var title: [UInt8]
  /// The address of the story's comments.
  let address: SafeURL
  /// The address of the story itself; empty if it is unknown.
  package var storyAddress: String
  /// The address of the feed with the story's comments; `nil` if there is none.
  let feedAddress: SafeURL?
  package var commentCount: Int
  /// The time of the latest comment, in milliseconds since 1970; `nil` if there is none.
  package var latestCommentTime: Int64?

  /// Creates an entry; returns `nil` if the address of the comments or of the feed is not valid or
  /// too long.
  package init?(
    title: [UInt8], address: String, storyAddress: String, feedAddress: String?,
    commentCount: Int, latestCommentTime: Int64?
  ) {
    guard let address = SafeURL(address) else { return nil }
    self.title = title
    self.address = address
    self.storyAddress = storyAddress
    self.feedAddress = feedAddress.flatMap { SafeURL($0) }
    if (feedAddress == nil) != (self.feedAddress == nil) { return nil }
    self.commentCount = commentCount
    self.latestCommentTime = latestCommentTime
  }
}

/// A renderer of the feed and the sitemaps of a site's stories.
package struct SiteListRenderer: Sendable {
  private let wording: Wording
  private let title: [UInt8]
  private let feedAddress: SafeURL

  /// The maximum number of addresses in a sitemap.
  package static let maximumAddressCount = Sitemap.maximumAddressCount

  /// Creates a renderer for the language of these options, or throws an error if the address or the
  /// options are not valid.
  package init(options: Options, title: String, feedAddress: String) throws(AtollError) {
    guard let feed = SafeURL(feedAddress) else {
      throw AtollError(
        .options, message: "'\(feedAddress)' is not the address of a feed",
        advice: "write an http or https address")
    }
    self.feedAddress = feed
    self.title = Array(title.utf8)
    wording = try options.templateSettings(.page).wording
  }

  /// Returns the feed with these stories in their order, except those without a latest comment.
  package func feed(_ stories: [SiteListEntry]) -> [UInt8] {
    let writer = SiteFeedWriter(
      title: isVisuallyEmpty(title.span) ? Array(wording.text(.latestComments).utf8) : title,
      address: feedAddress, wording: wording)
    var out = OutputBuffer(capacity: 1 << 14)
    writer.write(
      stories.compactMap { story in
        guard let latest = story.latestCommentTime else { return nil }
        return SiteFeedEntry(
          title: story.title, address: story.address, storyAddress: SafeURL(story.storyAddress),
          feedAddress: story.feedAddress, commentCount: story.commentCount,
          latestCommentTime: latest)
      }, to: &out)
    return out.bytes()
  }

  package func sitemap(of stories: [SiteListEntry]) -> [UInt8] {
    var out = OutputBuffer(capacity: stories.count * 128)
    Sitemap.begin(&out)
    for story in stories {
      Sitemap.append(story.address, changed: story.latestCommentTime, in: wording, to: &out)
    }
    Sitemap.end(&out)
    return out.bytes()
  }

  /// Returns the sitemap index, which lists the sitemaps at these addresses.
  package func sitemapIndex(of addresses: [String]) -> [UInt8] {
    var out = OutputBuffer()
    Sitemap.appendIndex(of: addresses.compactMap { SafeURL($0) }, to: &out)
    return out.bytes()
  }
}

extension Story {
  /// The title in lists of stories; empty if all its characters are blank or invisible.
  package func listedTitle(upTo maximumLength: Int) -> String {
    bytes.string(bytes.truncated(visibleTitle, to: maximumLength))
  }
}
