package import Atoll
import Bytes
package import Hashing
import OperatingSystem
package import Store

/// The settings of the lists of a site's stories.
package struct SiteIndexSettings: Sendable {
  /// The names of the exported files.
  package var name: ExportName
  /// The address of the folder with the exported files, and that of the folder with the lists; both end in a slash.
  package var storiesAddress: String
  package var listsAddress: String
  /// The names of the feeds of stories; `nil` if they have none.
  package var feedName: ExportName?
  package var storiesPerPage = 50

  /// The most pages of the lists that show only some stories; months show all of theirs.
  package static let mostPages = 20
  /// The number of stories in the feed.
  package static let feedLength = 50

  package init(name: ExportName, storiesAddress: String, listsAddress: String) {
    self.name = name
    self.storiesAddress = storiesAddress
    self.listsAddress = listsAddress
  }
}

/// Writes lists of the stories of a run: pages, a feed, and sitemaps, all from the manifest.
package struct SiteIndexRun {
  private let settings: SiteIndexSettings
  private let renderer: SiteIndexRenderer
  private var folder: SiteIndexFolder
  /// The stories with the latest comments first.
  private var stories: RecordSorter
  /// The stories with the most comments, the first of them first.
  private var discussed: [IndexedStory] = []
  /// The number of stories of each month of their latest comments.
  private var months: [Int: Int] = [:]
  /// The stories of the next sitemap.
  private var sitemap: [IndexedStory] = []
  private var sitemaps: [String] = []

  /// The memory for sorting.
  private static let memory = 16 << 20

  package init(
    _ settings: SiteIndexSettings, _ renderer: SiteIndexRenderer, into path: String,
    planned: @escaping (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    self.settings = settings
    self.renderer = renderer
    do throws(SystemError) { try Folders.make(path) } catch {
      throw StoreError(.cannotCreate(error), path, "cannot be created: \(error.message)")
    }
    folder = try SiteIndexFolder(path, planned: planned)
    stories = RecordSorter(folder: path, mostBytes: Self.memory)
  }

  /// Writes all files for a run of a store.
  package mutating func run(
    _ run: ContentHash, of store: StoreFolder
  ) throws(StoreError) -> FileCounts {
    var reader = try ManifestReader(store, run)
    while let entry = try reader.next()?.entry { try add(entry) }
    try finishSitemaps()
    let lists = lists()
    try write(discussed, as: 1, of: lists)
    try writeByTime(lists)
    try folder.finish()
    return folder.counts
  }

  // MARK: Reading

  private mutating func add(_ entry: ManifestEntry) throws(StoreError) {
    let story = try story(of: entry)
    try addToSitemap(story)
    guard entry.comments > 0 else { return }
    addToDiscussed(story)
    guard let latest = story.latest.map({ Int($0) }) else { return }
    months[Month(of: latest).number, default: 0] += 1
    let record = entry.line()
    let key = bigEndianBytes(of: UInt64.max - UInt64(latest)) + entry.key
    do throws(SystemError) { try stories.add(key: key.span, value: record.span) } catch {
      throw StoreError(error, "temporary file", "cannot be written")
    }
  }

  private func story(of entry: ManifestEntry) throws(StoreError) -> IndexedStory {
    guard let file = settings.name.file(ofKey: entry.key) else {
      throw StoreError(
        .missing, String(decoding: entry.key.prefix(100), as: UTF8.self),
        "the key is too long for the name of a file")
    }
    let title = entry.listing.title.isEmpty ? entry.key : entry.listing.title
    return IndexedStory(
      title: ManifestEntry.unescaped(title[...]),
      address: settings.storiesAddress + ExportName.address(of: file),
      storyAddress: String(
        decoding: ManifestEntry.unescaped(entry.listing.address[...]), as: UTF8.self),
      feedAddress: settings.feedName?.file(ofKey: entry.key).map {
        settings.storiesAddress + ExportName.address(of: $0)
      },
      commentCount: entry.comments, latest: entry.listing.latest.map { Int64($0) })
  }

  private mutating func addToDiscussed(_ story: IndexedStory) {
    let most = settings.storiesPerPage * SiteIndexSettings.mostPages
    if discussed.count == most, let last = discussed.last,
      last.commentCount >= story.commentCount
    {
      return
    }
    // Of stories with as many comments, the one with the smaller key comes first.
    let place = partition(discussed) { $0.commentCount >= story.commentCount }
    discussed.insert(story, at: place)
    if discussed.count > most { discussed.removeLast() }
  }

  // MARK: Sitemaps

  private mutating func addToSitemap(_ story: IndexedStory) throws(StoreError) {
    if sitemap.count == SiteIndexRenderer.mostAddresses { try writeSitemap() }
    sitemap.append(story)
  }

  private mutating func writeSitemap() throws(StoreError) {
    let name = "sitemap-\(sitemaps.count + 1).xml"
    try folder.write(name, renderer.sitemap(of: sitemap))
    sitemaps.append(settings.listsAddress + name)
    sitemap.removeAll(keepingCapacity: true)
  }

  private mutating func finishSitemaps() throws(StoreError) {
    if !sitemap.isEmpty { try writeSitemap() }
    try folder.write("sitemap.xml", renderer.sitemapIndex(of: sitemaps))
  }

  // MARK: Lists

  /// Returns all lists: the latest, the most discussed, and the months, the last of them first.
  private func lists() -> [IndexedList] {
    func pages(_ count: Int) -> Int { min(pageCount(of: count), SiteIndexSettings.mostPages) }
    var lists = [
      IndexedList(
        label: renderer.latestLabel, stem: "index",
        pageCount: pages(months.values.reduce(0, +))),
      IndexedList(
        label: renderer.discussedLabel, stem: "discussed", pageCount: pages(discussed.count)),
    ]
    for month in months.keys.sorted(by: >) {
      let name = Month(number: month).name
      lists.append(
        IndexedList(
          label: Array(name.utf8), stem: name, pageCount: pageCount(of: months[month] ?? 0)))
    }
    return lists
  }

  private func pageCount(of count: Int) -> Int {
    max(1, (count + settings.storiesPerPage - 1) / settings.storiesPerPage)
  }

  /// Writes the pages of a list whose stories are all in memory.
  private mutating func write(
    _ stories: [IndexedStory], as list: Int, of lists: [IndexedList]
  ) throws(StoreError) {
    for number in 1...lists[list].pageCount {
      let start = min(stories.count, (number - 1) * settings.storiesPerPage)
      let shown = Array(stories[start...].prefix(settings.storiesPerPage))
      try folder.write(
        lists[list].file(number), renderer.page(number, of: list, among: lists, shown))
    }
  }

  /// Writes the latest stories, the feed and all months.
  private mutating func writeByTime(_ lists: [IndexedList]) throws(StoreError) {
    var sorted = stories
    stories = RecordSorter(folder: ".", mostBytes: 0)
    var run = self
    var latest: [IndexedStory] = []
    var page: [IndexedStory] = []
    var (list, number) = (1, 0)
    var month: Int?
    let most = settings.storiesPerPage * SiteIndexSettings.mostPages
    func writePage() throws(StoreError) {
      if page.isEmpty { return }
      number += 1
      let file = lists[list].file(number)
      try run.folder.write(file, run.renderer.page(number, of: list, among: lists, page))
      page.removeAll(keepingCapacity: true)
    }
    let failure = try sorted.finish { (_, record) throws(StoreError) in
      guard let entry = ManifestEntry(line: record) else { return }
      let story = try run.story(of: entry)
      if latest.count < most { latest.append(story) }
      let next = Month(of: Int(story.latest ?? 0)).number
      if next != month {
        try writePage()
        (month, list, number) = (next, list + 1, 0)
      }
      page.append(story)
      if page.count == run.settings.storiesPerPage { try writePage() }
    }
    if let failure { throw StoreError(failure, "temporary file", "cannot be read") }
    try writePage()
    try run.write(latest, as: 0, of: lists)
    try run.folder.write(
      "feed.atom", run.renderer.feed(Array(latest.prefix(SiteIndexSettings.feedLength))))
    self = run
  }
}

/// A month in UTC.
private struct Month {
  /// The number of months since the year 0.
  let number: Int

  init(number: Int) { self.number = number }

  init(of milliseconds: Int) {
    let day = CalendarDay(daysSince1970: milliseconds / 86_400_000)
    number = day.year * 12 + day.month - 1
  }

  /// The month as ISO 8601 has it, such as `2026-07`.
  var name: String {
    let month = number % 12 + 1
    return "\(number / 12)-\(month < 10 ? "0" : "")\(month)"
  }
}
