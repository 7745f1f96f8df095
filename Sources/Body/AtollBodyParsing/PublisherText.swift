import AtollBodyText
import AtollBytes
import CAtollArena
import CAtollCmark

/// A parser for publishers' notices: Markdown with raw HTML, tables and `~~`, as the web clients
/// read them with `marked`.
///
/// libcmark turns the Markdown into HTML, and keeps raw HTML as it is. `HTMLDialect` then turns all
/// of this HTML into tokens, so the result can only contain what `Token` knows.
enum PublisherText {
  /// Appends the tokens of a notice.
  ///
  /// If `breaksLines` is `true`, a line end becomes a line break, as in Coral; otherwise, it
  /// becomes a space, as in Talk.
  static func parse(
    _ text: [UInt8], breaksLines: Bool, into richText: inout RichText,
    report: inout BodyReport
  ) {
    let markdown = PublisherMarkdown.withHTML(text)
    let html = rendered(markdown, breaksLines: breaksLines)
    HTMLDialect.parse(
      html.span, count: html.count, vocabulary: .full, into: &richText, report: &report)
  }

  private static func rendered(_ markdown: [UInt8], breaksLines: Bool) -> [UInt8] {
    defer { atoll_arena_reset() }
    let options = CMARK_OPT_UNSAFE | (breaksLines ? CMARK_OPT_HARDBREAKS : 0)
    guard let root = unsafe MarkdownElement.tree(of: markdown.span),
      let text = unsafe cmark_render_html(root, options)
    else { return [] }
    return withoutLineEndsAfterBreaks(unsafe Array(bytes(ofCString: text)))
  }

  /// Returns HTML without the line end that libcmark writes after each `<br />`; such a line end
  /// would become a space.
  private static func withoutLineEndsAfterBreaks(_ html: [UInt8]) -> [UInt8] {
    let ending = Array("<br />".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(html.count)
    for byte in html {
      if byte == 0x0A, result.suffix(ending.count).elementsEqual(ending) { continue }
      result.append(byte)
    }
    return result
  }
}
