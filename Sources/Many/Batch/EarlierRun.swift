package import Comments
package import Hashing
package import Store

/// A run of a store that tells which comments are new: those written after the latest one that the run has of their story.
package struct EarlierRun: Sendable {
  package let name: ContentHash
  private let search: ManifestSearch

  package init(_ name: ContentHash, of folder: StoreFolder) throws(StoreError) {
    self.name = name
    search = try ManifestSearch(folder, name)
  }

  /// Returns the time after which comments of a story are new.
  ///
  /// All comments of a story that the run does not have are new. If the run has comments of a story but no time of any,
  /// none is new.
  package func end(ofKey key: some Sequence<UInt8>) throws(StoreError) -> Timestamp {
    guard let entry = try search.entry(of: ManifestEntry.key(Array(key))), entry.comments > 0 else {
      return .unknown
    }
    return Timestamp(milliseconds: entry.listing.latest.map(Int64.init) ?? .max)
  }
}
