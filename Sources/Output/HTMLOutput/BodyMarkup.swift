import BodyText
import Bytes
import MarkupWriting

/// Writes a parsed body as markup: the only place that decides what a token looks like in HTML.
struct BodyMarkup {
  /// What a link says of itself: that it is a user's, or nothing much.
  let isUsers: Bool
  /// What a closed spoiler is announced with, escaped.
  let spoilerLabel: [UInt8]

  /// Appends the markup of a body.
  func append(_ body: borrowing RichText, to out: inout OutputBuffer) {
    let tokens = body.tokens
    let text = body.text
    let areWordsPlain = body.hasPlainWords
    for index in tokens.indices {
      let token = tokens[index]
      // A pattern, as `==` would go through the type's table of witnesses.
      if areWordsPlain, case .text = token.kind {
        out.append(token.text, of: text)
      } else {
        append(token, of: text, &out)
      }
    }
  }

  private func append(_ token: Token, of text: [UInt8], _ out: inout OutputBuffer) {
    switch token.kind {
    case .text: out.appendEscaped(token.text, of: text, as: .body)
    case .lineBreak: out.append("<br>")
    case .paragraphOpen: out.append("<p>")
    case .paragraphClose: out.append("</p>")
    case .headingOpen: out.append("<p class=\"a-h\">")
    case .headingClose: out.append("</p>")
    case .quoteOpen: out.append("<blockquote>")
    case .quoteClose: out.append("</blockquote>")
    case .bulletListOpen: out.append("<ul>")
    case .bulletListClose: out.append("</ul>")
    case .orderedListOpen: Self.openOrderedList(from: Int(token.number), &out)
    case .orderedListClose: out.append("</ol>")
    case .itemOpen: out.append("<li>")
    case .itemClose: out.append("</li>")
    case .codeBlock:
      // The line end after <pre> is dropped by parsers, so code that starts with one keeps it.
      out.append("<pre><code>")
      out.appendEscaped(token.text, of: text, as: .body)
      out.append("</code></pre>")
    case .rule: out.append("<hr>")
    case .code:
      out.append("<code>")
      out.appendEscaped(token.text, of: text, as: .body)
      out.append("</code>")
    case .emphasisOpen: out.append("<em>")
    case .emphasisClose: out.append("</em>")
    case .strongOpen: out.append("<strong>")
    case .strongClose: out.append("</strong>")
    case .strikethroughOpen: out.append("<s>")
    case .strikethroughClose: out.append("</s>")
    case .spoilerOpen:
      out.append("<span class=\"a-spoiler\" tabindex=\"0\" role=\"group\" aria-label=\"")
      out.append(contentsOf: spoilerLabel)
      out.append("\"><span>")
    case .spoilerClose: out.append("</span></span>")
    case .sarcasmOpen: out.append("<span class=\"a-sarcasm\">")
    case .sarcasmClose: out.append("</span>")
    case .linkOpen:
      out.append("<a href=\"")
      out.appendEscaped(token.text, of: text, as: .line)
      out.append(
        isUsers
          ? "\" rel=\"nofollow ugc noopener noreferrer\">" : "\" rel=\"noopener\">")
    case .linkClose: out.append("</a>")
    case .linkHost:
      out.append("<span class=\"a-host\"> (")
      out.appendEscaped(token.text, of: text, as: .line)
      out.append(")</span>")
    }
  }

  private static func openOrderedList(from start: Int, _ out: inout OutputBuffer) {
    if start == 1 {
      out.append("<ol>")
    } else {
      out.append("<ol start=\"")
      out.append(decimal: start)
      out.append("\">")
    }
  }
}
