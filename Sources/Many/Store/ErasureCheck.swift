/// The search of a whole store for what was erased.
struct ErasureCheck {
  let folder: StoreFolder
  let erasure: Erasure

  func run(_ progress: (ErasureStage, Int) -> Void) throws(StoreError) -> ErasureReport.Search {
    var search = ErasureReport.Search()
    func look(in content: [UInt8], of path: String) {
      if search.found.last != path, !erasure.matches(in: content).isEmpty {
        search.found.append(path)
      }
    }
    func finishFile(_ size: Int) {
      search.files += 1
      search.bytes += size
      progress(.checking, search.files)
    }
    try folder.forEachObject { (_, path) throws(StoreError) in
      let file = try StoreFile(path)
      look(in: try file.bytes(at: 0, count: file.size), of: path)
      finishFile(file.size)
    }
    for pack in try folder.allPacks() {
      var reader = try PackReader(folder, pack)
      while let member = try reader.next() {
        look(in: try reader.content(of: member), of: reader.file.path)
      }
      finishFile(reader.file.size)
    }
    let keys = erasure.escapedKeys
    for run in try folder.allRuns() {
      let path = folder.manifest(run)
      var reader = try ManifestReader(folder, run)
      while let (entry, _) = try reader.next() {
        if keys.contains(entry.key), search.found.last != path { search.found.append(path) }
        look(in: entry.key, of: path)
        look(in: entry.listing.title, of: path)
      }
      finishFile(try StoreFile(path).size)
    }
    return search
  }
}
