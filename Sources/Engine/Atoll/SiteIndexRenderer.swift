import BodyText
import Bytes
import FeedOutput
import HTMLOutput
import Layout
import MarkupWriting
import Templating

/// A story of a site as lists of stories show it.
package struct IndexedStory: Hashable, Sendable {
  package var title: [UInt8]
  /// The address of the story's comments.
  package var address: String
  /// The address of the story itself; empty if it is unknown.
  package var storyAddress: String
  /// The address of the feed of the story's comments.
  package var feedAddress: String?
  package var commentCount: Int
  /// The time of the latest comment, in milliseconds since 1970.
  package var latest: Int64?

  package init(
    title: [UInt8], address: String, storyAddress: String, feedAddress: String?,
    commentCount: Int, latest: Int64?
  ) {
    self.title = title
    self.address = address
    self.storyAddress = storyAddress
    self.feedAddress = feedAddress
    self.commentCount = commentCount
    self.latest = latest
  }
}

/// A list of a site's stories, such as those with the most comments.
package struct IndexedList: Hashable, Sendable {
  package var label: [UInt8]
  /// The beginning of the names of its files.
  package var stem: String
  /// The number of its pages.
  package var pageCount: Int

  package init(label: [UInt8], stem: String, pageCount: Int) {
    self.label = label
    self.stem = stem
    self.pageCount = pageCount
  }

  /// Returns the name of a page, counted from 1.
  package func file(_ number: Int) -> String {
    number == 1 ? "\(stem).html" : "\(stem)-\(number).html"
  }
}

/// Renders the pages that list the stories of a site, its feed and its sitemaps.
package struct SiteIndexRenderer: Sendable {
  private let template: SiteIndexTemplate
  private let style: StyleElement
  private let wording: Wording
  private let title: [UInt8]
  private let feedAddress: SafeURL

  /// The most addresses of a sitemap.
  package static let mostAddresses = Sitemap.mostAddresses

  /// A renderer with these options, theme and templates, or the reason why there cannot be one.
  package init(
    options: Options, style: Style = .ign, templates: [TemplateSource] = [], title: String,
    feedAddress: String
  ) throws(AtollError) {
    var options = options
    options.format = .page
    try options.check()
    guard let feed = SafeURL(feedAddress) else {
      throw AtollError(
        .options, "'\(feedAddress)' is not the address of a feed",
        advice: "write an http or https address")
    }
    self.feedAddress = feed
    let sheet = try PageSheet(style, for: options)
    let settings = try options.templateSettings(.page)
    do throws(TemplateErrors) {
      let set = try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
      template = try SiteIndexTemplate(set, settings: settings)
    } catch {
      throw AtollError(error)
    }
    self.style = try sheet.link() ?? StyleElement(css: sheet.css())
    self.title = Array(title.utf8)
    wording = settings.wording
  }

  /// The name of the list with the latest comments first.
  package var latestLabel: [UInt8] { label(.latestComments) }
  /// The name of the list with the most comments first.
  package var discussedLabel: [UInt8] { label(.mostDiscussed) }

  private func label(_ phrase: Phrase) -> [UInt8] {
    var out = OutputBuffer()
    wording.append(phrase, to: &out)
    return out.bytes()
  }

  /// Returns a page of one of several lists.
  package func page(
    _ number: Int, of list: Int, among lists: [IndexedList], _ stories: [IndexedStory]
  ) -> [UInt8] {
    let current = lists[list]
    var page = SiteIndexPage()
    page.title = title
    page.feed = feedAddress
    page.lists = lists.map { SiteIndexPage.List(label: $0.label, file: $0.file(1)) }
    page.list = list
    page.number = number
    page.previous = number > 1 ? current.file(number - 1) : nil
    page.next = number < current.pageCount ? current.file(number + 1) : nil
    page.entries = stories.compactMap { story in
      SafeURL(story.address).map {
        SiteIndexPage.Entry(
          title: story.title, address: $0, commentCount: story.commentCount, latest: story.latest)
      }
    }
    var out = OutputBuffer(capacity: 1 << 14)
    template.write(page, style, to: &out)
    return out.bytes()
  }

  /// Returns the feed of the stories with the latest comments.
  package func feed(_ stories: [IndexedStory]) -> [UInt8] {
    let wording = wording
    let writer = SiteFeedWriter(
      title: title.isEmpty ? latestLabel : title, address: feedAddress,
      languageTag: wording.languageTag,
      time: { wording.appendISO($0, to: &$1) })
    var out = OutputBuffer(capacity: 1 << 14)
    writer.write(
      stories.compactMap { story in
        guard let address = SafeURL(story.address), let latest = story.latest else { return nil }
        return SiteFeedEntry(
          title: story.title, address: address, story: SafeURL(story.storyAddress),
          feed: story.feedAddress.flatMap { SafeURL($0) }, commentCount: story.commentCount,
          latest: latest)
      }, to: &out)
    return out.bytes()
  }

  // MARK: Sitemaps

  /// Returns the sitemap of some stories.
  package func sitemap(of stories: [IndexedStory]) -> [UInt8] {
    var out = OutputBuffer(capacity: stories.count * 128)
    Sitemap.begin(&out)
    for story in stories {
      guard let address = SafeURL(story.address) else { continue }
      Sitemap.append(address, changed: story.latest, &out) { wording.appendISO($0, to: &$1) }
    }
    Sitemap.end(&out)
    return out.bytes()
  }

  /// Returns the file that lists several sitemaps.
  package func sitemapIndex(of addresses: [String]) -> [UInt8] {
    var out = OutputBuffer()
    Sitemap.appendIndex(of: addresses.compactMap { SafeURL($0) }, to: &out)
    return out.bytes()
  }
}
