import AtollBytes
import AtollComments
import AtollHashing
import AtollOperatingSystem
import AtollStore
import AtollStoryDecoding

/// Result lines: JSON on one line, without control characters, whatever a story contains.
extension OutputBuffer {
  mutating func beginResult(key: [UInt8]?, number: Int) {
    beginObject()
    append(member: "v", 1)
    if let key {
      // A key may have any bytes, but a result line is UTF-8.
      append(member: "key", string: String(decoding: key, as: UTF8.self))
    } else {
      append(key: "key")
      append("null")
    }
    append(member: "seq", number)
  }

  /// Appends the recipient of a mail to its result, if there is a recipient.
  mutating func append(recipient mailbox: String) {
    if !mailbox.isEmpty { append(member: "to", string: mailbox) }
  }

  /// Appends the header: the first line of results for a store.
  mutating func appendHeader(_ recipe: Recipe) {
    beginObject()
    append(key: "header")
    beginObject()
    append(member: "v", 1)
    append(member: "version", string: recipe.version)
    append(member: "options", recipe.optionsHash)
    append(member: "templates", recipe.templatesHash)
    append(member: "style", recipe.styleHash)
    append(member: "format", string: recipe.format)
    append(member: "type", string: recipe.contentType)
    append("}}\n")
  }

  fileprivate mutating func append(_ metadata: ListedMetadata, people: [Person]) {
    append(member: "title", string: metadata.title)
    append(member: "url", string: metadata.address)
    if let latest = metadata.latestCommentTime { append(member: "latest", latest) }
    append(key: "people")
    beginArray()
    for person in people {
      appendCommaIfNeeded()
      append(
        jsonStrings: [person.author, person.name].map { String(decoding: $0, as: UTF8.self) })
    }
    endArray()
  }

  /// Appends what a store needs to know about a story, and the hash of all of it.
  mutating func append(loading story: RenderedStory) {
    append(story.metadata, people: story.people)
    append(member: "check", story.checksum)
  }

  /// Appends a failure and completes the result; `loading` is what a store takes from it, if the
  /// results are to be loaded into one.
  mutating func completeResult(with failure: StoryError, loading: FailedResult? = nil) {
    append(member: "ok", false)
    append(key: "error")
    beginObject()
    append(member: "code", string: failure.code.rawValue)
    if let byte = failure.place?.byte { append(member: "at", byte) }
    append(member: "message", string: failure.advisedMessage)
    endObject()
    if loading?.isUnreadable == true { append(member: "unread", true) }
    if let loading { append(member: "check", loading.checksum) }
    append("}\n")
  }

  mutating func append(warnings: [Diagnostic]) {
    append(key: "warnings")
    beginArray()
    for warning in warnings {
      appendCommaIfNeeded()
      beginObject()
      append(member: "code", string: warning.code.rawValue)
      append(member: "message", string: warning.message)
      switch warning.place {
      case .path(let path): append(member: "path", string: path)
      case .byte(let offset, of: _), .line(_, column: _, byte: let offset, of: _):
        append(member: "at", offset)
      case .comment(let id): append(member: "comment", string: id)
      case .input: break
      }
      endObject()
    }
    endArray()
  }

  mutating func appendRemoved(_ key: [UInt8]) {
    beginObject()
    append(member: "v", 1)
    append(member: "key", string: String(decoding: key, as: UTF8.self))
    append(member: "removed", true)
    append("}\n")
  }

  /// Appends the trailer: the last line, which shows that the run is complete.
  mutating func appendTrailer(
    _ counts: BatchCounts, outcome: SiteRun.Outcome?, brokenJoinedRowCount: Int?,
    settings: BatchSettings
  ) {
    beginObject()
    append(key: "trailer")
    beginObject()
    append(member: "v", 1)
    append(member: "in", counts.lines)
    append(member: "empty", counts.emptyLines)
    append(member: "out", counts.results)
    append(member: "bad", counts.failures)
    append(member: "broken", counts.brokenRows)
    if let brokenJoinedRowCount { append(member: "brokenJoined", brokenJoinedRowCount) }
    append(member: "comments", counts.comments)
    if settings.isForLoading { append(gapsAndLosses: counts) }
    if let recipe = settings.recipe {
      append(member: "version", string: recipe.version)
      append(member: "fingerprint", recipe.hash)
    }
    if let outcome {
      append(member: "run", outcome.number)
      append(member: "repeated", outcome.repeated)
      append(member: "unread", outcome.unreadableLineCount)
      append(member: "kept", outcome.keptMissing)
      append(member: "stories", outcome.stories)
      append(member: "drawn", counts.results - counts.failures - counts.unchanged)
      append(member: "unchanged", counts.unchanged)
      append(member: "removed", outcome.removed)
    }
    append("}}\n")
  }

  /// Appends the counts that `store load` warns about.
  private mutating func append(gapsAndLosses counts: BatchCounts) {
    append(member: "withoutUser", counts.commentsWithoutUser)
    append(member: "withoutRow", counts.storiesWithoutRow)
    append(key: "losses")
    beginArray()
    for (code, loss) in counts.losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      appendCommaIfNeeded()
      beginObject()
      append(member: "code", string: code.rawValue)
      append(member: "problems", loss.problemCount)
      append(member: "stories", loss.storyCount)
      append(member: "key", string: loss.keyOfFirst)
      append(member: "message", string: loss.first)
      endObject()
    }
    endArray()
  }

  /// Writes the content to a descriptor and empties the buffer, even if the content cannot be
  /// written.
  mutating func flush(to descriptor: Int32) throws(SystemError) {
    defer { clear() }
    try withBytes { (bytes) throws(SystemError) in try writeAll(bytes, to: descriptor) }
  }
}

extension RenderedStory {
  /// The hash of everything that a store takes from a result, with the hash of the output.
  var checksum: ContentHash {
    var content = OutputBuffer()
    content.beginObject()
    content.append(member: "key", string: String(decoding: key, as: UTF8.self))
    content.append(member: "in", inputHash)
    content.append(member: "joined", joinedRowsHash ?? .zero)
    content.append(member: "out", outputHash)
    content.append(member: "comments", commentCount)
    content.append(member: "broken", brokenRowCount)
    content.append(member: "lost", lostCommentCount)
    content.append(metadata, people: people)
    return content.withBytes { ContentHash(of: $0) }
  }
}

/// The result of a story or a line that was not rendered, as far as a store needs it.
struct FailedResult {
  /// The key of the story; `nil` if it is unknown.
  var key: [UInt8]?
  /// True if the failure is of a line that may belong to any story.
  var isUnreadable: Bool
  var reason: String

  var checksum: ContentHash {
    var content = OutputBuffer()
    content.append(
      jsonStrings: [
        key == nil ? "" : "key", String(decoding: key ?? [], as: UTF8.self),
        isUnreadable ? "unread" : "", reason,
        // The reader of JSON replaces each NUL.
      ].map { $0.replacing(text: "\0", with: "\u{FFFD}") })
    return content.withBytes { ContentHash(of: $0) }
  }
}
