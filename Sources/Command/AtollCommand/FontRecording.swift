import PageShots
import Snapshots

/// Notes the fonts that pictures are drawn with, in a file that is kept in git.
enum FontRecording {
  /// Writes the list of the fonts that are here, unless the store has one.
  static func writeFirst(toStoreIn store: String) throws(SnapshotError) {
    let path = "\(store)/\(FontSet.fileName)"
    if StoreFiles.stamp(of: path) != nil { return }
    let work = try RunRecord.makeWorkFolder(ofStoreIn: store)
    do {
      var fonts = try FontSet(ofStoreIn: store)
      fonts.readHashes(rememberingIn: "\(work)/font-hashes")
      try StoreFiles.replace(path, with: Array(fonts.listing.utf8))
    } catch let error as SnapshotError {
      throw error
    } catch {
      throw SnapshotError(path, "the fonts cannot be noted: \(error)")
    }
  }
}
