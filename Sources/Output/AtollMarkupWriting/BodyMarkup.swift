package import AtollBodyText
package import AtollBytes

/// The markup of the elements in a body, for pages or for email templates.
package struct BodyTags: Sendable {
  package var paragraph = Array("<p>".utf8)
  package var heading = Array("<p class=\"a-h\">".utf8)
  package var quote = Array("<blockquote>".utf8)
  package var bulletList = Array("<ul>".utf8)
  /// The tag without its `>`, since ` start="3"` may follow.
  package var orderedList = Array("<ol".utf8)
  package var item = Array("<li>".utf8)
  package var code = Array("<code>".utf8)
  package var thematicBreak = Array("<hr>".utf8)
  package var table = Array("<table>".utf8)
  package var cell = Array("<td>".utf8)
  package var headingCell = Array("<th>".utf8)
  package var sarcasm = Array("<span class=\"a-sarcasm\">".utf8)
  package var host = Array("<span class=\"a-host\"> (".utf8)
  /// The rest of a link's start tag after its address.
  package var linkEnd: [UInt8]
  package var spoiler: [UInt8]
  package var spoilerEnd = Array("</span></span>".utf8)
  /// The markup in place of spoilers that are left out, or `nil` if all spoilers are written.
  package var spoilerReplacement: [UInt8]?
  package var blockEnd: StaticString = ""
  /// The markup at a position where a long word may be broken.
  package var breakOpportunity: StaticString = "<wbr>"
  /// True if blocks have a `dir` attribute, because no style sheet can give them their direction.
  package var hasDirections = false
  /// True if the text around the body runs from right to left; `nil` if that is unknown.
  package var isRightToLeft: Bool?
  /// The tag of a code block that is written with no-break spaces, because mail clients would drop
  /// its spaces; `nil` if code blocks are written in `<pre>`.
  package var codeBlock: [UInt8]?

  package init(linkEnd: [UInt8], spoiler: [UInt8]) {
    self.linkEnd = linkEnd
    self.spoiler = spoiler
  }
}

