package import Atoll
import AtollBytes
package import AtollStore

/// The lists of a site's stories in an export: sitemaps, and a feed of the stories with the latest
/// comments.
package struct SiteLists: Sendable {
  private let name: ExportName
  /// The address of the folder with the files; it ends in a slash.
  private let address: String
  /// The pattern for the names of the stories' own feeds; `nil` if they have none.
  private let feedName: ExportName?
  private let renderer: SiteListRenderer

  private static let feedStoryCount = 50

  /// Creates the lists; `name` and `feedName` are the patterns for the file names of stories and
  /// feeds.
  package init(
    name: ExportName, address: String, feedName: ExportName?, title: String, options: Options
  ) throws(AtollError) {
    self.name = name
    let address = try checkedFolderAddress(address)
    self.address = address
    self.feedName = feedName
    renderer = try SiteListRenderer(
      options: options, title: title, feedAddress: address + Self.siteFeedName)
  }

  /// Returns the names of all lists that a run can have.
  package func names(for run: StoredRun) -> [String] {
    let maximum = SiteListRenderer.maximumAddressCount
    let sitemapCount = (run.storyCount + maximum - 1) / maximum
    return (0..<sitemapCount).map { Self.sitemapName($0) } + [Self.indexName, Self.siteFeedName]
  }

  private static func sitemapName(_ index: Int) -> String { "sitemap-\(index + 1).xml" }
  private static let indexName = "sitemap.xml"
  private static let siteFeedName = "feed.atom"

  /// Creates all lists for a run, and passes each of them to `add`.
  package func makeLists(
    for run: StoredRun, in store: SiteStore, add: (ExportList) throws -> Void
  ) throws {
    var latest: [SiteListEntry] = []
    var sitemapStories: [SiteListEntry] = []
    var sitemaps: [String] = []
    func addSitemap() throws {
      if sitemapStories.isEmpty { return }
      let name = Self.sitemapName(sitemaps.count)
      sitemaps.append(address + name)
      try add(.init(name: name, mediaType: Self.xml, content: renderer.sitemap(of: sitemapStories)))
      sitemapStories.removeAll(keepingCapacity: true)
    }
    try store.forEachStory(in: run) { story in
      let listed = try listedStory(for: story)
      if sitemapStories.count == SiteListRenderer.maximumAddressCount { try addSitemap() }
      sitemapStories.append(listed)
      Self.insert(listed, into: &latest)
    }
    try addSitemap()
    // An index has at least one sitemap (siteindex.xsd).
    if !sitemaps.isEmpty {
      let index = renderer.sitemapIndex(of: sitemaps)
      try add(.init(name: Self.indexName, mediaType: Self.xml, content: index))
    }
    try add(
      .init(
        name: Self.siteFeedName, mediaType: "application/atom+xml; charset=utf-8",
        content: renderer.feed(latest)))
  }

  private static let xml = "application/xml"

  private func listedStory(for story: StoredStory) throws -> SiteListEntry {
    let address = { (name: ExportName) in
      self.address + ExportName.address(of: name.fileName(ofKey: story.key))
    }
    let title = story.metadata.title
    let listed = SiteListEntry(
      title: title.isEmpty ? story.key : Array(title.utf8), address: address(name),
      storyAddress: story.metadata.address, feedAddress: feedName.map(address),
      commentCount: story.commentCount,
      latestCommentTime: story.metadata.latestCommentTime.map { Int64($0) })
    guard let listed else {
      throw Failure(
        .badInput, message: "the address of a file is too long: \(address(name))", at: name.text,
        advice: "choose shorter names with --name and --feeds")
    }
    return listed
  }

  /// Inserts a story if it is among those with the latest comments; the latest comes first.
  private static func insert(_ story: SiteListEntry, into latest: inout [SiteListEntry]) {
    guard story.commentCount > 0, let time = story.latestCommentTime else { return }
    if latest.count == feedStoryCount, let last = latest.last?.latestCommentTime, last >= time {
      return
    }
    // If stories have the same time, the one with the smaller key comes first.
    latest.insert(story, at: partitioningIndex(of: latest) { $0.latestCommentTime ?? 0 >= time })
    if latest.count > feedStoryCount { latest.removeLast() }
  }
}
