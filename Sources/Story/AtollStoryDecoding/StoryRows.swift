import AtollBytes
import AtollComments

/// The tenants in the rows of a Coral export, each with a number.
///
/// One database of Coral serves several tenants, and a whole export has the rows of all of them.
/// Talk 4 has no tenants.
struct Tenants {
  private(set) var ids: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var last: (id: [UInt8], number: Int)?

  /// Returns the number of the tenant with this id, and gives it one if it is new.
  mutating func assignedNumber(of id: ArraySlice<UInt8>) -> Int {
    // Rows of one tenant are usually consecutive.
    if let last, id.elementsEqual(last.id) { return last.number }
    let id = Array(id)
    let number = numbers[id] ?? ids.count
    if number == ids.count {
      ids.append(id)
      numbers[id] = number
    }
    last = (id, number)
    return number
  }

  func name(of number: Int) -> String { String(decoding: ids[number], as: UTF8.self) }
}

/// The stories in the rows of an export: those with their own row, and those of comments.
///
/// Stories of two tenants are two stories, even if they have the same id.
struct StoryRows {
  struct Row {
    let id: String
    /// The number of the tenant; `nil` as long as no row of the story names it.
    var tenant: Int?
    var metadata = StoryMetadata()
    var pending = PendingSettings()
    var commentCount = 0
    /// True if the story has its own row, and not only comments that refer to it.
    var hasStoryRow = false
    /// The latest time in the story's own row at which the server wrote something.
    var writtenAt = Timestamp.unknown
    /// True if another row of the story, written at the same time, has other contents.
    var isAmbiguous = false
  }

  private struct Key: Hashable {
    var tenant: Int?
    /// The bytes of the id: strings with other bytes can be equal.
    var id: [UInt8]

    init(tenant: Int?, id: String) { (self.tenant, self.id) = (tenant, Array(id.utf8)) }
  }

  private(set) var rows: [Row] = []
  /// The index of every story, by its id and tenant; of the stories with the same id, the first one
  /// can also be found by the id alone.
  private var indices: [Key: Int] = [:]

  /// Returns the index of a story, and adds it if it is new.
  mutating func index(of id: String, tenant: Int?) -> Int {
    let key = Key(tenant: tenant, id: id)
    if let known = indices[key] { return known }
    let keyOfAny = Key(tenant: nil, id: id)
    if let first = indices[keyOfAny], rows[first].tenant == nil {
      rows[first].tenant = tenant
      indices[key] = first
      return first
    }
    rows.append(Row(id: id, tenant: tenant))
    indices[key] = rows.count - 1
    if indices[keyOfAny] == nil { indices[keyOfAny] = rows.count - 1 }
    return rows.count - 1
  }

  mutating func countComment(of index: Int) { rows[index].commentCount += 1 }

  /// Sets the contents of a story's own row; of several rows, the one written last counts, in
  /// whatever order they are read.
  mutating func setContents(
    _ metadata: StoryMetadata, pending: PendingSettings, of index: Int, writtenAt: Timestamp,
    in bytes: [UInt8]
  ) {
    let known = rows[index]
    var isAmbiguous = false
    if known.hasStoryRow, writtenAt <= known.writtenAt {
      if writtenAt < known.writtenAt { return }
      let new = metadata.contents(with: pending, in: bytes)
      let old = known.metadata.contents(with: known.pending, in: bytes)
      if new == old { return }
      isAmbiguous = true
      rows[index].isAmbiguous = true
      if new.lexicographicallyPrecedes(old) { return }
    }
    rows[index].metadata = metadata
    rows[index].pending = pending
    rows[index].hasStoryRow = true
    rows[index].writtenAt = writtenAt
    rows[index].isAmbiguous = isAmbiguous
  }

  /// Returns the index of the story to render; `nil` if there is no story.
  ///
  /// It is the only story with the wanted id or, if `wantedID` is `nil`, the only story. Stories
  /// without comments are ignored if any story has comments.
  func selectRow(withID wantedID: String?, tenants: borrowing Tenants) throws(StoryError) -> Int? {
    let candidates = rows.indices.filter { wantedID == nil || rows[$0].id == wantedID }
    if let wantedID, candidates.isEmpty { throw .storyNotFound(wantedID, among: rows.map(\.id)) }
    let commented = candidates.filter { rows[$0].commentCount > 0 }
    let remaining = commented.isEmpty ? candidates : commented
    if remaining.count > 1 { throw ambiguityError(of: remaining, tenants: tenants) }
    return remaining.first
  }

