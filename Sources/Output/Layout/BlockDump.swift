import Bytes
import Comments

extension BlockList {
  /// Returns the blocks as deterministic text for tests, one line for each block.
  ///
  /// Strings from the input are written as JSON strings.
  package func dump() -> [UInt8] {
    var out = OutputBuffer(capacity: blocks.count * 64 + 64)
    for index in blocks.indices {
      dump(blocks[index], to: &out)
      out.append(UInt8(ascii: "\n"))
    }
    return out.bytes()
  }

  private func dump(_ block: Block, to out: inout OutputBuffer) {
    out.append(block.kind.name)
    switch block.kind {
    case .announcement, .infobox, .noComments: break
    case .questionBox:
      if !page.questionIcon.isEmpty { out.append(" icon=", json: page.questionIcon, of: bytes) }
    case .closed:
      if body(of: block) == nil { out.append(" own-words") }
    case .heading:
      if block.group != .all {
        out.append(" group=")
        out.append(block.group.name)
      }
      out.append(" count=", number: Int(block.count))
      out.append(" sort=")
      out.append(page.sort.name)
    case .moreComments:
      out.append(" count=", number: Int(block.count))
    case .hiddenReplies:
      dumpPosition(of: block, to: &out)
      out.append(" count=", number: Int(block.count))
    case .comment, .tombstone, .featured, .ancestor:
      dumpPosition(of: block, to: &out)
      dumpView(of: block, to: &out)
    }
  }

  private func dumpPosition(of block: Block, to out: inout OutputBuffer) {
    out.append(" ", number: Int(block.depth))
    out.append(" ", number: Int(block.level))
    out.append(" ", json: story.comments[Int(block.position)].id, of: bytes)
  }

  private func dumpView(of block: Block, to out: inout OutputBuffer) {
    let view = self.view(of: block)
    if let reason = view.tombstone {
      out.append(" ")
      out.append(verbatim: reason.rawValue)
    }
    if !view.author.isEmpty { out.append(" by=", json: view.author, of: bytes) }
    if !view.parentID.isEmpty { out.append(" under=", json: view.parentID, of: bytes) }
    if block.kind == .featured, block.count < 0 { out.append(" not-in-thread") }
    let editor = block.kind == .featured ? featuredBy(block) : .empty
    if !editor.isEmpty { out.append(" featured-by=", json: editor, of: bytes) }
    if block.count > 0 { out.append(" replies=", number: Int(block.count)) }
    if block.isFolded { out.append(" folded") }
    if let time = view.createdAt {
      out.append(" at=")
      wording.appendISO8601(time, to: &out)
    }
    if view.likes > 0 { out.append(" likes=", number: view.likes) }
    if view.rating > 0 { out.append(" rating=", number: view.rating) }
    for kind in BadgeKind.allCases where view.badges.builtInBits & 1 << kind.rawValue != 0 {
      out.append(" badge=")
      out.append(kind.name)
    }
    for index in labelRange(of: view.badges) {
      out.append(" badge=", json: labels[index], of: bytes)
    }
    if let media = view.media {
      out.append(" media=")
      out.append(media.kind.name)
    }
    for mark in view.namedMarks {
      out.append(UInt8(ascii: " "))
      out.append(mark.name)
    }
    if view.isHighlighted { out.append(" highlighted") }
  }

  /// Returns the range in `labels` of those badges that have the publisher's own words.
  func labelRange(of badges: CommentBadges) -> Range<Int> {
    let first = Int(badges.firstCustom)
    return first..<first + Int(badges.customCount)
  }
}

extension OutputBuffer {
  fileprivate mutating func append(_ name: StaticString, number: Int) {
    append(name)
    append(decimal: number)
  }

  fileprivate mutating func append(_ name: StaticString, json slice: Slice, of bytes: [UInt8]) {
    append(name)
    append(json: slice, of: bytes)
  }
}
