import Atoll
import AtollBytes
import AtollComments
import AtollHashing
import AtollStore
import AtollStoryDecoding

extension StoryWorker {
  /// Keeps the stored output of a story that has not changed; returns false if the story has to be
  /// rendered.
  ///
  /// A story without a key is found by the hash of its input.
  mutating func keepStoredStory(
    _ key: [UInt8]?, inputHash: ContentHash?, joinedRowsHash: ContentHash?
  ) throws -> Bool {
    guard settings.storePath != nil, let inputHash else { return false }
    if let key { try checkKey(key) }
    guard let lookup else { return false }
    let known =
      if let key { try lookup.story(ofKey: key) } else { try lookup.story(ofInput: inputHash) }
    guard let known,
      lookup.reasons(toRender: inputHash, joinedRowsHash: joinedRowsHash, insteadOf: known).isEmpty
    else { return false }
    changes.append(.keep(known))
    counts.results += 1
    counts.unchanged += 1
    counts.comments += known.commentCount
    counts.brokenRows += known.brokenRowCount
    return true
  }

  private func checkKey(_ key: [UInt8]) throws {
    if key.count > Self.maximumKeyLength {
      throw StoryError(
        .noKey, message: "the key has \(key.count) bytes; a store allows \(Self.maximumKeyLength)")
    }
    let invalid = firstInvalidUTF8(in: key.span)
    if key.contains(0) || invalid != nil {
      throw StoryError(
        .noKey, message: "the key is not UTF-8 without NUL, which a store requires")
    }
  }

  /// The maximum length of a key in bytes, which keeps the index of a store small.
  private static let maximumKeyLength = 4096

  /// Renders a story into the changes to the store.
  ///
  /// Also appends a result line with the reasons to render it, if the settings ask for them.
  mutating func renderIntoStore(
    _ decoded: DecodedStory, of record: InputRecord, to output: inout OutputBuffer,
    by writePiece: WritePiece
  ) throws {
    let key = try checkedKey(of: record)
    let known = try lookup?.story(ofKey: key)
    var hasher = ContentHasher()
    var size = 0
    let deadline = deadline
    var changes = StoreChanges()
    swap(&changes, &self.changes)
    defer { swap(&changes, &self.changes) }
    let checked = try renderer.checked(decoded.story)
    let report = try renderer.write(checked, using: &workspace) { piece in
      hasher.update(piece)
      size += piece.count
      if changes.append(piece) { writePiece(&output, &changes) }
      try deadline.check()
    }
    let warnings = decoded.diagnostics.list() + report.diagnostics
    guard let story = renderedStory(decoded, of: record, outputHash: hasher.finish()) else {
      return
    }
    addLosses(of: decoded, report, from: record)
    changes.add(story, size: size, replacing: known)
    if settings.writesReasons {
      let reasons = known.flatMap {
        lookup?.reasons(
          toRender: story.inputHash, joinedRowsHash: record.joinedRowsHash, insteadOf: $0)
      }
      output.beginResult(key: record.key, number: record.number)
      output.append(story, reasons: reasons ?? [.new], warnings: warnings)
    }
    counts.results += 1
    counts.comments += story.commentCount
  }

  /// Returns a story as a store takes it; `nil` if it has no key, or its hashes are not known.
  func renderedStory(
    _ decoded: borrowing DecodedStory, of record: InputRecord, outputHash: ContentHash?
  ) -> RenderedStory? {
    guard let key = record.key, let input = record.hash, let outputHash else { return nil }
    return RenderedStory(
      key: key, inputHash: input, joinedRowsHash: record.joinedRowsHash, outputHash: outputHash,
      commentCount: decoded.story.totalCount,
      metadata: ListedMetadata(decoded.story, at: renderer.options.now),
      people: people(of: decoded.story), brokenRowCount: record.brokenRowCount,
      lostCommentCount: decoded.gaps.lostCommentCount)
  }

  mutating func addLosses(of decoded: DecodedStory, _ report: Report, from record: InputRecord) {
    counts.addLosses(
      decoded.diagnostics, rendering: report.diagnosticList, of: record,
      isOfRows: decoded.form.databaseServer != nil)
  }

  /// Returns the key of a story; throws if there is none, or if a store does not accept it.
  func checkedKey(of record: InputRecord) throws -> [UInt8] {
    guard let key = record.key else {
      throw StoryError(.noKey, message: "the story has neither an id nor a key")
    }
    try checkKey(key)
    return key
  }

  /// Returns the people in a story, for a store.
  ///
  /// None are returned if the archive has pseudonyms, as the store must not reveal the people.
  func people(of story: borrowing Story) -> [Person] {
    renderer.options.archive.pseudonymKey == nil ? story.people : []
  }

  /// Keeps the old output of a story that cannot be rendered.
  mutating func keepOldOutput(ofKey key: [UInt8]?) {
    guard let key, runFailure == nil else { return }
    do {
      if let known = try lookup?.story(ofKey: key) { changes.append(.keepAfterFailure(known)) }
    } catch {
      _ = storyError(error)
    }
  }
}

extension OutputBuffer {
  /// Appends the rest of a result line, after `beginResult(key:number:)`.
  fileprivate mutating func append(
    _ story: RenderedStory, reasons: [RenderReason], warnings: [Diagnostic]
  ) {
    append(member: "ok", true)
    append(member: "in", story.inputHash)
    append(member: "out", story.outputHash)
    append(member: "comments", story.commentCount)
    append(member: "why", strings: reasons.map(\.rawValue))
    append(warnings: warnings)
    append("}\n")
  }
}

extension ListedMetadata {
  /// The maximum lengths of a title and of an address, in bytes; a longer title is cut, a longer
  /// address is left out.
  private static let maximumTitleLength = 400
  private static let maximumAddressLength = 2000

  /// Creates the metadata of a story; `now` is the time of the rendering, if that time is known.
  init(_ story: borrowing Story, at now: Timestamp?) {
    let title = story.listedTitle(upTo: Self.maximumTitleLength)
    let address = story.bytes.string(story.metadata.url)
    // Times before 1970 are mistakes.
    var latest = Timestamp.unknown
    for comment in story.comments where comment.tombstone == nil && comment.createdAt > latest {
      if let now, comment.createdAt.isImpossiblyLate(at: now) { continue }
      latest = comment.createdAt
    }
    self.init(
      title: title, address: address.utf8.count <= Self.maximumAddressLength ? address : "",
      latestCommentTime: latest != .unknown && latest.milliseconds > 0
        ? Int(latest.milliseconds) : nil)
  }
}

extension Story {
  /// The authors of comments that readers see, and the editors who featured such comments; an
  /// editor may occur more than once.
  var people: [Person] {
    var people: [Person] = []
    people.reserveCapacity(authors.count)
    var areShown = [Bool](repeating: false, count: authors.count)
    var featured: Set<[UInt8]> = []
    for comment in comments where comment.tombstone == nil {
      if comment.author >= 0 { areShown[Int(comment.author)] = true }
      if !featureCredits.isEmpty, comment.tags.contains(.featured) {
        featured.insert(Array(bytes[comment.id.range]))
      }
    }
    func add(_ author: Slice, name: Slice) {
      let person = Person(author: Array(bytes[author.range]), name: Array(bytes[name.range]))
      if !(person.author.isEmpty && person.name.isEmpty) { people.append(person) }
    }
    for (index, author) in authors.enumerated() where areShown[index] {
      add(author.id, name: author.name)
    }
    for credit in featureCredits where featured.contains(Array(bytes[credit.commentID.range])) {
      add(.empty, name: credit.name)
    }
    return people
  }
}
