import Bytes
import Hashing
import OperatingSystem

/// An export while it runs.
struct ExportRun {
  private let store: StoreFolder
  private let target: ExportTarget
  private let settings: ExportSettings
  /// The forms of siblings that files have now or had before.
  private let siblingForms: [SiblingForm]
  private var pack = OpenPack()

  init(
    store: StoreFolder, target: ExportTarget, settings: ExportSettings,
    earlierSiblings: Set<SiblingForm>
  ) {
    self.store = store
    self.target = target
    self.settings = settings
    let forms = settings.siblings.forms.union(earlierSiblings)
    siblingForms = SiblingForm.allCases.filter(forms.contains)
  }

  /// Calls a function with the entries of two manifests, paired by their keys.
  private func forEachPair(
    _ old: ContentHash?, in folder: StoreFolder, _ new: ContentHash,
    _ body: (_ old: ManifestEntry?, _ new: ManifestEntry?) throws(StoreError) -> Void
  ) throws(StoreError) {
    var before: ManifestReader?
    if let old { before = try ManifestReader(folder, old) }
    var after = try ManifestReader(store, new)
    var left = try before?.next()?.entry
    var right = try after.next()?.entry
    while left != nil || right != nil {
      let order = StoreFolder.order(left?.key, right?.key)
      try body(order <= 0 ? left : nil, order >= 0 ? right : nil)
      if order <= 0 { left = try before?.next()?.entry }
      if order >= 0 { right = try after.next()?.entry }
    }
  }

  /// Returns the name of a story's file.
  private func name(of entry: ManifestEntry) throws(StoreError) -> String {
    if let name = settings.name.file(ofKey: entry.key) { return name }
    let key = String(decoding: entry.key.prefix(100), as: UTF8.self)
    throw StoreError(
      .missing, target.path, "the key '\(key)…' is too long for the name of a file")
  }

  // MARK: Planning

  /// Writes a record in which every file that is going to change is uncertain, and counts the changes.
  func plan(
    from old: ContentHash?, to run: ContentHash, isAnew: Bool, _ files: inout FileCounts,
    _ planned: (_ name: String) throws(StoreError) -> Void
  ) throws(StoreError) -> ContentHash {
    var writer = try ManifestWriter(
      target.records, try ManifestReader(store, run).fingerprint)
    var counts = files
    try forEachPair(old, in: target.records, run) { (old, new) throws(StoreError) in
      let new = new.map { settings.recorded($0) }
      guard var entry = old ?? new else { return }
      if let new, let old, old.output == new.output, !isAnew {
        counts.unchanged += 1
        entry = new
      } else {
        if new == nil { counts.removed += 1 } else { counts.written += 1 }
        entry.output = .zero
        let name = try name(of: entry)
        try planned(name)
        for form in siblingForms { try planned(form.name(of: name)) }
      }
      try writer.add(entry)
    }
    files = counts
    return try writer.finish()
  }

  /// Writes the record of a complete export.
  func finalRecord(of run: ContentHash) throws(StoreError) -> ContentHash {
    var reader = try ManifestReader(store, run)
    var writer = try ManifestWriter(target.records, reader.fingerprint)
    while let entry = try reader.next()?.entry { try writer.add(settings.recorded(entry)) }
    return try writer.finish()
  }

  // MARK: Writing

  /// Writes and removes the files that are uncertain in a plan.
  mutating func carryOut(
    _ plan: ContentHash, from old: ContentHash?, to run: ContentHash,
    _ body: (ExportedFile) -> Void
  ) throws(StoreError) {
    // The plan has all stories of both, and the old record knows which of them are new.
    var before: ManifestReader?
    if let old { before = try ManifestReader(target.records, old) }
    var known = try before?.next()?.entry
    var export = self
    try forEachPair(plan, in: target.records, run) { (planned, new) throws(StoreError) in
      guard let planned else { return }
      while let entry = known, entry.key.lexicographicallyPrecedes(planned.key) {
        known = try before?.next()?.entry
      }
      guard planned.output == .zero else { return }
      let name = try export.name(of: planned)
      let change: StoryChange =
        new == nil ? .removed : known?.key == planned.key ? .changed : .added
      if let new { try export.write(new, to: name) } else { try export.remove(name) }
      let new = new.map { export.settings.recorded($0) }
      body(
        ExportedFile(
          change: change, name: name, siblings: export.settings.siblings.forms,
          output: new?.output ?? .zero, size: new?.size ?? 0))
    }
    self = export
  }

  private func remove(_ name: String) throws(StoreError) {
    try removeSiblings(of: name)
    try target.records.removeFile("\(target.path)/\(name)")
  }

  private func removeSiblings(of name: String) throws(StoreError) {
    for form in siblingForms {
      try target.records.removeFile("\(target.path)/\(form.name(of: name))")
    }
  }

  /// Writes the output of a story; a compressed sibling never belongs to another version.
  private mutating func write(_ entry: ManifestEntry, to name: String) throws(StoreError) {
    let path = "\(target.path)/\(name)"
    try removeSiblings(of: name)
    var isLinked = false
    let canLink = entry.place == nil && settings.content == .outputs
    if canLink, !settings.copies { isLinked = try link(entry, to: path) }
    let siblings = settings.siblings.list
    if isLinked, siblings.isEmpty { return }
    let content = try output(of: entry)
    if !isLinked { try write(content, to: path) }
    for sibling in siblings {
      try write(sibling.compress(content), to: sibling.form.name(of: path))
    }
  }

  /// Reads an output and compares it with its hash.
  private mutating func output(of entry: ManifestEntry) throws(StoreError) -> [UInt8] {
    if settings.content == .counts { return ExportSettings.count(of: entry) }
    guard let output = try pack.output(of: entry, in: store),
      ContentHash(of: output) == entry.output
    else { throw .damagedOutput(store.file(of: entry), "its content has changed") }
    return output
  }

  private func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    let file = try target.records.newFile("file")
    let descriptor = file.descriptor
    try attributing(to: path, "cannot be written") { () throws(SystemError) in
      try writeAll(bytes, to: descriptor)
    }
    try file.rename(to: path)
  }

  /// Links an output to a file; returns false if the file system cannot do that.
  private func link(_ entry: ManifestEntry, to path: String) throws(StoreError) -> Bool {
    let object = store.object(entry.output)
    let temporary = target.records.randomPath("link")
    let isLinked = try attributing(to: object, "cannot be linked") { () throws(SystemError) in
      try Folders.hardLink(object, as: temporary)
    }
    if !isLinked { return false }
    try attributing(to: path, "cannot be replaced") { () throws(SystemError) in
      try Folders.rename(temporary, toNewPlace: path)
      // Nothing is renamed if both are already the same file.
      try Folders.removeFile(temporary)
    }
    return true
  }
}
