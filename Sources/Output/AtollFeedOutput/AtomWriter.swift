package import AtollBodyText
package import AtollBytes
import AtollComments
package import AtollLayout
package import AtollMarkupWriting

/// Writes a story as an Atom feed (RFC 4287) whose entries name the comment or story that they
/// answer (RFC 4685).
///
/// Every comment with a time becomes an entry, since an entry must have a time. Tombstones are left
/// out. The layout lists the newest comment first.
package struct AtomWriter: ~Copyable, BlockWriter {
  private let list: BlockList
  private let permalinks: Permalinks
  private let markup: BodyMarkup
  /// The beginning of every entry's id: the story's address without its fragment.
  private let idBase: [UInt8]
  /// A body as HTML, before it is escaped once more.
  private var html = OutputBuffer()

  /// Creates a writer for a story, which must have a safe address.
  package init(_ list: BlockList, addresses: AddressSettings) {
    self.list = list
    permalinks = Permalinks(list, addresses: addresses)
    idBase = Array((permalinks.storyAddress?.bytes ?? []).prefix { $0 != UInt8(ascii: "#") })
    let label = ConstantFields.escaped(.spoiler, in: list.wording)
    var tags = BodyTags(
      linkEnd: Array("\" rel=\"nofollow ugc noopener noreferrer\">".utf8), spoiler: [])
    // Feed readers cannot cover text.
    tags.spoilerReplacement = Array("[".utf8) + label + Array("]".utf8)
    tags.breakOpportunity = ""
    // The direction of the text around an entry is the feed reader's.
    tags.hasDirections = true
    tags.code = Array("<code dir=\"ltr\">".utf8)
    markup = BodyMarkup(tags)
  }

  package mutating func begin(_ out: inout OutputBuffer) {
    out.beginFeed(languageTag: list.wording.languageTag)
    out.append("<id>")
    out.appendEscaped(idBase, as: .line)
    out.append("#comments</id>\n<title>")
    // Readers keep the title that a feed has when they subscribe to it, so it contains no count.
    out.append(contentsOf: ConstantFields.escaped(.comments, in: list.wording))
    if !list.header.title.isEmpty {
      out.append(" – ")
      out.appendEscaped(list.header.title, of: list.bytes, as: .line)
    }
    out.append("</title>\n<updated>")
    list.wording.appendISO8601(latestTime, to: &out)
    out.append("</updated>\n")
    if let story = permalinks.storyAddress { out.appendFeedLink("alternate", to: story) }
    if let feed = permalinks.feedAddress {
      out.appendFeedLink("self", to: feed, type: "application/atom+xml")
    }
    out.append("<generator>atoll</generator>\n")
  }

  package mutating func write(blockAt index: Int, body: RichText, to out: inout OutputBuffer) {
    let block = list.blocks[index]
    guard case .comment = block.kind else { return }
    let view = list.view(of: block)
    guard let time = view.createdAt else { return }
    out.append("<entry>\n<id>")
    appendEntryID(view.id, to: &out)
    out.append("</id>\n<title>")
    appendAuthor(view, to: &out)
    if !view.parentAuthor.isEmpty {
      out.append(" – ")
      out.append(contentsOf: ConstantFields.escaped(.inReplyTo, in: list.wording))
      out.append(UInt8(ascii: " "))
      out.appendEscaped(view.parentAuthor, of: list.bytes, as: .line)
    }
    out.append("</title>\n<author><name>")
    appendAuthor(view, to: &out)
    out.append("</name></author>\n<published>")
    list.wording.appendISO8601(time, to: &out)
    out.append("</published>\n<updated>")
    list.wording.appendISO8601(timeOfLastChange(of: block, writtenAt: time), to: &out)
    out.append("</updated>\n")
    appendAddress(view, to: &out)
    appendParent(view, to: &out)
    if block.count > 0 {
      out.append("<thr:total>")
      out.append(decimal: Int(block.count))
      out.append("</thr:total>\n")
    }
    appendContent(of: view, body: body, to: &out)
    out.append("</entry>\n")
  }

  package mutating func finish(_ out: inout OutputBuffer) { out.append("</feed>\n") }

  /// Returns the time at which a comment was last edited, or else written.
  private func timeOfLastChange(of block: Block, writtenAt time: Int64) -> Int64 {
    guard let edited = list.editTime(of: block), !isImpossiblyLate(edited) else { return time }
    return max(time, edited)
  }

  private func isImpossiblyLate(_ time: Int64) -> Bool {
    list.wording.now.map { Timestamp(milliseconds: time).isImpossiblyLate(at: $0) } ?? false
  }

  /// The latest time at which an entry was written or edited, in milliseconds since 1970.
  ///
  /// Times in the future do not count. If there is no other time, this is the time of the story or,
  /// if that is unknown, of the rendering.
  private var latestTime: Int64 {
    var latest: Int64?
    for block in list.blocks {
      guard case .comment = block.kind, let time = list.view(of: block).createdAt else { continue }
      let updated = timeOfLastChange(of: block, writtenAt: time)
      if isImpossiblyLate(updated) { continue }
      latest = max(latest ?? updated, updated)
    }
    let ofStory = list.header.createdAt.flatMap { isImpossiblyLate($0) ? nil : $0 }
    return latest ?? ofStory ?? list.wording.now?.milliseconds ?? 0
  }

  // MARK: Parts of an entry

  /// Appends the id of an entry, which does not depend on the permalinks.
  private func appendEntryID(_ id: Slice, to out: inout OutputBuffer) {
    out.appendEscaped(idBase, as: .line)
    out.append("#comment-")
    appendPercentEncoded(id, of: list.bytes, percent: "&#37;", to: &out)
  }

  private func appendAuthor(_ view: CommentView, to out: inout OutputBuffer) {
    if view.author.isEmpty {
      out.append(contentsOf: ConstantFields.escaped(.unknownAuthor, in: list.wording))
    } else {
      out.appendEscaped(view.author, of: list.bytes, as: .line)
    }
  }

  private func appendAddress(_ view: CommentView, to out: inout OutputBuffer) {
    guard permalinks.hasAddress(view.permalink, of: list.bytes) else { return }
    out.append("<link rel=\"alternate\" type=\"text/html\" href=\"")
    permalinks.append(
      view.permalink, id: view.id, isIDPlain: isPlainID(view.id, of: list.bytes), of: list.bytes,
      to: &out)
    out.append("\"/>\n")
  }

  /// Appends a reference to what the entry answers: another entry, or the story.
  private func appendParent(_ view: CommentView, to out: inout OutputBuffer) {
    out.append("<thr:in-reply-to ref=\"")
    let parent = view.parentID
    if parent.isEmpty {
      permalinks.storyAddress?.append(to: &out)
      out.append("\" type=\"text/html\" href=\"")
      permalinks.storyAddress?.append(to: &out)
    } else {
      appendEntryID(parent, to: &out)
      let permalink = list.parentPermalink(of: view)
      if permalinks.hasAddress(permalink, of: list.bytes) {
        out.append("\" type=\"text/html\" href=\"")
        permalinks.append(
          permalink, id: parent, isIDPlain: isPlainID(parent, of: list.bytes), of: list.bytes,
          to: &out)
      }
    }
    out.append("\"/>\n")
  }

  /// Appends the body, its media and its stars as HTML that is escaped once more (RFC 4287,
  /// 4.1.3.3).
  private mutating func appendContent(
    of view: CommentView, body: borrowing RichText, to out: inout OutputBuffer
  ) {
    html.clear()
    if view.rating > 0 {
      html.append("<p>")
      list.wording.appendStars(view.rating, to: &html)
      html.append("</p>")
    }
    markup.append(body, to: &html)
    if let media = view.media { append(media) }
    out.append("<content type=\"html\">")
    html.withBytes { text in
      for index in text.indices {
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "&"): out.append("&amp;")
        case UInt8(ascii: "<"): out.append("&lt;")
        case UInt8(ascii: ">"): out.append("&gt;")
        case _: out.append(byte)
        }
      }
    }
    out.append("</content>\n")
  }

  /// Appends a link to the media, or only their kind and title if they have no address.
  ///
  /// Media with an unsafe address are left out.
  private mutating func append(_ media: MediaRecord) {
    let url = SafeURL(media.url, of: list.bytes)
    guard url != nil || media.url.isEmpty else { return }
    html.append(list.wording.isRightToLeft ? "<p dir=\"rtl\">" : "<p dir=\"ltr\">")
    if let url {
      html.append("<a rel=\"nofollow ugc noopener noreferrer\" href=\"")
      url.append(to: &html)
      html.append("\">")
    }
    html.append(contentsOf: ConstantFields.escaped(Phrase(media.kind), in: list.wording))
    if !media.title.isEmpty {
      list.wording.appendSeparator(to: &html)
      html.appendEscaped(media.title, of: list.bytes, as: .line)
    } else if let url {
      html.append(" (")
      html.appendEscaped(Slice(url.host.indices), of: url.bytes, as: .line)
      html.append(")")
    }
    html.append(url == nil ? "</p>" : "</a></p>")
  }
}
