import Bytes
package import Hashing
import OperatingSystem

/// The names of exported files: a text with `{key}` in place of the key of a story, such as `{key}.html`.
package struct ExportName: Hashable, Sendable {
  package let text: String
  private let before: [UInt8]
  private let after: [UInt8]

  /// Creates names; `nil` if the text does not contain `{key}` exactly once or leads out of its folder.
  package init?(_ text: String) {
    let parts = text.split(atText: "{key}")
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !folders.contains(where: { $0.isEmpty || $0.hasPrefix(".") }),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    self.text = text
    before = Array(parts[0].utf8)
    after = Array(parts[1].utf8)
  }

  /// The longest name of a file that all file systems of Linux and macOS accept.
  private static let longestName = 255

  /// Returns the name of the file of a story; `nil` if it is too long for a file system.
  ///
  /// - Parameter key: The key with its JSON escapes.
  package func file(ofKey key: [UInt8]) -> String? {
    let bytes = before + Self.encoded(key) + after
    guard bytes.split(separator: 0x2F).allSatisfy({ $0.count <= Self.longestName - 8 }) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a key as it is in names of files.
  ///
  /// Letters, digits, `-`, `_`, `~` and dots that are not in front are written as they are, and all other bytes
  /// percent-encoded (RFC 3986, section 2.1).
  ///
  /// - Parameter key: The key with its JSON escapes.
  package static func encoded(_ key: [UInt8]) -> [UInt8] {
    var name = OutputBuffer(capacity: key.count * 3)
    for (index, byte) in ManifestEntry.unescaped(key[...]).enumerated() {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: name.append(byte)
      case 0x2E where index > 0: name.append(byte)
      case _:
        name.append("%")
        name.append(hexadecimal: [byte])
      }
    }
    return name.bytes()
  }

  /// Returns the address of a file, relative to its folder: a percent sign in a name is a character of the name.
  package static func address(of file: String) -> String { file.replacing(text: "%", with: "%25") }
}

/// The content of exported files.
package enum ExportContent: String, CaseIterable, Sendable {
  /// The outputs of a run.
  case outputs
  /// The number of comments of each story, which is both a text for includes and JSON.
  case counts
}

/// A form of compressed siblings that web servers send instead of a file.
package enum SiblingForm: String, CaseIterable, Sendable {
  case gzip, br

  /// Returns the name of the sibling of a file.
  func name(of file: String) -> String {
    switch self {
    case .gzip: "\(file).gz"
    case .br: "\(file).br"
    }
  }
}

/// The forms of siblings, and how each is made.
package struct SiblingForms: Sendable {
  package typealias Compressor = @Sendable ([UInt8]) throws(StoreError) -> [UInt8]
  private let compressors: [SiblingForm: Compressor]

  package init(_ compressors: [SiblingForm: Compressor] = [:]) { self.compressors = compressors }

  var forms: Set<SiblingForm> { Set(compressors.keys) }

  /// The compressors in the order of their forms.
  var list: [(form: SiblingForm, compress: Compressor)] {
    SiblingForm.allCases.compactMap { form in compressors[form].map { (form, $0) } }
  }
}

/// The settings of an export.
package struct ExportSettings: Sendable {
  package var name: ExportName
  package var content = ExportContent.outputs
  /// Outputs are copied, even if they could be hard links to the files of the store.
  package var copies = false
  /// The compressed siblings of each file.
  package var siblings = SiblingForms()

  package init(name: ExportName) { self.name = name }
}

extension ExportSettings {
  /// Returns the number of comments as the content of a file.
  static func count(of entry: ManifestEntry) -> [UInt8] { Array("\(entry.comments)\n".utf8) }

  /// Returns the entry for the record of an export, with the hash of what is in the file.
  func recorded(_ entry: ManifestEntry) -> ManifestEntry {
    var entry = entry
    entry.place = nil
    entry.listing = .none
    switch content {
    case .outputs: break
    case .counts:
      let count = Self.count(of: entry)
      entry.output = ContentHash(of: count)
      entry.size = count.count
    }
    return entry
  }
}

/// A file that an export wrote or removed.
package struct ExportedFile: Hashable, Sendable {
  package let change: StoryChange
  /// The name of the file in the target folder.
  package let name: String
  /// The compressed siblings.
  package let siblings: Set<SiblingForm>
  package let output: ContentHash
  package let size: Int
}

extension ExportedFile {
  /// A file as it would be exported.
  package init(_ change: StoryChange, _ entry: ManifestEntry, name: String) {
    self.init(
      change: change, name: name, siblings: [], output: entry.output, size: entry.size)
  }
}

extension ExportedFile {
  /// The names of the siblings, in the order of their forms.
  package var siblingNames: [(form: SiblingForm, name: String)] {
    SiblingForm.allCases.filter(siblings.contains).map { ($0, $0.name(of: name)) }
  }
}

/// The numbers of files that were written, removed and left alone.
package struct FileCounts: Hashable, Sendable {
  package var written = 0
  package var removed = 0
  package var unchanged = 0

  package init() {}
}

