package import Atoll
package import AtollBytes
package import AtollComments
package import AtollOperatingSystem
package import AtollStore
import AtollStoryDecoding
import AtollUnpacking

/// Emails to many readers, each with a digest of what is new to the reader.
package struct DigestMails: ~Copyable {
  package enum Recipients {
    /// Lines from a file descriptor, each with one reader.
    case lines(Int32)
    case named(NamedRecipients)
  }

  private let source: DigestSource
  private let campaign: Campaign
  private let outputDescriptor: Int32
  /// The limit on the number of readers whose emails may fail; `nil` for the default percentage.
  private let errorLimit: CountLimit?
  private var renderers = CampaignRenderers()
  private var addresses: Set<String> = []
  private var output = OutputBuffer()
  package private(set) var counts = BatchCounts()

  package init(
    _ source: DigestSource, campaign: Campaign, to descriptor: Int32, errorLimit: CountLimit?
  ) {
    self.source = source
    self.campaign = campaign
    outputDescriptor = descriptor
    self.errorLimit = errorLimit
  }

  /// The maximum length of a reader's line, in bytes; the result for a longer line is an error.
  package static let maximumLineLength = 1 << 20

  /// Writes a result for each reader, and the trailer, which says that the results are complete.
  ///
  /// Returns the reason why the trailer is missing; `nil` if it was written.
  package mutating func write(to recipients: Recipients, version: String) -> BatchEnding? {
    BlockedSignals.blockTermination()
    let ending = writeResults(for: recipients)
    if ending == nil { output.appendTrailer(counts, version: version) }
    // Whatever ended the run, the results so far are complete.
    do { try output.flush(to: outputDescriptor) } catch { return ending ?? .cannotWrite(error) }
    return ending
  }

  /// Writes the results; the last ones may still be in the buffer afterwards.
  ///
  /// Returns the reason why the results are incomplete or rejected, if there is one.
  private mutating func writeResults(for recipients: Recipients) -> BatchEnding? {
    do {
      switch recipients {
      case .lines(let lines):
        if try !write(toRecipientsIn: lines) { return .terminated }
      case .named(let named):
        for (index, recipient) in named.list.enumerated() {
          if BlockedSignals.isAnyPending { return .terminated }
          try write(to: recipient, number: index + 1)
        }
      }
    } catch {
      return BatchEnding(error)
    }
    let limit = errorLimit ?? .percentage(PublishingRules.defaultErrorPercentage)
    return limit.isExceeded(by: counts.failures, of: counts.results) ? .tooManyErrors : nil
  }

  /// Writes a result for each reader that a line names; returns `false` if a signal stops it.
  private mutating func write(toRecipientsIn inputDescriptor: Int32) throws -> Bool {
    var source = LineSource(
      descriptor: inputDescriptor, maximumLineLength: Self.maximumLineLength,
      isStopped: { BlockedSignals.isAnyPending })
    while let chunk = try source.next() {
      for line in chunk.lines {
        guard let recipient = LineRecipient.parse(line, of: chunk.bytes) else { continue }
        if BlockedSignals.isAnyPending { return false }
        try write(to: recipient, number: line.number)
      }
    }
    return !BlockedSignals.isAnyPending
  }

  /// Appends the result for one reader: an email, no email because nothing is new, or an error.
  private mutating func write(
    to recipient: Result<LineRecipient, any Error>, number: Int
  ) throws {
    counts.lines += 1
    counts.results += 1
    output.beginResult(key: nil, number: number)
    output.append(recipient: (try? recipient.get())?.mailbox ?? "")
    let start = output.count
    do {
      try append(mailTo: recipient.get())
    } catch {
      output.truncate(to: start)
      let failure = StoryError(error)
      output.completeResult(with: failure)
      counts.addFailure(failure.advisedMessage, line: number)
    }
    if output.count >= StoryWorker.pieceThreshold {
      try output.flush(to: outputDescriptor)
    }
  }

  /// Appends the rest of the result for one reader, after `beginResult(key:number:)`.
  private mutating func append(mailTo recipient: LineRecipient) throws {
    if let fault = recipient.fault { throw StoryError(.wrongForm, message: fault) }
    if let address = recipient.address, !addresses.insert(address).inserted {
      throw StoryError(.wrongForm, message: "\(address) occurs twice")
    }
    let digest = source.digest(for: recipient.reader)
    // Even if there is no email, an unknown language or a missing value is an error.
    let renderer = try renderers.renderer(for: recipient.settings, of: campaign)
      // No story has an empty key, so no email about a story gets the same Message-ID.
      .addressed(to: recipient.mailRecipient(messageIDSeed: [campaign.name, ""]))
    if digest.isEmpty { return output.completeResultWithoutMail(diagnostics: []) }
    let rendering = try renderer.render(digest)
    // All comments may have been left out, because each of them is too large for a mail.
    if rendering.report.commentCount == 0 {
      return output.completeResultWithoutMail(diagnostics: rendering.report.diagnostics)
    }
    output.completeResult(with: rendering, diagnostics: [])
    counts.comments += rendering.report.commentCount
  }
}

