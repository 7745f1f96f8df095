import AtollBytes
import AtollComments
import AtollRows

extension BlockList {
  /// Returns the blocks as JSON: an array with one object per line, the story first.
  ///
  /// Labels are in the wording of a page. Bodies are as received, along with their syntax.
  /// `docs/blocks.md` describes the objects.
  package func json() -> [UInt8] {
    var json = BlockJSONWriter(list: self)
    json.writeStory()
    for index in blocks.indices { json.write(blocks[index]) }
    return json.finish()
  }
}

/// The writer of the JSON objects, each on its own line.
private struct BlockJSONWriter: ~Copyable {
  let list: BlockList
  private var out: OutputBuffer
  private var scratch = OutputBuffer(capacity: 256)

  init(list: BlockList) {
    self.list = list
    out = OutputBuffer(capacity: list.bytes.count + list.blocks.count * 256 + 256)
    out.append("[")
  }

  consuming func finish() -> [UInt8] {
    out.append("\n]\n")
    return out.bytes()
  }

  // MARK: Blocks

  mutating func writeStory() {
    let header = list.header
    beginObject("story")
    add("title", text: header.title)
    add("url", text: header.url)
    add("organization", text: header.organization)
    out.append(member: "language", string: list.wording.languageTag)
    out.append(member: "server", string: header.server.rawValue)
    add("mode", word: header.mode.name)
    out.append(member: "closed", header.isClosed)
    if list.moreFeaturedCount > 0 { out.append(member: "moreFeatured", list.moreFeaturedCount) }
    out.append(member: "count", header.commentCount)
    if header.ratingCount > 0 {
      addWording("ratingLabel") { wording, out in
        wording.appendRating(
          hundredths: header.ratingHundredths, count: header.ratingCount, to: &out)
      }
    }
    if let time = header.createdAt { addISO8601("datetime", time: time) }
    out.endObject()
  }

  mutating func write(_ block: Block) {
    beginObject(block.kind.name)
    switch block.kind {
    case .announcement, .infobox: addBody(of: block)
    case .noComments: add("label", phrase: list.noCommentsPhrase)
    case .questionBox:
      add("icon", text: list.header.questionIcon)
      addBody(of: block)
    case .closed:
      add("label", phrase: list.closedTitle)
      if list.body(of: block) == nil {
        add("text", phrase: list.closedPhrase)
      } else {
        addBody(of: block)
      }
    case .heading: addHeading(block)
    case .moreComments:
      out.append(member: "count", Int(block.count))
      if let digest = list.digest { out.append(member: "newCount", digest.omittedCount) }
      addHiddenCount(of: block)
    case .hiddenReplies:
      addPosition(of: block)
      out.append(member: "count", Int(block.count))
      addHiddenCount(of: block)
    case .comment, .tombstone, .featured, .ancestor:
      addPosition(of: block)
      addView(of: block)
      addBody(of: block)
    }
    out.endObject()
  }

  private mutating func addHeading(_ block: Block) {
    if block.group != .all { add("group", word: block.group.name) }
    out.append(member: "count", Int(block.count))
    let list = list
    addWording("label") { _, out in list.appendCount(of: block, to: &out) }
    add("sort", word: list.header.sort.name)
    add("sortLabel", phrase: Phrase(list.header.sort))
  }

  private mutating func addHiddenCount(of block: Block) {
    let list = list
    addWording("label") { _, out in list.appendHiddenCount(of: block, to: &out) }
  }

  private mutating func addPosition(of block: Block) {
    if block.kind != .featured { out.append(member: "depth", Int(block.depth)) }
    out.append(member: "level", Int(block.level))
    add("id", text: list.story.comments[Int(block.position)].id)
  }

  private mutating func addBody(of block: Block) {
    guard let body = list.body(of: block) else { return }
    out.append(member: "syntax", string: body.syntax.rawValue)
    out.append(key: "body")
    out.append(fullyEscapedJSONString: body.text, of: list.bytes)
  }

  // MARK: Views

