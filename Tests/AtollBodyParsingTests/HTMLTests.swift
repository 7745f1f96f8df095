import AtollBodyParsing
import AtollBodyText
import AtollComments
import Testing

@Suite struct HTMLTests {
  @Test(arguments: [
    ("", ""),
    ("plain", "<p>plain</p>"),
    ("<div>a</div><div><br></div><div>b</div>", "<p>a</p><p>b</p>"),
    ("a<br>b<br/>c</br>d", "<p>a<br>b<br>c<br>d</p>"),
    ("<br>a<br><br><br>b<br>", "<p>a</p><p>b</p>"),
    ("  a \n\t b&nbsp; c  ", "<p>a b c</p>"),
    ("<p> </p><div>&nbsp;</div><b></b>", ""),
    (
      "<b>a</b> <strong>b</strong> <i>c</i><em>d</em> <s>e</s>",
      "<p><strong>a</strong> <strong>b</strong> <em>c</em><em>d</em> <s>e</s></p>"
    ),
    (
      "<span class=\"coral-rte-spoiler\">x</span><span class='a coral-rte-sarcasm'>y</span><span>z</span>",
      "<p><spoiler>x</spoiler><sarcasm>y</sarcasm>z</p>"
    ),
    (
      "<div class=coral-rte-spoiler>x<div>y</div><p>z</div>w",
      "<p><spoiler>x</spoiler></p><p><spoiler>y</spoiler></p><p><spoiler>z</spoiler></p><p>w</p>"
    ),
    ("<blockquote><div>q</div></blockquote>r", "<quote><p>q</p></quote><p>r</p>"),
    (
      "<ul><li>a</li><li><div>b</div><div>c</div></li></ul>",
      "<ul><li>a</li><li>b<p>c</p></li></ul>"
    ),
    ("<ul><li>a<ul><li>b</ul>c</ul>d", "<ul><li>a<ul><li>b</li></ul><p>c</p></li></ul><p>d</p>"),
    ("<li>a</li><ul>b</ul>", "<p>a</p><ul><li>b</li></ul>"),
    ("<B>a<I>b</B>c</I>d", "<p><strong>a<em>b</em></strong><em>c</em>d</p>"),
    (
      "<b>a<div>b</div>c",
      "<p><strong>a</strong></p><p><strong>b</strong></p><p><strong>c</strong></p>"
    ),
    ("<script>alert(1)</script><style>p{}</style><x-y>z</x-y>", "<p>alert(1)p{}z</p>"),
    ("a<!-- b -->c<!-->d<!--->e<!x>f<?y>g</1>h", "<p>acdefgh</p>"),
    ("1 < 2 <3 a<", "<p>1 < 2 <3 a<</p>"),
    ("a<b c", "<p>a<b c</p>"),
    ("a <!-- b", "<p>a <!-- b</p>"),
    (
      "&lt;b&gt; &amp;amp; &amp;lt; &eacute;&#233;&#xE9; &bogus; &#128; &",
      "<p><b> & &lt; ééé &bogus; € &</p>"
    ),
    ("Tom &amp;nbsp;&amp;nbsp; Jerry", "<p>Tom Jerry</p>"),
  ])
  func readsCoralsHTML(body: String, expected: String) {
    let richText = parsed(body, as: .html)
    #expect(outline(richText) == expected)
    #expect(violation(in: richText) == nil)
  }

  @Test(arguments: [
    (
      "<a href=\"https://ign.com/?a=1&amp;b\" class=\"x\">https://ign.com/?a=1&amp;b</a>",
      "<p><a https://ign.com/?a=1&b>https://ign.com/?a=1&b</a></p>"
    ),
    ("<a href='javascript:alert(1)'>x</a>", "<p>x</p>"),
    ("<a href='java&#10;script:alert(1)'>x</a><a>y</a>", "<p>xy</p>"),
    (
      "<a href=https://a.b/>b <b>c</b></a>",
      "<p><a https://a.b/>b <strong>c</strong></a><host a.b></p>"
    ),
    (
      "<a href=https://a.b/>x<a href=https://c.d/>y</a>z",
      "<p><a https://a.b/>x</a><host a.b><a https://c.d/>y</a><host c.d>z</p>"
    ),
    (
      "<a href=https://a.b/>x<div>y</div></a>",
      "<p><a https://a.b/>x</a><host a.b></p><p><a https://a.b/>y</a><host a.b></p>"
    ),
    (
      "see www.ign.com/a?b&amp;amp;c.",
      "<p>see <a http://www.ign.com/a?b&c>www.ign.com/a?b&c</a>.</p>"
    ),
    (
      "<a title=\">\" href=\"https://a.b\" href=\"https://evil.example\">a.b</a>",
      "<p><a https://a.b>a.b</a></p>"
    ),
  ])
  func keepsOnlySafeLinks(body: String, expected: String) {
    #expect(outline(parsed(body, as: .html)) == expected)
  }

