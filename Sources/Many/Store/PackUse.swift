import Bytes
import Hashing

/// The number of bytes of each pack that are outputs of a run.
struct PackUse: Hashable {
  private(set) var bytes: [PackName: Int] = [:]

  /// Counts the output of an entry, which is on a line of a manifest.
  mutating func add(_ entry: ManifestEntry, at line: Int, of manifest: String) throws(StoreError) {
    guard let place = entry.place else { return }
    let (sum, overflows) = bytes[place.pack, default: 0].addingReportingOverflow(place.room)
    guard !overflows else {
      throw .corrupt(manifest, line: line, "the sum of the sizes in a pack overflows")
    }
    bytes[place.pack] = sum
  }
}

extension PackUse {
  /// Reads what `lines` writes; `nil` for anything else.
  init?(lines: [UInt8]) {
    guard lines.last == 0x0A || lines.isEmpty else { return nil }
    for line in lines.split(separator: 0x0A) {
      let parts = line.split(separator: 0x20)
      guard parts.count == 2, let pack = PackName(Array(parts[0]), at: 0..<parts[0].count),
        let count = Int(String(decoding: parts[1], as: UTF8.self)), count >= 0
      else { return nil }
      bytes[pack] = count
    }
  }

  /// A line for each pack, with its name and its bytes.
  func lines() -> [UInt8] {
    var out = OutputBuffer()
    for (pack, count) in bytes.sorted(by: { $0.key.text < $1.key.text }) {
      out.append(verbatim: pack.text)
      out.append(" ")
      out.append(decimal: count)
      out.append("\n")
    }
    return out.bytes()
  }
}

extension StoreFolder {
  /// Counts how many bytes of each pack are outputs of a run.
  ///
  /// The first part of a run reads the whole manifest for this, and leaves the result in the work folder for the others.
  func packUse(of run: ContentHash) throws(StoreError) -> PackUse {
    let path = "\(workFolder)/packs-\(run.text)"
    if let lines = try? contents(ofFileIfPresent: path), let use = PackUse(lines: lines) {
      return use
    }
    var use = PackUse()
    var reader = try ManifestReader(self, run)
    while let (entry, _) = try reader.next() {
      try use.add(entry, at: reader.totals.stories + 1, of: manifest(run))
    }
    try replace(path, with: use.lines())
    return use
  }
}
