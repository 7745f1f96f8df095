package import BodyText
package import Bytes
import Layout
import MarkupWriting
package import Templating

/// A page with stories of a site: one of several pages of one of several lists.
package struct SiteIndexPage: Sendable {
  /// A link to another list.
  package struct List: Sendable {
    package let label: [UInt8]
    /// The name of the list's first page.
    package let file: String

    package init(label: [UInt8], file: String) {
      self.label = label
      self.file = file
    }
  }

  /// A story in a list.
  package struct Entry: Sendable {
    package var title: [UInt8]
    package var address: SafeURL
    package var commentCount: Int
    /// The time of the latest comment, in milliseconds since 1970.
    package var latest: Int64?

    package init(title: [UInt8], address: SafeURL, commentCount: Int, latest: Int64?) {
      self.title = title
      self.address = address
      self.commentCount = commentCount
      self.latest = latest
    }
  }

  /// The name of the site; empty if it has none.
  package var title: [UInt8] = []
  package var feed: SafeURL?
  package var lists: [List] = []
  /// The index of this page's list.
  package var list = 0
  /// The number of this page in its list, counted from 1.
  package var number = 1
  package var previous: String?
  package var next: String?
  package var entries: [Entry] = []

  package init() {}
}

/// A value in the template of a page with stories: `{{entry_title}}`.
enum SiteIndexField: String, CaseIterable {
  case listLabel = "list_label"
  case listURL = "list_url"
  case pageLabel = "list_page_label"
  case previousURL = "previous_list_page_url"
  case nextURL = "next_list_page_url"
  case feedURL = "site_feed_url"
  case entryURL = "entry_url"
  case entryTitle = "entry_title"
  case entryCommentCountLabel = "entry_comment_count_label"
  case entryTime = "entry_time"
  case entryDatetime = "entry_datetime"

  private static let firstID: UInt16 = 600

  var id: UInt16 { Self.firstID + UInt16(Self.allCases.firstIndex(of: self) ?? 0) }

  init?(id: UInt16) {
    guard id >= Self.firstID, Int(id - Self.firstID) < Self.allCases.count else { return nil }
    self = Self.allCases[Int(id - Self.firstID)]
  }

  fileprivate var field: TemplateSchema.Field {
    switch self {
    case .listURL, .previousURL, .nextURL, .feedURL, .entryURL: .url(rawValue, id)
    case .listLabel, .pageLabel, .entryTitle, .entryCommentCountLabel, .entryTime, .entryDatetime:
      .text(rawValue, id)
    }
  }
}

/// A condition in the template of a page with stories.
enum SiteIndexFlag: String, CaseIterable {
  case hasFeed = "has_site_feed"
  case hasPages = "has_list_pages"
  case hasPrevious = "has_previous_list_page"
  case hasNext = "has_next_list_page"
  case isCurrentList = "is_current_list"
  case hasEntryTime = "has_entry_time"

  private static let firstID: UInt16 = 620

  var id: UInt16 { Self.firstID + UInt16(Self.allCases.firstIndex(of: self) ?? 0) }

  init?(id: UInt16) {
    guard id >= Self.firstID, Int(id - Self.firstID) < Self.allCases.count else { return nil }
    self = Self.allCases[Int(id - Self.firstID)]
  }
}

extension TemplateSchema {
  private static let listsID: UInt16 = 630
  fileprivate static let entriesID: UInt16 = 631

  /// The names that the template of a page with stories may use.
  static var siteIndex: TemplateSchema {
    let inEntries: [SiteIndexField] = [
      .entryURL, .entryTitle, .entryCommentCountLabel, .entryTime, .entryDatetime,
    ]
    return TemplateSchema(
      groups: [],
      and: SiteIndexField.allCases.filter { !inEntries.contains($0) }.map(\.field)
        + [SiteIndexFlag.hasFeed, .hasPages, .hasPrevious, .hasNext]
        .map { .flag($0.rawValue, $0.id) }
        + [
          .list(
            "lists", listsID,
            of: [.flag(SiteIndexFlag.isCurrentList.rawValue, SiteIndexFlag.isCurrentList.id)]),
          .list(
            "entries", entriesID,
            of: inEntries.map(\.field)
              + [.flag(SiteIndexFlag.hasEntryTime.rawValue, SiteIndexFlag.hasEntryTime.id)]),
          .mark(.head),
        ])
  }
}

