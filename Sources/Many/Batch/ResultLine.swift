import Bytes
import Comments
import OperatingSystem
import Hashing
import Store

/// Writes result lines: JSON in which no byte below space stands, whatever is in a story.
extension OutputBuffer {
  mutating func beginResult(key: [UInt8]?, number: Int) {
    append("{\"v\":1,\"key\":")
    append(jsonKey: key)
    append(",\"seq\":")
    append(decimal: number)
  }

  mutating func append(_ failure: StoryFailure) {
    append(",\"ok\":false,\"error\":{\"code\":\"")
    append(verbatim: failure.code.rawValue)
    append("\"")
    if let byte = failure.byte {
      append(",\"at\":")
      append(decimal: byte)
    }
    append(",\"message\":")
    append(jsonString: failure.message)
    append("}}\n")
  }

  mutating func append(_ warnings: [Diagnostic]) {
    append(",\"warnings\":[")
    for (index, warning) in warnings.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append("{\"code\":\"")
      append(verbatim: warning.code.rawValue)
      append("\",\"message\":")
      append(jsonString: warning.message)
      switch warning.place {
      case .path(let path):
        append(",\"path\":")
        append(jsonString: path)
      case .byte(let offset, of: _):
        append(",\"at\":")
        append(decimal: offset)
      case .comment(let id):
        append(",\"comment\":")
        append(jsonString: id)
      case .input: break
      }
      append(UInt8(ascii: "}"))
    }
    append(UInt8(ascii: "]"))
  }

  /// Appends what tells that a story is gone; its key stands as in JSON.
  mutating func appendRemoved(_ key: [UInt8]) {
    append("{\"v\":1,\"key\":\"")
    append(contentsOf: key)
    append("\",\"removed\":true}\n")
  }

  /// Appends the last line of a run that read everything there was.
  mutating func appendTrailer(
    _ counts: BatchCounts, _ outcome: StoreRun.Outcome?, brokenJoined: Int?,
    _ settings: BatchSettings
  ) {
    append("{\"trailer\":{\"v\":1")
    append(count: counts.lines, "in")
    append(count: counts.emptyLines, "empty")
    append(count: counts.stories, "out")
    append(count: counts.failures, "bad")
    append(count: counts.brokenRows, "broken")
    if let brokenJoined { append(count: brokenJoined, "brokenJoined") }
    append(count: counts.comments, "comments")
    append(",\"version\":")
    append(jsonString: settings.version)
    append(",\"fingerprint\":\"")
    append(settings.fingerprint)
    append("\"")
    if let outcome {
      append(",\"run\":\"")
      append(outcome.run)
      append("\"")
      append(count: outcome.repeated, "repeated")
      append(count: outcome.unread, "unread")
      append(count: outcome.kept, "kept")
      append(count: outcome.totals.stories, "stories")
      append(count: counts.stories - counts.failures - counts.unchanged, "drawn")
      append(count: counts.unchanged, "unchanged")
      if let removed = outcome.removed { append(count: removed, "removed") }
    }
    append("}}\n")
  }

  private mutating func append(count: Int, _ name: StaticString) {
    append(",\"")
    append(name)
    append("\":")
    append(decimal: count)
  }

  /// Writes everything, and forgets it; tells what went wrong.
  mutating func leave(to descriptor: Int32) -> SystemError? {
    defer { clear() }
    return unsafe withBytes { bytes -> SystemError? in
      do throws(SystemError) {
        try unsafe writeAll(bytes, to: descriptor)
        return nil
      } catch {
        return error
      }
    }
  }

  private mutating func append(jsonKey key: [UInt8]?) {
    guard let key else { return append("null") }
    // Keys are compared as they came; a result line is UTF-8.
    append(jsonString: String(decoding: key, as: UTF8.self))
  }
}
