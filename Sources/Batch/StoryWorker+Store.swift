import Atoll
import Bytes
import Comments
import Store
import StoryDecoding
import Hashing

/// What one worker knows of the store that outputs go to.
///
/// A class, since its writer cannot be copied and yet is written to while the worker renders.
final class StoreShare {
  let run: StoreRun
  var writer: ObjectWriter
  /// Why nothing more can be stored.
  var failure: StoreError?

  init(_ run: StoreRun) {
    self.run = run
    writer = run.makeWriter()
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
    do throws(StoreError) {
      let known =
        if let key { try run.entry(of: ManifestEntry.key(key)) } else {
          try run.entry(ofInput: input)
        }
      guard let known, run.reasons(toDraw: input, joined: joined, insteadOf: known).isEmpty else {
        return false
      }
      try run.add(known, number: number)
      counts.stories += 1
      counts.unchanged += 1
      counts.comments += known.comments
      return true
    } catch {
      store?.failure = error
      throw StoryFailure(error)
    }
  }

  /// Draws a story into the store, and says why if that is asked for.
  mutating func draw(
    _ decoded: DecodedStory, of source: Source, to output: inout OutputBuffer
  ) throws(StoryFailure) {
    guard let key = source.key.map(ManifestEntry.key) else {
      throw StoryFailure(.noKey, "the story has no id, and nothing else to know it by")
    }
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
      let object = try share.writer.finish()
      let entry = ManifestEntry(
        key: key, input: source.input, joined: source.joined, output: object.name,
        size: object.size, comments: report.commentCount)
      if settings.explains {
        output.beginResult(key: source.key, number: source.number)
        output.append(entry, reasons, decoded.diagnostics.list() + report.diagnostics)
      }
      try run.add(entry, number: source.number)
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

  /// What there was of a story that cannot be drawn stays.
  mutating func noteFailure(of key: [UInt8]?, _ number: Int) {
    guard let run = store?.run, store?.failure == nil else { return }
    do throws(StoreError) {
      guard let key else { return run.keepMissing() }
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
