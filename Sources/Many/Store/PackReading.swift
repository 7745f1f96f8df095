import Bytes
import OperatingSystem
import Hashing

/// A pack that is open, or the one that was read from last.
package struct OpenPack {
  private(set) var name: PackName?
  private var file: StoreFile?

  package init() {}

  /// The output of an entry that is in a pack, and nothing if what stands there is none.
  mutating func output(of entry: ManifestEntry, in folder: StoreFolder) throws(StoreError)
    -> [UInt8]?
  {
    guard let place = entry.place else { return nil }
    if name != place.pack {
      file = try StoreFile(folder.pack(place.pack))
      name = place.pack
    }
    guard let bytes = try file?.bytes(at: place.offset, count: place.length),
      bytes.count == place.length
    else { return nil }
    switch place.pack.form {
    case .tar: return bytes
    case .ndjson: return Self.output(ofLine: bytes)
    }
  }

  /// The output in a line of a pack.
  private static func output(ofLine line: [UInt8]) -> [UInt8]? {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"key\":"), scanner.text() != nil, scanner.skip(",\"out\":"),
      scanner.hash() != nil, scanner.skip(",\"output\":"), let text = scanner.text(),
      scanner.skip("}"), scanner.isAtEnd
    else { return nil }
    return ManifestEntry.text(ofKey: line[text])
  }
}