/// What an export did.
package struct ExportResult: Hashable, Sendable {
  package var run: ContentHash
  package var contentType: String
  package var files = FileCounts()
}

/// The folder that an export writes to, with a record of what is in it.
///
/// The record is a manifest in `.atoll-export`. While an export runs, the record says which files are uncertain, so that
/// the next export writes or removes them again if this one does not finish.
struct ExportTarget {
  let path: String
  /// The folder of the record, which has manifests as a store has.
  let records: StoreFolder

  init(_ path: String) {
    self.path = path
    records = StoreFolder("\(path)/.atoll-export")
  }

  private var recordFile: String { "\(records.path)/record.json" }

  /// The manifest of the files in the folder, and the settings that they were written with.
  struct Record: Hashable {
    let files: ContentHash
    let name: String
    /// The forms of all siblings that can be there.
    let siblings: Set<SiblingForm>
    let content: ExportContent
  }

  private static let longestRecord = 1 << 16

  /// Reads the record; `nil` for a folder that nothing was exported to.
  func record() throws(StoreError) -> Record? {
    guard
      let line = try records.contents(ofFileIfPresent: recordFile, atMost: Self.longestRecord)
    else { return nil }
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"export\":1,\"files\":"), let files = scanner.hash(),
      scanner.skip(",\"name\":"), let name = scanner.text()
    else {
      throw StoreError(
        .corrupt, recordFile, "not a record of an export",
        advice: "remove the whole folder, and export again")
    }
    let siblings = SiblingForm.allCases.filter {
      switch $0 {
      case .gzip: scanner.skip(",\"gzip\":true")
      case .br: scanner.skip(",\"br\":true")
      }
    }
    let content: ExportContent = scanner.skip(",\"content\":\"counts\"") ? .counts : .outputs
    return Record(
      files: files,
      name: String(decoding: ManifestEntry.unescaped(line[name]), as: UTF8.self),
      siblings: Set(siblings), content: content)
  }

  /// Replaces the record, and removes the manifests of earlier ones.
  func replaceRecord(_ record: Record) throws(StoreError) {
    var line = OutputBuffer()
    line.beginObject()
    line.append(member: "export", 1)
    line.append(member: "files", record.files)
    line.append(member: "name", string: record.name)
    if record.siblings.contains(.gzip) { line.append(member: "gzip", true) }
    if record.siblings.contains(.br) { line.append(member: "br", true) }
    switch record.content {
    case .outputs: break
    case .counts: line.append(member: "content", string: record.content.rawValue)
    }
    line.append("}\n")
    try records.replace(recordFile, with: line.bytes())
  }

  func removeManifests(except kept: ContentHash) throws(StoreError) {
    for run in try records.allRuns() where run != kept {
      try records.removeFile(records.manifest(run))
    }
  }
}

extension StoreFolder {
  /// Makes a folder contain the outputs of a run, each in a file named after its story.
  ///
  /// Only files that differ from the last export are written, each atomically, and files of stories that are gone are
  /// removed. If an export is interrupted, the next one completes it.
  ///
  /// - Parameter planned: Receives the names of all files that are going to change, before any of them does.
  package func export(
    _ run: ContentHash, to target: String, _ settings: ExportSettings,
    _ body: (ExportedFile) -> Void,
    planned: (_ name: String) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws(StoreError) -> ExportResult {
    let target = ExportTarget(target)
    try attributing(to: target.path, "cannot be created") { () throws(SystemError) in
      try Folders.make(target.records.workFolder)
    }
    let lock = try target.records.locked()
    try target.records.clearWorkFolder()
    let old = try target.record()
    let name = settings.name.text
    if let old, old.name != name {
      throw StoreError(
        .ambiguous, target.path, "its files have other names: \(old.name)",
        advice: "use that as --name, or export to a new folder")
    }
    if let old, old.content != settings.content {
      throw StoreError(
        .ambiguous, target.path, "its files are \(old.content.rawValue)",
        advice: "export \(settings.content.rawValue) to another folder")
    }
    let siblings = settings.siblings.forms
    // With other siblings, all files have to be written again.
    let isAnew = old.map { $0.siblings != siblings } ?? false
    let earlier = old?.siblings ?? []
    var export = ExportRun(
      store: self, target: target, settings: settings, earlierSiblings: earlier)
    let fingerprint = try ManifestReader(self, run).fingerprint
    var result = ExportResult(
      run: run,
      contentType: settings.content == .counts ? "application/json" : fingerprint.contentType)
    let plan = try export.plan(from: old?.files, to: run, isAnew: isAnew, &result.files, planned)
    if result.files.written + result.files.removed > 0 {
      let content = settings.content
      try target.replaceRecord(
        .init(files: plan, name: name, siblings: siblings.union(earlier), content: content))
      try export.carryOut(plan, from: old?.files, to: run, body)
      let record = try export.finalRecord(of: run)
      try target.replaceRecord(
        .init(files: record, name: name, siblings: siblings, content: content))
      try target.removeManifests(except: record)
    } else if let old {
      try target.removeManifests(except: old.files)
    }
    _ = consume lock
    return result
  }
}
