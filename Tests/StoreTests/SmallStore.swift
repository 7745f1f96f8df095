import Bytes
import OperatingSystem
import Foundation
import Hashing

@testable import Store

/// A store in a folder that goes with it, filled with outputs that are a few bytes each.
final class SmallStore {
  let folder: StoreFolder

  init() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "atoll-store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    folder = StoreFolder(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path) }

  static func fingerprint(_ name: String = "usual") -> OutputFingerprint {
    OutputFingerprint(
      version: "1", options: ContentHash(of: Array(name.utf8)), templates: .zero, style: .zero,
      contentType: "text/plain")
  }

  /// Draws a run of stories, each of which has its text as its output, or a part of one.
  @discardableResult func draw(
    _ stories: [String: String], part: RunPart? = nil, options: String = "usual",
    unread: [Int] = [],
    failures: Int = 0, packing: Packing? = nil, findsByInput: Bool = false,
    _ change: (inout PublishingRules) -> Void = { _ in }
  ) throws -> StoreRun.Outcome {
    var rules = PublishingRules()
    rules.waitsForDisk = false
    change(&rules)
    let run = try StoreRun(
      folder, Self.fingerprint(options), findsByInput: findsByInput, packing: packing, part: part)
    var writer = ObjectWriter(run)
    for (number, (key, text)) in stories.sorted(by: { $0.key < $1.key }).enumerated() {
      writer.begin()
      try unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe try writer.write($0) }
      let written = try writer.finish(insteadOf: run.packedEntry(of: Array(key.utf8)))
      var entry = ManifestEntry(
        key: Array(key.utf8), input: ContentHash(of: Array(text.utf8)), output: written.name,
        size: written.size, comments: 1)
      entry.place = written.place
      try run.add(entry, number: number, staged: written.staged)
    }
    for line in unread { run.addUnreadLine(line) }
    let results = RenderCounts(stories: stories.count + failures, failures: failures)
    return try run.publish(results, rules) { _ in }
  }

  /// So many stories with these texts.
  static func stories(_ count: Int, _ text: String = "text") -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("s\($0)", "\(text) \($0)") })
  }

  func publish(_ change: (inout PublishingRules) -> Void = { _ in }) throws -> StoreRun.Outcome {
    var rules = PublishingRules()
    rules.waitsForDisk = false
    change(&rules)
    return try folder.publishParts(rules)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
  }

  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
  }

  /// Changes a byte of a file.
  func flip(_ path: String, at offset: Int) throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[offset] ^= 1
    try bytes.write(to: URL(filePath: path))
  }

  /// Lists how stories differ: `+ a`, `~ b`.
  func difference(from old: ContentHash?, to new: ContentHash) throws -> [String] {
    var lines: [String] = []
    try folder.difference(from: old, to: new) {
      lines.append("\($0.rawValue) \(String(decoding: $1.key, as: UTF8.self))")
    }
    return lines
  }
}

/// The kind of the error that a store throws.
func kind(_ body: () throws -> Void) -> StoreError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.kind
  }
}
