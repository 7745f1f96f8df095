import Bytes
import Comments
import Rows

extension BlockList {
  /// Returns the blocks as JSON: an array with one object per line, the story first.
  ///
  /// Labels are in the wording of a page. Bodies are as received, along with their syntax.
  /// `docs/blocks.md` describes the objects.
  package func json() -> [UInt8] {
    var json = JSONLines(list: self)
    json.writeStory()
    for index in blocks.indices { json.write(blocks[index]) }
    return json.finish()
  }
}

/// A writer of the objects, each on its own line.
private struct JSONLines: ~Copyable {
  let list: BlockList
  private var out: OutputBuffer
  private var scratch = OutputBuffer(capacity: 256)
  private var needsComma = false

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
    let page = list.page
    beginObject("story")
    add("title", text: page.title)
    add("url", text: page.url)
    add("organization", text: page.organization)
    add("language", verbatim: list.wording.languageTag)
    add("server", verbatim: page.server.rawValue)
    add("mode", word: page.mode.name)
    addFlag("closed", isSet: page.isClosed)
    if list.moreFeaturedCount > 0 { add("moreFeatured", number: list.moreFeaturedCount) }
    add("count", number: page.commentCount)
    if page.ratingCount > 0 {
      addWording("ratingLabel") { wording, out in
        wording.appendRating(
          hundredths: page.ratingHundredths, ratings: page.ratingCount, to: &out)
      }
    }
    if let time = page.createdAt { addISO8601("datetime", time: time) }
    endObject()
  }

  mutating func write(_ block: Block) {
    beginObject(block.kind.name)
    switch block.kind {
    case .announcement, .infobox: addBody(of: block)
    case .noComments: add("label", phrase: list.noCommentsPhrase)
    case .questionBox:
      add("icon", text: list.page.questionIcon)
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
      add("count", number: Int(block.count))
      if let digest = list.digest { add("newCount", number: digest.leftOutCount) }
      addHiddenCount(of: block)
    case .hiddenReplies:
      addPosition(of: block)
      add("count", number: Int(block.count))
      addHiddenCount(of: block)
    case .comment, .tombstone, .featured, .ancestor:
      addPosition(of: block)
      addView(of: block)
      addBody(of: block)
    }
    endObject()
  }

  private mutating func addHeading(_ block: Block) {
    if block.group != .all { add("group", word: block.group.name) }
    add("count", number: Int(block.count))
    let list = list
    addWording("label") { _, out in list.appendCount(of: block, to: &out) }
    add("sort", word: list.page.sort.name)
    add("sortLabel", phrase: Phrase(list.page.sort))
  }

  private mutating func addHiddenCount(of block: Block) {
    let list = list
    addWording("label") { _, out in list.appendHiddenCount(of: block, to: &out) }
  }

  private mutating func addPosition(of block: Block) {
    if block.kind != .featured { add("depth", number: Int(block.depth)) }
    add("level", number: Int(block.level))
    add("id", text: list.story.comments[Int(block.position)].id)
  }

  private mutating func addBody(of block: Block) {
    guard let body = list.body(of: block) else { return }
    add("syntax", verbatim: body.syntax.rawValue)
    key("body")
    out.append(json: body.text, of: list.bytes)
  }

  // MARK: Views

  private mutating func addView(of block: Block) {
    let view = list.view(of: block)
    if let reason = view.tombstone {
      add("reason", verbatim: reason.rawValue)
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
      add("likes", number: view.likes)
      addWording("likesLabel") { wording, out in wording.appendLikes(view.likes, to: &out) }
    }
    if block.kind == .featured {
      addFlag("inThread", isSet: block.count >= 0)
      add("featuredBy", text: list.featuredBy(block))
    }
    if block.count > 0 {
      add("replies", number: Int(block.count))
      add("repliesLabel", phrase: .replies, count: Int(block.count))
      if block.isFolded { addFlag("folded", isSet: true) }
    }
    if view.rating > 0 {
      add("rating", number: view.rating)
      add("ratingLabel", phrase: .stars, count: view.rating)
    }
    add("permalink", text: view.permalink)
    if view.isHighlighted { addFlag("highlighted", isSet: true) }
    addLists(of: view)
    if let media = view.media { add(media, picture: view.picture) }
    if let ranks = list.ranks(of: block) { add(ranks) }
  }

  private mutating func addLists(of view: CommentView) {
    if !view.badges.isEmpty {
      key("badges")
      out.append("[")
      for kind in BadgeKind.allCases where view.badges.builtInBits & 1 << kind.rawValue != 0 {
        if let phrase = Phrase(kind) { addEntry(kind.name, label: phrase) }
      }
      for index in list.labelRange(of: view.badges) {
        beginEntry(BadgeKind.custom.name)
        add("label", text: list.labels[index])
        out.append("}")
      }
      out.append("]")
    }
    let marks = view.namedMarks
    if marks.isEmpty { return }
    key("marks")
    out.append("[")
    for index in marks.indices { addEntry(marks[index].name, label: marks[index].phrase) }
    out.append("]")
    needsComma = true
  }

  private mutating func add(_ media: MediaRecord, picture: Slice) {
    key("media")
    needsComma = false
    out.append("{")
    add("kind", word: media.kind.name)
    add("label", phrase: Phrase(media.kind))
    add("title", text: media.title)
    add("url", text: media.url)
    if !picture.isEmpty {
      add("picture", text: picture)
      add("width", number: Int(media.width))
      add("height", number: Int(media.height))
    }
    out.append("}")
  }

  private mutating func add(_ ranks: RootRanks) {
    key("ranks")
    needsComma = false
    out.append("{")
    add("newest", number: Int(ranks.newest))
    add("oldest", number: Int(ranks.oldest))
    add("likes", number: Int(ranks.mostLiked))
    add("replies", number: Int(ranks.mostReplies))
    out.append("}")
  }

  // MARK: Parts

  private mutating func beginObject(_ kind: StaticString) {
    if needsComma { out.append(",") }
    out.append("\n{")
    needsComma = false
    add("kind", word: kind)
  }

  private mutating func endObject() {
    out.append("}")
    needsComma = true
  }

  private mutating func addEntry(_ kind: StaticString, label phrase: Phrase) {
    beginEntry(kind)
    add("label", phrase: phrase)
    out.append("}")
  }

  /// Begins an object inside a list, after a comma unless it is the first one.
  private mutating func beginEntry(_ kind: StaticString) {
    if isAfterEntry { out.append(",") }
    out.append("{")
    needsComma = false
    add("kind", word: kind)
  }

  private var isAfterEntry: Bool {
    out.withBytes { $0.last == UInt8(ascii: "}") }
  }

  private mutating func key(_ name: StaticString) {
    if needsComma { out.append(",") }
    out.append("\"")
    out.append(name)
    out.append("\":")
    needsComma = true
  }

  private mutating func add(_ name: StaticString, number value: Int) {
    key(name)
    out.append(decimal: value)
  }

  private mutating func addFlag(_ name: StaticString, isSet value: Bool) {
    key(name)
    if value { out.append("true") } else { out.append("false") }
  }

  /// Adds one of Atoll's own names, which needs no escaping.
  private mutating func add(_ name: StaticString, word value: StaticString) {
    key(name)
    out.append("\"")
    out.append(value)
    out.append("\"")
  }

  /// Adds a string that needs no escaping.
  private mutating func add(_ name: StaticString, verbatim value: String) {
    key(name)
    out.append("\"")
    out.append(verbatim: value)
    out.append("\"")
  }

  /// Adds text from the input, unless it is empty.
  private mutating func add(_ name: StaticString, text slice: Slice) {
    if slice.isEmpty { return }
    key(name)
    out.append(json: slice, of: list.bytes)
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
    key(name)
    scratch.clear()
    body(list.wording, &scratch)
    let bytes = scratch.bytes()
    out.append(json: Slice(0..<bytes.count), of: bytes)
  }
}

extension BlockList {
  /// Returns the range in `labels` of those badges that have the publisher's own words.
  func labelRange(of badges: CommentBadges) -> Range<Int> {
    let first = Int(badges.firstCustom)
    return first..<first + Int(badges.customCount)
  }
}