/// A writer of parsed bodies as markup: the only code that decides what a token looks like in HTML
/// and in email.
///
/// It is a class so that passing it on does not copy the tags.
package final class BodyMarkup: Sendable {
  private let tags: BodyTags

  package init(_ tags: BodyTags) { self.tags = tags }

  package func append(_ body: borrowing RichText, to out: inout OutputBuffer) {
    let text = body.text
    let areWordsPlain = body.hasPlainWords
    let hasDirections = tags.hasDirections
    var outerDirection = tags.isRightToLeft
    var index = 0
    while index < body.tokenCount {
      let token = body.token(at: index)
      index &+= 1
      // Pattern matches, since `==` would go through the type's witness table.
      if areWordsPlain, case .text = token.kind {
        out.append(token.text, of: text)
      } else if case .spoilerOpen = token.kind, let spoilerReplacement = tags.spoilerReplacement {
        out.append(contentsOf: spoilerReplacement)
        index = endOfSpoiler(from: index, in: body.tokens)
      } else {
        append(token, of: text, to: &out)
        if hasDirections {
          appendDirection(ofBlockAt: index &- 1, in: body, unless: &outerDirection, to: &out)
        }
      }
    }
  }

  /// Adds a `dir` attribute to the start tag of a block whose direction is not `outerDirection`.
  ///
  /// After the first such block, `outerDirection` is unknown, because the next block may be inside
  /// that one; every later block therefore gets the attribute.
  private func appendDirection(
    ofBlockAt index: Int, in body: borrowing RichText, unless outerDirection: inout Bool?,
    to out: inout OutputBuffer
  ) {
    switch body.token(at: index).kind {
    case .paragraphOpen, .headingOpen, .cellOpen: break
    case _: return
    }
    guard let direction = body.runsRightToLeft(inBlockAt: index), direction != outerDirection
    else { return }
    outerDirection = nil
    out.truncate(to: out.count - 1)
    out.append(direction ? " dir=\"rtl\">" : " dir=\"ltr\">")
  }

  /// Appends the markup of every kind of token.
  package func appendPossibleMarkup(to out: inout OutputBuffer) {
    for kind in Token.Kind.allCases {
      for number: Int32 in 0...1 { append(Token(kind, number: number), of: [], to: &out) }
    }
  }

  private func append(_ token: Token, of text: [UInt8], to out: inout OutputBuffer) {
    switch token.kind {
    case .text: appendText(token.text, of: text, to: &out)
    case .lineBreak: out.append("<br>")
    case .paragraphOpen: out.append(contentsOf: tags.paragraph)
    case .headingOpen: out.append(contentsOf: tags.heading)
    case .paragraphClose, .headingClose: endBlock("</p>", to: &out)
    case .quoteOpen: out.append(contentsOf: tags.quote)
    case .quoteClose: endBlock("</blockquote>", to: &out)
    case .bulletListOpen: out.append(contentsOf: tags.bulletList)
    case .bulletListClose: endBlock("</ul>", to: &out)
    case .orderedListOpen: openOrderedList(from: Int(token.number), to: &out)
    case .orderedListClose: endBlock("</ol>", to: &out)
    case .itemOpen: out.append(contentsOf: tags.item)
    case .itemClose: endBlock("</li>", to: &out)
    case .tableOpen: out.append(contentsOf: tags.table)
    case .tableClose: endBlock("</table>", to: &out)
    case .rowOpen: out.append("<tr>")
    case .rowClose: endBlock("</tr>", to: &out)
    case .cellOpen: out.append(contentsOf: token.number == 1 ? tags.headingCell : tags.cell)
    case .cellClose: if token.number == 1 { out.append("</th>") } else { out.append("</td>") }
    case .codeBlock: appendCodeBlock(token.text, of: text, to: &out)
    case .thematicBreak: out.append(contentsOf: tags.thematicBreak)
    case .code:
      out.append(contentsOf: tags.code)
      appendText(token.text, of: text, to: &out)
      out.append("</code>")
    case .emphasisOpen: out.append("<em>")
    case .emphasisClose: out.append("</em>")
    case .strongOpen: out.append("<strong>")
    case .strongClose: out.append("</strong>")
    case .strikethroughOpen: out.append("<s>")
    case .strikethroughClose: out.append("</s>")
    case .spoilerOpen: out.append(contentsOf: tags.spoiler)
    case .spoilerClose: out.append(contentsOf: tags.spoilerEnd)
    case .sarcasmOpen: out.append(contentsOf: tags.sarcasm)
    case .sarcasmClose: out.append("</span>")
    case .linkOpen:
      out.append("<a href=\"")
      out.appendEscaped(token.text, of: text, as: .line)
      out.append(contentsOf: tags.linkEnd)
    case .linkClose: out.append("</a>")
    case .linkHost:
      out.append(contentsOf: tags.host)
      out.appendEscaped(token.text, of: text, as: .line)
      out.append(")</span>")
    }
  }

  private func appendText(_ slice: Slice, of text: [UInt8], to out: inout OutputBuffer) {
    out.appendEscaped(slice, of: text, as: .body, breakOpportunity: tags.breakOpportunity)
  }

  private func endBlock(_ tag: StaticString, to out: inout OutputBuffer) {
    out.append(tag)
    out.append(tags.blockEnd)
  }

  private func openOrderedList(from start: Int, to out: inout OutputBuffer) {
    out.append(contentsOf: tags.orderedList)
    if start != 1 {
      out.append(" start=\"")
      out.append(decimal: start)
      out.append(UInt8(ascii: "\""))
    }
    out.append(UInt8(ascii: ">"))
  }

  /// Returns the index after the end of the spoiler whose content begins at `start`.
  private func endOfSpoiler(from start: Int, in tokens: ArraySlice<Token>) -> Int {
    var depth = 1
    var index = start
    while index < tokens.endIndex, depth > 0 {
      if case .spoilerOpen = tokens[index].kind { depth &+= 1 }
      if case .spoilerClose = tokens[index].kind { depth &-= 1 }
      index &+= 1
    }
    return index
  }

  private func appendCodeBlock(_ slice: Slice, of text: [UInt8], to out: inout OutputBuffer) {
    guard let codeBlock = tags.codeBlock else {
      // Parsers drop a line feed right after `<pre>` (HTML, 13.2.6.4.7); the `<code>` tag in
      // between keeps it.
      out.append(tags.hasDirections ? "<pre dir=\"ltr\"><code>" : "<pre><code>")
      appendText(slice, of: text, to: &out)
      out.append("</code></pre>")
      return
    }
    out.append(contentsOf: codeBlock)
    out.append(contentsOf: tags.code)
    var isFirst = true
    for line in text[slice.range].split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !isFirst { out.append("<br>\n") }
      isFirst = false
      // A space at the beginning of a line or after another space would be dropped.
      var (written, isAfterSpace) = (line.startIndex, true)
      for (index, byte) in zip(line.indices, line) {
        let isTab = byte == 0x09
        if isTab || byte == 0x20 && isAfterSpace {
          appendText(Slice(written..<index), of: text, to: &out)
          out.append(isTab ? "&nbsp;&nbsp;&nbsp;&nbsp;" : "&nbsp;")
          written = index + 1
        }
        isAfterSpace = isTab || byte == 0x20
      }
      appendText(Slice(written..<line.endIndex), of: text, to: &out)
    }
    out.append("</code>")
    endBlock("</p>", to: &out)
  }
}
