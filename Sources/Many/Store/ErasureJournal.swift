import Bytes
import Hashing

/// The stories and outputs of erasures that are not reported yet: a file that is there only while one runs, or after
/// one was interrupted.
struct ErasureJournal {
  private(set) var keys: Set<[UInt8]> = []
  private(set) var outputs: Set<ContentHash> = []

  /// Returns whether an earlier erasure removes this story with this output.
  func contains(_ entry: ManifestEntry) -> Bool {
    keys.contains(entry.key) && outputs.contains(entry.output)
  }

  var isEmpty: Bool { keys.isEmpty && outputs.isEmpty }

  init(keys: Set<[UInt8]>, outputs: Set<ContentHash>) {
    self.keys = keys
    self.outputs = outputs
  }

  /// Reads the journal of a store; it is empty if there is none.
  init(of folder: StoreFolder) throws(StoreError) {
    let content = try folder.contents(ofFileIfPresent: folder.journal) ?? []
    for line in content.split(separator: 0x0A) {
      let line = Array(line)
      var scanner = ManifestScanner(line)
      if scanner.skip("{\"key\":"), let key = scanner.text() {
        keys.insert(Array(line[key]))
      } else if scanner.skip("{\"out\":"), let output = scanner.hash() {
        outputs.insert(output)
      } else {
        throw StoreError(
          .corrupt, folder.journal, "not a journal of erasures",
          advice: "remove it, and repeat the last erasure")
      }
    }
  }

  /// The content of the file: a key or an output on each line.
  func text() -> [UInt8] {
    var text = OutputBuffer()
    for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      text.beginObject()
      text.append(member: "key", escaped: key)
      text.append("}\n")
    }
    for output in outputs.sorted(by: { $0.text < $1.text }) {
      text.beginObject()
      text.append(member: "out", output)
      text.append("}\n")
    }
    return text.bytes()
  }
}