  private mutating func addView(of block: Block) {
    let view = list.view(of: block)
    if let reason = view.tombstone {
      out.append(member: "reason", string: reason.rawValue)
      add("reasonLabel", phrase: Phrase(reason))
    } else if view.author.isEmpty {
      add("authorLabel", phrase: .unknownAuthor)
    }
    add("author", text: view.author)
    add("parent", text: view.parentID)
    add("parentAuthor", text: view.parentAuthor)
    if let time = view.createdAt {
      addWording("time") { wording, out in wording.appendTime(time, to: &out) }
      addISO8601("datetime", time: time)
    }
    if view.likes > 0 {
      out.append(member: "likes", view.likes)
      addWording("likesLabel") { wording, out in wording.appendLikes(view.likes, to: &out) }
    }
    if block.kind == .featured {
      out.append(member: "inThread", block.count >= 0)
      add("featuredBy", text: list.featuringEditor(of: block))
    }
    if block.count > 0 {
      out.append(member: "replies", Int(block.count))
      add("repliesLabel", phrase: .replies, count: Int(block.count))
      if block.isFolded { out.append(member: "folded", true) }
    }
    if view.rating > 0 {
      out.append(member: "rating", view.rating)
      add("ratingLabel", phrase: .stars, count: view.rating)
    }
    add("permalink", text: view.permalink)
    if view.isHighlighted { out.append(member: "highlighted", true) }
    addBadgesAndMarks(of: view)
    if let media = view.media { add(media, picture: view.picture) }
    if let ranks = list.ranks(of: block) { add(ranks) }
  }

  private mutating func addBadgesAndMarks(of view: CommentView) {
    if !view.badges.isEmpty {
      out.append(key: "badges")
      out.beginArray()
      for kind in BadgeKind.allCases where view.badges.builtInBits & 1 << kind.rawValue != 0 {
        if let phrase = Phrase(kind) { addEntry(kind.name, label: phrase) }
      }
      for index in list.labelRange(of: view.badges) {
        beginEntry(BadgeKind.custom.name)
        add("label", text: list.labels[index])
        out.endObject()
      }
      out.endArray()
    }
    let marks = view.namedMarks
    if marks.isEmpty { return }
    out.append(key: "marks")
    out.beginArray()
    for index in marks.indices { addEntry(marks[index].name, label: marks[index].phrase) }
    out.endArray()
  }

  private mutating func add(_ media: MediaRecord, picture: Slice) {
    out.append(key: "media")
    out.beginObject()
    add("kind", word: media.kind.name)
    add("label", phrase: Phrase(media.kind))
    add("title", text: media.title)
    add("url", text: media.url)
    if !picture.isEmpty {
      add("picture", text: picture)
      out.append(member: "width", Int(media.width))
      out.append(member: "height", Int(media.height))
    }
    out.endObject()
  }

  private mutating func add(_ ranks: RootRanks) {
    out.append(key: "ranks")
    out.beginObject()
    out.append(member: "newest", Int(ranks.newest))
    out.append(member: "oldest", Int(ranks.oldest))
    out.append(member: "likes", Int(ranks.mostLiked))
    out.append(member: "replies", Int(ranks.mostReplies))
    out.endObject()
  }

  // MARK: Parts

  private mutating func beginObject(_ kind: StaticString) {
    out.appendCommaIfNeeded()
    out.append("\n{")
    add("kind", word: kind)
  }

  private mutating func addEntry(_ kind: StaticString, label phrase: Phrase) {
    beginEntry(kind)
    add("label", phrase: phrase)
    out.endObject()
  }

  /// Begins an object inside a list.
  private mutating func beginEntry(_ kind: StaticString) {
    out.appendCommaIfNeeded()
    out.beginObject()
    add("kind", word: kind)
  }

  /// Adds one of Atoll's own names, which needs no escaping.
  private mutating func add(_ name: StaticString, word value: StaticString) {
    out.append(key: name)
    out.append("\"")
    out.append(value)
    out.append("\"")
  }

  /// Adds text from the input, unless it is empty.
  private mutating func add(_ name: StaticString, text slice: Slice) {
    if slice.isEmpty { return }
    out.append(key: name)
    out.append(fullyEscapedJSONString: slice, of: list.bytes)
  }

  private mutating func add(_ name: StaticString, phrase: Phrase) {
    addWording(name) { wording, out in wording.append(phrase, to: &out) }
  }

  private mutating func add(_ name: StaticString, phrase: CountedPhrase, count: Int) {
    addWording(name) { wording, out in wording.append(phrase, count: count, to: &out) }
  }

  private mutating func addISO8601(_ name: StaticString, time: Int64) {
    addWording(name) { wording, out in wording.appendISO8601(time, to: &out) }
  }

  /// Adds wording, escaped because it may contain the server's own labels.
  private mutating func addWording(
    _ name: StaticString, body: (Wording, inout OutputBuffer) -> Void
  ) {
    out.append(key: name)
    scratch.clear()
    body(list.wording, &scratch)
    let bytes = scratch.bytes()
    out.append(fullyEscapedJSONString: Slice(0..<bytes.count), of: bytes)
  }
}

extension BlockList {
  /// Returns the range of the publisher's own badges in `labels`.
  func labelRange(of badges: CommentBadges) -> Range<Int> {
    let first = Int(badges.firstCustom)
    return first..<first + Int(badges.customCount)
  }
}
