import Atoll
import Bytes
import Comments
import Hashing
import Store
import StoryDecoding

/// The access of one worker to the store.
///
/// It is a class because the noncopyable writer is used in a closure while the worker renders.
final class StoreOutput {
  let run: StoreRun
  var writer: ObjectWriter
  /// The pack of the output that was moved last.
  var pack = OpenPack()
  /// The error after which nothing more can be stored.
  var failure: StoreError?

  init(_ run: StoreRun) {
    self.run = run
    writer = ObjectWriter(run)
  }
}

extension StoryWorker {
  /// Keeps the stored output of a story that has not changed; returns false if the story has to be rendered.
  ///
  /// A story without a key is found by its input.
  mutating func keepStored(
    _ key: [UInt8]?, _ input: ContentHash?, joined: ContentHash?, _ number: Int
  ) throws(StoryFailure) -> Bool {
    guard let run = store?.run, let input else { return false }
    if let key { try checkKey(key) }
    do throws(StoreError) {
      let known =
        if let key { try run.entry(of: ManifestEntry.key(key)) } else {
          try run.entry(ofInput: input)
        }
      guard let known, run.reasons(toRender: input, joined: joined, insteadOf: known).isEmpty else {
        return false
      }
      guard try addUnchanged(known, number) else { return false }
      counts.stories += 1
      counts.unchanged += 1
      counts.comments += known.comments
      return true
    } catch {
      store?.failure = error
      throw StoryFailure(error)
    }
  }

  /// Checks that a store accepts a key.
  private func checkKey(_ key: [UInt8]) throws(StoryFailure) {
    if key.count > Self.longestKey {
      throw StoryFailure(
        .noKey, "the key has \(key.count) bytes; a store allows \(Self.longestKey)")
    }
    if unsafe key.withUnsafeBufferPointer({ unsafe firstInvalidUTF8(in: $0) }) != nil {
      // Two such keys could be the same in a manifest.
      throw StoryFailure(.noKey, "the key is not UTF-8, which a store requires")
    }
  }

  /// It keeps the lines of manifests short.
  private static let longestKey = 4096

  /// Adds the old entry of a story, and moves its output out of a sparse pack; returns false if the output is damaged.
  private func addUnchanged(_ known: ManifestEntry, _ number: Int) throws(StoreError) -> Bool {
    guard let store else { return false }
    guard let output = try store.run.outputToMove(known, from: &store.pack) else {
      try store.run.add(known, number: number)
      return true
    }
    store.writer.begin()
    try unsafe output.withUnsafeBufferPointer { (output) throws(StoreError) in
      try unsafe store.writer.write(output)
    }
    let written = try store.writer.finish()
    if written.name != known.output { return false }
    var entry = known
    entry.place = written.place
    try store.run.add(entry, number: number, staged: written.staged)
    return true
  }

  /// Renders a story into the store, and writes a result line with `--explain`.
  mutating func renderIntoStore(
    _ decoded: DecodedStory, of source: Source, to output: inout OutputBuffer
  ) throws(StoryFailure) {
    guard let text = source.key else {
      throw StoryFailure(
        .noKey, "the story has neither an id nor a key", namesNoStory: true)
    }
    try checkKey(text)
    let key = ManifestEntry.key(text)
    guard let store, let input = source.input else { return }
    let run = store.run
    let deadline = deadline
    do {
      store.writer.begin()
      let report = try renderer.render(decoded.story, using: &workspace) { piece in
        unsafe try piece.withUnsafeBufferPointer { unsafe try store.writer.write($0) }
        try deadline.check()
      }
      let reasons =
        settings.explains ? try self.reasons(toRender: input, joined: source.joined, key) : []
      let written = try store.writer.finish(insteadOf: try run.packedEntry(of: key))
      var entry = ManifestEntry(
        key: key, input: input, joined: source.joined, output: written.name,
        size: written.size, comments: report.commentCount)
      entry.place = written.place
      entry.listing = StoryListing(decoded.story)
      if settings.explains {
        output.beginResult(key: source.key, number: source.number)
        output.append(entry, reasons, decoded.diagnostics.list() + report.diagnostics)
      }
      try run.add(entry, number: source.number, staged: written.staged)
      counts.stories += 1
      counts.comments += report.commentCount
    } catch let error as StoreError {
      store.failure = error
      throw StoryFailure(error)
    } catch {
      throw StoryFailure(rendering: error)
    }
  }

  private func reasons(
    toRender input: ContentHash, joined: ContentHash?, _ key: [UInt8]
  ) throws(StoreError) -> [RenderReason] {
    guard let run = store?.run, let known = try run.entry(of: key) else { return [.new] }
    return run.reasons(toRender: input, joined: joined, insteadOf: known)
  }

  /// Keeps the old output of a story that cannot be rendered.
  mutating func keepOldOutput(after failure: StoryFailure, of key: [UInt8]?, _ number: Int) {
    guard let run = store?.run, store?.failure == nil else { return }
    do throws(StoreError) {
      guard let key else {
        // A line that names no story was never in the store.
        if !failure.namesNoStory { run.addUnreadLine(number) }
        return
      }
      if let known = try run.entry(of: ManifestEntry.key(key)) {
        _ = try run.keep(known, number: number)
      }
    } catch {
      store?.failure = error
    }
  }
}

extension StoryFailure {
  init(_ error: StoreError) { self.init(.render, error.message) }
}

extension OutputBuffer {
  /// Appends everything of a result after its number.
  fileprivate mutating func append(
    _ entry: ManifestEntry, _ reasons: [RenderReason], _ warnings: [Diagnostic]
  ) {
    append(member: "ok", true)
    append(member: "in", entry.input)
    append(member: "out", entry.output)
    append(member: "comments", entry.comments)
    append(key: "why")
    beginArray()
    for reason in reasons {
      separate()
      append(jsonString: reason.rawValue)
    }
    endArray()
    append(warnings)
    append("}\n")
  }
}

extension StoryListing {
  init(_ story: borrowing Story) {
    let latest = story.comments.reduce(Timestamp.unknown) { max($0, $1.createdAt) }
    self.init(
      title: story.title, address: story.bytes.string(story.facts.url),
      latest: latest == .unknown ? nil : Int(latest.milliseconds))
  }
}