  @Test(arguments: [
    (
      "<a href=https://evil.example/>https://bank.com</a>",
      "<p><a https://bank.com>https://bank.com</a></p>"
    ),
    ("<a href=https://evil.example/>Click <b>me</b></a>", "<p>Click <strong>me</strong></p>"),
    ("<a href=example.com>example.com</a>", "<p>example.com</p>"),
    ("<a href=mailto:x@y.example>write</a>", "<p>write</p>"),
    ("<a href=https://a.b/x>https://a.b/x/</a>", "<p><a https://a.b/x>https://a.b/x/</a></p>"),
    (
      "<a href=https://a.b/?a=1&amp;b><b>https://a.b/?a=1&amp;b</b></a>",
      "<p><a https://a.b/?a=1&b><strong>https://a.b/?a=1&b</strong></a></p>"
    ),
    (
      "<a href=https://a.b/>https://a.b<a href=https://c.d/>x</a>",
      "<p><a https://a.b/>https://a.b</a>x</p>"
    ),
    ("<a href=https://a.b/>", ""),
  ])
  func showsACoralLinkAsPlainTextIfItsTextIsNotItsAddress(body: String, expected: String) {
    let richText = read(body, with: .coralComment)
    #expect(outline(richText) == expected)
    #expect(violation(in: richText) == nil)
  }

  @Test(arguments: [
    ("foo<h3>bar</h3>baz", "<p>foo</p><h3>bar</h3><p>baz</p>"),
    ("a<hr>b", "<p>a</p><rule><p>b</p>"),
    ("<dl><dt>a</dt><dd>b</dd></dl>", "<p>a</p><p>b</p>"),
    ("<details><summary>a</summary>b</details>c", "<p>a</p><p>b</p><p>c</p>"),
    ("<aside><figure><figcaption>a</figcaption></figure></aside>b", "<p>a</p><p>b</p>"),
    ("<ol><li>one</li><li>two</li></ol>", "<ol 1><li>one</li><li>two</li></ol>"),
    ("<del>a</del> <strike>b</strike>", "<p><s>a</s> <s>b</s></p>"),
    ("a<script>b</script><style>c</style>d", "<p>ad</p>"),
    (
      "<table><tr><td>a</td><td>b</td></tr></table>",
      "<table><tr><td>a</td><td>b</td></tr></table>"
    ),
    (
      "Try:<p><pre><code>  def f():\n      return 1 &lt; 2\n</code></pre>\nthen",
      "<p>Try:</p><pre>  def f():\n      return 1 < 2</pre><p>then</p>"
    ),
    ("<pre>\na<br>b</pre>", "<pre>a\nb</pre>"),
    (
      "<div class=coral-rte-spoiler><pre>a\n b</pre></div><pre>c</pre>",
      "<p><spoiler><code>a</code><br><code> b</code></spoiler></p><pre>c</pre>"
    ),
    (
      "<pre>a <span class=coral-rte-spoiler>b</span></pre>c <code>d</code>",
      "<p>a <spoiler>b</spoiler></p><p>c d</p>"
    ),
    ("<code>a<br>b</code>", "<p><code>a b</code></p>"),
    ("a<svg/>b<script>c<pre>d", "<p>abc</p><pre>d</pre>"),
    (
      "<video src=x><a href=https://a.b/>v</a></video>c",
      "<p><a https://a.b/>v</a><host a.b></p><p>c</p>"
    ),
    (
      "<a href=https://a.b/><img src=https://c.d/ alt=T> rest</a>",
      "<p><a https://a.b/>T rest</a><host a.b></p>"
    ),
    ("a <img src=https://c.d/e.png>", "<p>a <a https://c.d/e.png>https://c.d/e.png</a></p>"),
    (
      "<a href=https://a.b/><img src=https://c.d/e.png></a>",
      "<p><a https://a.b/>https://c.d/e.png</a><host a.b></p>"
    ),
    ("a <img src=/e.png> <img src=https://c.d/e.png alt=''>", "<p>a /e.png</p>"),
    ("a <img src=data:image/gif;base64,R0lGOD>", "<p>a</p>"),
    ("a <img src=DATA:image/gif;base64,R0lGOD>", "<p>a</p>"), ("a <img src=cid:1>", "<p>a</p>"),
    (
      "<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>d",
      "<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr></table><p>d</p>"
    ),
    ("&amp;amp; &amp;nbsp; &amp;lt;", "<p>&amp; &nbsp; &lt;</p>"),
  ])
  func readsAllElementsInCommentsOfOtherSystems(body: String, expected: String) {
    let richText = read(body, with: .full)
    #expect(outline(richText) == expected)
    #expect(violation(in: richText) == nil)
  }

  private func read(_ body: String, with vocabulary: HTMLVocabulary) -> RichText {
    var parser = BodyParser()
    parser.htmlVocabulary = vocabulary
    var richText = RichText()
    _ = parser.parse(Array(body.utf8), syntax: .html, into: &richText)
    return richText
  }

  @Test func limitsTheDepthOfNesting() {
    for tags in ["<ul><li>", "<blockquote>", "<ul>", "<b><i>", "<span class=coral-rte-spoiler>"] {
      let body = String(repeating: tags + "a", count: 400)
      #expect(violation(in: parsed(body, as: .html)) == nil)
    }
  }

  @Test func readsPlainText() {
    #expect(
      outline(parsed("*a*\r\n <b>\n\n\nhttps://ign.com\n", as: .plain))
        == "<p>*a*<br><b></p><p><a https://ign.com>https://ign.com</a></p>")
  }
}
