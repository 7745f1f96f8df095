/// Bodies that are made to be slow, such as those of libcmark's list of pathological inputs.
struct Shape: Sendable {
  var name: String
  /// Returns a body of at most this many bytes.
  var body: @Sendable (Int) -> [UInt8]

  init(_ name: String, _ body: @escaping @Sendable (Int) -> [UInt8]) {
    self.name = name
    self.body = body
  }

  /// Repeats `piece`.
  init(_ piece: String) {
    self.init(piece) { repeated(piece, $0) }
  }

  /// Repeats `head` for a share of the size, then `tail` for the rest, then adds an end.
  init(_ head: String, _ tail: String, share: Int = 2, end: String = "") {
    self.init("\(head) … \(tail) \(end)") {
      let room = $0 - end.utf8.count
      let first = room / share
      return repeated(head, first) + repeated(tail, room - first) + Array(end.utf8)
    }
  }
}

func repeated(_ piece: String, _ room: Int) -> [UInt8] {
  let piece = Array(piece.utf8)
  var body: [UInt8] = []
  body.reserveCapacity(room)
  while body.count + piece.count <= room { body += piece }
  return body
}

/// Returns a list that is one level deeper on every line, followed by `tail`, repeated to the end.
private func stairs(_ marker: String, _ tail: String, depth: Int, _ room: Int) -> [UInt8] {
  var body: [UInt8] = []
  for level in 0..<depth where body.count < room / 2 {
    body += repeatElement(0x20, count: level * marker.utf8.count)
    body += Array((marker + "a\n").utf8)
  }
  return body + repeated(tail, room - body.count)
}

/// Returns consecutive runs of backticks, each with another length.
private func ladders(_ room: Int) -> [UInt8] {
  var body: [UInt8] = []
  var length = 1
  while body.count + length < room {
    body += repeatElement(UInt8(ascii: "`"), count: length) + [UInt8(ascii: "e")]
    length += 1
  }
  return body
}

private let deepBrackets = Shape("nested brackets with a definition") { room in
  Array("[a]: /u\n\n".utf8) + repeatElement(UInt8(ascii: "["), count: 450)
    + repeatElement(UInt8(ascii: "a"), count: Swift.min(60_000, room - 1000))
    + repeatElement(UInt8(ascii: "]"), count: 450)
}

private let costlyReferences = Shape("a long definition used often") { room in
  Array("[a]: https://a.b/".utf8) + repeatElement(UInt8(ascii: "x"), count: room - 2200)
    + Array("\n\n".utf8) + repeated("[a]", 1400)
}

private let mediumReferences = Shape("a definition at the limit used often") { room in
  Array("[a]: https://a.b/".utf8) + repeatElement(UInt8(ascii: "x"), count: 1900)
    + Array("\n\n".utf8) + repeated("[a] ", 1980) + repeated("w ", room - 4000)
}

private let markdownPieces: [String] =
  [
    "* a **a ", "a**b", "a** ", "*_* ", "**x [a*b**c*](d) ", "a_ ", "_a __a ", "*a ", "a*", "***a ",
    "*a_ ",
    "[", "]", "[a](", "![[]()", "[a](<b", "[a][", "[a]: u\n", "![", "[]()", "[a](b 'c ", "\\[",
    "[ (](",
    "<", "<a", "<a b='", "<a b=\" c='", "<!--", "<!A ", "<?", "<![CDATA[", "<!A", "<a:", "<a@",
    "<a@b.", "</a", "<a/",
    "<a href=\"<", "<a b ", "&", "&amp", "&amp;", "&#", "&#x1;", "&a;", "`", "` ", "`` ` ", "\\`",
    "~", "~~~\n",
    "```\n", "> ", ">", ">\n", "> a\n", "- ", "-\n", "- a\n", "- a\n\n", "* * *\n", "1. ", "1) a\n",
    "1.\n", "# ",
    "#\n", "a\n===\n", "a\n-\n", "\n", " \n", "\t\n", "\ta\n", "    a\n", "a\n", "a  \n", "a\\\n",
    "\r", "\r\n",
    "\u{0}", "\u{FEFF}", "é", "漢", "😀", "http://", "https://a.b ", "www.", "www.a.b", "www.a.b/(",
    "http://a.b/)",
    ":// ", "a://b", "http://é", "<div>\n", "<div>\n\n", "<script>\n", "<!--\n", "<pre>\n\n",
    "<a>\n\n", "</a>\n",
    "<https://a.b>", "<a@b.c>", "![](https://a.b/c)", "[a](https://a.b) ", "**a**", "*a*", "[*a",
    "*[a", "_[*",
    "a_b", "**", "* a\n  ", "|a", "\"", "'", "(", ")", "\\", "\\a", "!", "&#0;", "&NotEqualTilde;",
    "+\n", "=\n",
  ]