  private func ambiguityError(of indices: [Int], tenants: borrowing Tenants) -> StoryError {
    guard Set(indices.map { rows[$0].id }).count < indices.count else {
      return .multipleStories(indices.map { rows[$0].id })
    }
    let names = indices.map { index in
      rows[index].id + (rows[index].tenant.map { " of tenant \(tenants.name(of: $0))" } ?? "")
    }
    return StoryError(
      .multipleStories,
      message:
        "the input holds stories of several tenants with the same id: \(StoryError.listed(names))",
      advice: "give the rows of one tenant only")
  }
}

extension StoryMetadata {
  /// Returns all values of a row as bytes; two rows with different contents have different bytes.
  fileprivate func contents(with pending: PendingSettings, in bytes: [UInt8]) -> [UInt8] {
    var contents: [UInt8] = []
    func append(_ text: Slice) -> Slice {
      contents += bytes[text.range]
      contents.append(0)
      return text
    }
    var (metadata, pending) = (self, pending)
    metadata.mapTexts(append)
    pending.mapTexts(append)
    contents += "\(createdAt.milliseconds) \(closedAt.milliseconds) \(mode.rawValue) ".utf8
    contents += "\(minimumCommentLength) \(maximumCommentLength) ".utf8
    let switches =
      Media.Kind.allCases.map { pending.showsMedia[$0] } + [
        pending.isClosed, pending.isClosedSiteWide, pending.staysOpen, pending.infobox.isOn,
        pending.questionBox.isOn, pending.isArchived, pending.hasMode, pending.marksTopCommenters,
        pending.marksNewCommenters, pending.showsFeaturedBy, pending.closesAutomatically,
      ]
    contents += switches.map { $0.map { $0 ? 2 : 1 } ?? 0 }
    contents += (pending.featureFlags.map { "\($0) " } ?? "none ").utf8
    contents += (pending.closesAfterSeconds.map { "\($0)" } ?? "none").utf8
    return contents
  }
}

/// The settings of every tenant in an export.
struct TenantSettings {
  private struct Row {
    let tenant: Int?
    let metadata: StoryMetadata
    let pending: PendingSettings
    /// The latest time in the row at which the server wrote something.
    let writtenAt: Timestamp
    /// Bytes that differ between rows with different contents.
    let contents: [UInt8]
  }

  private var rows: [Row] = []

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(
    _ metadata: StoryMetadata, pending: PendingSettings, of tenant: Int?, writtenAt: Timestamp,
    in bytes: [UInt8]
  ) {
    rows.append(
      Row(
        tenant: tenant, metadata: metadata, pending: pending, writtenAt: writtenAt,
        contents: metadata.contents(with: pending, in: bytes)))
  }

  /// Returns the settings for the stories of a tenant, and whether rows written at the same time
  /// contradict each other.
  ///
  /// Returns `nil` if the tenant of the story is unknown and there is more than one tenant. Of
  /// several rows of a tenant, only the one that was written last counts: settings that it does not
  /// have were removed.
  func settings(
    for tenant: Int?
  ) -> (metadata: StoryMetadata, pending: PendingSettings, isAmbiguous: Bool)? {
    if tenant == nil, Set(rows.compactMap(\.tenant)).count > 1 { return nil }
    let matchingRows = rows.filter { $0.tenant == nil || tenant == nil || $0.tenant == tenant }
      .sorted {
        $0.writtenAt == $1.writtenAt
          ? $0.contents.lexicographicallyPrecedes($1.contents) : $0.writtenAt < $1.writtenAt
      }
    var result = (metadata: StoryMetadata(), pending: PendingSettings(), isAmbiguous: false)
    for (index, row) in matchingRows.enumerated() {
      if matchingRows[(index + 1)...].contains(where: { $0.tenant == row.tenant }) { continue }
      result.metadata.applyOverrides(from: row.metadata)
      result.pending.applyOverrides(from: row.pending)
      if matchingRows[..<index].contains(where: {
        $0.tenant == row.tenant && $0.writtenAt == row.writtenAt && $0.contents != row.contents
      }) {
        result.isAmbiguous = true
      }
    }
    return result
  }
}
