import AtollPageShots
import AtollSnapshots

/// The recording of the fonts that screenshots are drawn with, as a list in a file that git keeps.
package enum FontRecording {
  /// Writes the list of the installed fonts, unless the store already has a list.
  package static func writeIfMissing(toStoreIn store: String) throws {
    let path = "\(store)/\(FontSet.fileName)"
    if StoreFiles.modificationStamp(of: path) != nil { return }
    let work = try RunRecord.makeWorkFolder(ofStoreIn: store)
    var fonts = try FontSet(ofStoreIn: store)
    fonts.readHashes(cachingIn: "\(work)/font-hashes")
    try fonts.write(toStoreIn: store)
  }
}
