import Atoll
import Bytes
import Comments
import Hashing
import Store
import StoryDecoding

/// What one worker knows of the store that outputs go to.
///
/// A class, since its writer cannot be copied and yet is written to while the worker renders.
final class StoreShare {
  let run: StoreRun
  var writer: ObjectWriter
  /// The pack that an output was moved from last.
  var pack = OpenPack()
  /// Why nothing more can be stored.
  var failure: StoreError?

  init(_ run: StoreRun) {
    self.run = run
    writer = ObjectWriter(run)
  }
}

extension StoryWorker {
  /// Passes over a story whose output is in the store already, the same as it would be.
  ///
  /// A story whose key only its reading would tell is found by the bytes it came in.
  mutating func isCurrent(
    _ key: [UInt8]?, _ input: ContentHash, joined: ContentHash?, _ number: Int
  ) throws(StoryFailure) -> Bool {
    guard let run = store?.run else { return false }
    if let key { try checkKey(key) }
    do throws(StoreError) {
      let known =
        if let key { try run.entry(of: ManifestEntry.key(key)) } else {
          try run.entry(ofInput: input)
        }
      guard let known, run.reasons(toDraw: input, joined: joined, insteadOf: known).isEmpty else {
        return false
      }
      guard try move(known, number) else { return false }
      counts.stories += 1
      counts.unchanged += 1
      counts.comments += known.comments
      return true
    } catch {
      store?.failure = error
      throw StoryFailure(error)
    }
  }

  /// Refuses a key by which a store cannot know a story.
  private func checkKey(_ key: [UInt8]) throws(StoryFailure) {
    if key.count > Self.longestKey {
      throw StoryFailure(
        .noKey, "the key has \(key.count) bytes, and a store takes \(Self.longestKey)")
    }
    if unsafe key.withUnsafeBufferPointer({ unsafe firstInvalidUTF8(in: $0) }) != nil {
      // Two such keys may look the same in a manifest.
      throw StoryFailure(.noKey, "the key is not UTF-8, and a store knows stories by their keys")
    }
  }

  /// Lines of a manifest hold a key and a few numbers, and are never long.
  private static let longestKey = 4096

  /// Adds what is known of a story, whose output leaves a pack that is given up; false if it is not what it was.
  private func move(_ known: ManifestEntry, _ number: Int) throws(StoreError) -> Bool {
    guard let share = store else { return false }
    guard let output = try share.run.outputToMove(known, from: &share.pack) else {
      try share.run.add(known, number: number)
      return true
    }
    share.writer.begin()
    try unsafe output.withUnsafeBufferPointer { (output) throws(StoreError) in
      try unsafe share.writer.write(output)
    }
    let written = try share.writer.finish()
    if written.name != known.output { return false }
    var entry = known
    entry.place = written.place
    try share.run.add(entry, number: number, waiting: written.waiting)
    return true
  }

  /// Draws a story into the store, and says why if that is asked for.
  mutating func draw(
    _ decoded: DecodedStory, of source: Source, to output: inout OutputBuffer
  ) throws(StoryFailure) {
    guard let text = source.key else {
      throw StoryFailure(
        .noKey, "the story has no id, and nothing else to know it by", namesNoStory: true)
    }
    try checkKey(text)
    let key = ManifestEntry.key(text)
    guard let share = store else { return }
    let run = share.run
    let deadline = deadline
    do {
      share.writer.begin()
      let report = try renderer.render(decoded.story, using: &workspace) { piece in
        unsafe try piece.withUnsafeBufferPointer { unsafe try share.writer.write($0) }
        try deadline.check()
      }
      let reasons = settings.explains ? try self.reasons(toDraw: source, key) : []
      let written = try share.writer.finish(insteadOf: try run.packed(key))
      var entry = ManifestEntry(
        key: key, input: source.input, joined: source.joined, output: written.name,
        size: written.size, comments: report.commentCount)
      entry.place = written.place
      if settings.explains {
        output.beginResult(key: source.key, number: source.number)
        output.append(entry, reasons, decoded.diagnostics.list() + report.diagnostics)
      }
      try run.add(entry, number: source.number, waiting: written.waiting)
      counts.stories += 1
      counts.comments += report.commentCount
    } catch let failure as StoryFailure {
      throw failure
    } catch let error as StoreError {
      share.failure = error
      throw StoryFailure(error)
    } catch {
      throw StoryFailure(.render, "\(error)")
    }
  }

  /// Why a story is drawn.
  private func reasons(toDraw source: Source, _ key: [UInt8]) throws(StoreError) -> [DrawingReason]
  {
    guard let run = store?.run, let known = try run.entry(of: key) else { return [.new] }
    return run.reasons(toDraw: source.input, joined: source.joined, insteadOf: known)
  }

  /// Keeps what there was of a story that cannot be drawn.
  mutating func noteFailure(_ failure: StoryFailure, of key: [UInt8]?, _ number: Int) {
    guard let run = store?.run, store?.failure == nil else { return }
    do throws(StoreError) {
      guard let key else {
        // What was read and names no story has never been in the store.
        if !failure.namesNoStory { run.noteUnread(number) }
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
  fileprivate init(_ error: StoreError) { self.init(.render, error.message) }
}

extension OutputBuffer {
  /// Everything of a result that stands behind its number.
  fileprivate mutating func append(
    _ entry: ManifestEntry, _ reasons: [DrawingReason], _ warnings: [Diagnostic]
  ) {
    append(",\"ok\":true,\"in\":\"")
    append(entry.input)
    append("\",\"out\":\"")
    append(entry.output)
    append("\",\"comments\":")
    append(decimal: entry.comments)
    append(",\"why\":[")
    for (index, reason) in reasons.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(jsonString: reason.rawValue)
    }
    append("]")
    append(warnings)
    append("}\n")
  }
}