/// The compiled template of pages with stories.
package struct SiteIndexTemplate: Sendable {
  private let program: SplitProgram
  private let wording: Wording

  package init(
    _ set: TemplateSet, settings: HTMLTemplates.Settings
  ) throws(TemplateErrors) {
    var gathering = TemplateGathering(set, settings.constants)
    program = gathering.split(gathering.compile(.siteIndex), at: .head)
    wording = settings.wording
    try gathering.log.throwIfAny()
  }

  /// Appends a page.
  package func write(_ page: SiteIndexPage, _ style: StyleElement, to out: inout OutputBuffer) {
    var filler = SiteIndexFiller(page: page, wording: wording)
    filler.run(program.head, &out)
    style.appendHead(to: &out)
    filler.run(program.tail, &out)
  }
}

/// Fills the template of a page with stories.
private struct SiteIndexFiller: DocumentFiller {
  let page: SiteIndexPage
  let wording: Wording
  /// The indices of the current list and of the current entry.
  private var list: Int
  private var entry = 0

  init(page: SiteIndexPage, wording: Wording) {
    self.page = page
    self.wording = wording
    list = page.list
  }

  mutating func enterFirst(of listID: UInt16) -> Bool { enter(listID, 0) }

  mutating func enterNext(of listID: UInt16) -> Bool {
    enter(listID, (listID == TemplateSchema.entriesID ? entry : list) + 1)
  }

  /// Makes an element of a list the current one; returns false after the last.
  private mutating func enter(_ id: UInt16, _ index: Int) -> Bool {
    if id == TemplateSchema.entriesID {
      entry = index
      return index < page.entries.count
    }
    let isThere = index < page.lists.count
    list = isThere ? index : page.list
    return isThere
  }

  func isSet(_ id: UInt16) -> Bool {
    guard let flag = SiteIndexFlag(id: id) else {
      return id == FlagField.hasTitle.id && !page.title.isEmpty
        || id == TemplateSchema.entriesID && !page.entries.isEmpty
    }
    switch flag {
    case .hasFeed: return page.feed != nil
    case .hasPages: return page.previous != nil || page.next != nil
    case .hasPrevious: return page.previous != nil
    case .hasNext: return page.next != nil
    case .isCurrentList: return list == page.list
    case .hasEntryTime: return entry < page.entries.count && page.entries[entry].latest != nil
    }
  }

  func write(_ id: UInt16, _ out: inout OutputBuffer) {
    if id == TextField.title.id { return append(page.title, &out) }
    guard let field = SiteIndexField(id: id) else { return }
    switch field {
    case .listLabel: if list < page.lists.count { append(page.lists[list].label, &out) }
    case .listURL: if list < page.lists.count { out.append(verbatim: page.lists[list].file) }
    case .pageLabel: wording.append(.page, page.number, to: &out)
    case .previousURL: out.append(verbatim: page.previous ?? "")
    case .nextURL: out.append(verbatim: page.next ?? "")
    case .feedURL: page.feed?.append(to: &out)
    case .entryURL, .entryTitle, .entryCommentCountLabel, .entryTime, .entryDatetime:
      if entry < page.entries.count { write(field, of: page.entries[entry], &out) }
    }
  }

  private func write(
    _ field: SiteIndexField, of entry: SiteIndexPage.Entry, _ out: inout OutputBuffer
  ) {
    switch field {
    case .entryURL: entry.address.append(to: &out)
    case .entryTitle: append(entry.title, &out)
    case .entryCommentCountLabel: wording.append(.comments, entry.commentCount, to: &out)
    case .entryTime: if let time = entry.latest { wording.appendTime(time, to: &out) }
    case .entryDatetime: if let time = entry.latest { wording.appendISO(time, to: &out) }
    case .listLabel, .listURL, .pageLabel, .previousURL, .nextURL, .feedURL: break
    }
  }

  private func append(_ text: [UInt8], _ out: inout OutputBuffer) {
    out.appendEscaped(Slice(text.indices), of: text, as: .line)
  }
}