extension OutputBuffer {
  /// Appends the trailer: the last line, which shows that the results are complete.
  fileprivate mutating func appendTrailer(_ counts: BatchCounts, version: String) {
    beginObject()
    append(key: "trailer")
    beginObject()
    append(member: "v", 1)
    append(member: "in", counts.lines)
    append(member: "out", counts.results)
    append(member: "bad", counts.failures)
    append(member: "comments", counts.comments)
    append(member: "version", string: version)
    append("}}\n")
  }
}

extension LineRecipient {
  /// Reads a line with one recipient; returns `nil` for an empty line.
  fileprivate static func parse(
    _ line: LineSource.Line, of bytes: [UInt8]
  ) -> Result<LineRecipient, any Error>? {
    switch line.content {
    case .tooLong(let length):
      return .failure(StoryError(.tooLarge, message: "the line has \(length) bytes"))
    case .text(let range):
      let text = KeyedLine(range, of: bytes, isFirst: line.number == 1, linesBeginWithKey: false)
      if text.isEmpty { return nil }
      return Result { try LineRecipient(line: text.range, of: bytes) }
    }
  }
}

// MARK: The readers of stories

/// The recipients named in the lines of stories, each with the stories whose lines name the
/// recipient.
package struct NamedRecipients {
  private(set) var list: [Result<LineRecipient, any Error>] = []
  private var indexOfAddress: [String: Int] = [:]
  /// The recipients with a fault, each by its mailbox and its fault.
  private var faultyRecipients: Set<[String]> = []

  package init() {}

  /// Adds the readers named in the line of a story; returns whether the line has a list of readers.
  package mutating func add(from line: [UInt8], ofStory id: String) -> Bool {
    guard line.contains(bytes: "\"recipients\"".utf8),
      let named = try? LineRecipient.list(in: line.indices, of: line)
    else { return false }
    for var recipient in named {
      let lastVisit = recipient.reader.since
      recipient.reader.since = nil
      if recipient.fault == nil, recipient.reader.followedStoryIDs != nil {
        recipient.fault =
          "'stories' is allowed only in a file of recipients, not in the line of a story"
      }
      if recipient.fault == nil, id.isEmpty {
        recipient.fault = "the story of this recipient has no id"
      }
      guard recipient.fault == nil, let address = recipient.address else {
        if faultyRecipients.insert([recipient.mailbox, recipient.fault ?? ""]).inserted {
          list.append(.success(recipient))
        }
        continue
      }
      // A reader's language, zone and values come from the first line that names the reader.
      let index = indexOfAddress[address] ?? list.count
      if indexOfAddress.updateValue(index, forKey: address) != nil,
        let listedRecipient = try? list[index].get()
      {
        recipient = listedRecipient
      } else {
        recipient.reader.followedStoryIDs = []
        list.append(.success(recipient))
      }
      recipient.reader.followedStoryIDs?.insert(id)
      recipient.reader.lastVisits[id] = lastVisit
      list[index] = .success(recipient)
    }
    return true
  }
}

/// Returns the earliest of all readers' last visits; `nil` if there are no readers, or if one of
/// them has no last visit.
///
/// Invalid lines are skipped.
package func earliestVisit(
  ofReadersIn file: borrowing OpenFile
) throws(Failure) -> Timestamp? {
  var source = LineSource(
    descriptor: file.descriptor, maximumLineLength: DigestMails.maximumLineLength)
  var earliest: Timestamp?
  while let chunk = try source.next() {
    for line in chunk.lines {
      guard case .success(let recipient)? = LineRecipient.parse(line, of: chunk.bytes) else {
        continue
      }
      guard let since = recipient.reader.since else { return nil }
      earliest = min(earliest ?? since, since, recipient.reader.lastVisits.values.min() ?? since)
    }
  }
  return earliest
}