/// The pieces that a search combines.
let searchPieces = markdownPieces + htmlPieces + ["a", " ", "\n", "\n\n", "  ", "*", "_", "(", ")"]

let markdownShapes: [Shape] =
  markdownPieces.map { Shape($0) } + [
    Shape("deep list and blank lines") { repeated("* ", $0 / 2) + repeated("\n", $0 / 2) },
    Shape("quotes and stars") { repeated(">", $0 / 2) + repeated("a*", $0 / 2) },
    Shape("quotes and lazy lines") {
      repeated(">", 31) + Array("a\n".utf8) + repeated("a\n", $0 - 40)
    },
    Shape("stairs and blank lines") { stairs("- ", "\n", depth: 200, $0) },
    Shape("stairs and lines") { stairs("- ", "a\n", depth: 200, $0) },
    Shape("short stairs and blank lines") { stairs("- ", "\n", depth: 31, $0) },
    Shape("very short stairs and blank lines") { stairs("- ", "\n", depth: 6, $0) },
    Shape("short stairs and items") { stairs("- ", "-\n", depth: 12, $0) },
    Shape("wide stairs and blank lines") { stairs("123456789. ", "\n", depth: 90, $0) },
    Shape("quote stairs") { repeated("> > > > > > > > > > > > > > > > a\n", $0) },
    Shape("quoted blank lines") { repeated("> > > > > > > > > > > > > > > >\n", $0) },
    Shape("backtick ladders", ladders), deepBrackets, costlyReferences, mediumReferences,
    Shape("*a", "a*"), Shape("**a ", " b**"), Shape("[", "a]"), Shape("[", "](b)"), Shape("*", "_"),
    Shape("*a _b ", "c_ d* "), Shape("- ", "a*", share: 1000), Shape("(", ")", end: "](a)"),
    Shape("[a](", ")"), Shape("<a ", "b=c ", share: 1000, end: ">"), Shape("`", "a`", share: 200),
    Shape("[x](", "(", share: 3000), Shape("***a ", "** b* "), Shape("_a", "a_"),
    Shape("[a]: <b> 'c\n", "d\n", share: 50), Shape("[a]:\n", "b\n"),
    Shape("[a]: u\n[a]", "[a]", share: 400),
    Shape("a", " *b", share: 2), Shape("*é", "é*"), Shape("**", "a"),
    Shape("[a", "][a]", share: 100),
    Shape(" ", "a", share: 1), Shape("\t", "a", share: 1), Shape("0", "a", share: 1),
    Shape("a", "-", end: "\n---"), Shape("|-", "\n", share: 4), Shape("> a\n", "b\n", share: 3),
  ]

private let htmlPieces: [String] =
  [
    "<b>", "</b>", "<b>a", "<b><i><s>a", "<b>a</i>", "<p>", "<p>a", "<div>a</div>", "<br>", "a<br>",
    "a<br><br>",
    "<ul>", "<ul><li>a", "<li>a", "</li>", "</ul>", "<ul><li>a</li></ul>", "<blockquote>",
    "<blockquote>a",
    "</blockquote>", "<blockquote></ul>", "<ul></blockquote>", "<span>",
    "<span class=coral-rte-spoiler>a", "</span>",
    "<a href=https://a.b>", "<a href=https://a.b>c</a>", "<a>", "</a>", "<x>", "<", "<a", "<a ",
    "<a b=\"", "<a b='",
    "<a b=\"<a b='", "<!--", "<!-- -->", "<!", "<!>", "<?", "</", "</>", "&", "&amp;", "&amp;amp;",
    "&yuml;", "&bogus;",
    "&#1", "&#99999999999;", "&nbsp;", " ", "a ", "a  ", "\n", "\u{A0}", "é", "漢", "http://",
    "https://a.b ", "www.",
    "<a href=\"", "<b a>", "<script>", "-->", "--", "<!-->", "<a a a a a ", "=", "<a =", "\u{0}",
    "<li><ul>", "<b><p>a",
  ]

let htmlShapes: [Shape] =
  htmlPieces.map { Shape($0) } + [
    Shape("styles over paragraphs") {
      Array("<b><i><s><span class=coral-rte-spoiler><span class=coral-rte-sarcasm>".utf8)
        + repeated("<p>a", $0 - 80)
    },
    Shape("a link over paragraphs") {
      Array("<a href=https://a.b/".utf8) + repeatElement(0x78, count: 1900) + Array(">".utf8)
        + repeated("<p>a", $0 - 2000)
    },
    Shape("<ul><li>", "</ul>"), Shape("<blockquote>", "</ul>"), Shape("<b>", "</b>"),
    Shape("<span>", "</span>"),
    Shape("<a b", "=\"", share: 9), Shape("<!--", ">", share: 9),
    Shape("<a ", "b=c ", share: 9, end: ">"),
  ]
