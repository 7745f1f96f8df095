import AtollBodyParsing
import AtollBodyText
import AtollComments
import Testing

@Suite struct MarkdownTests {
  @Test(arguments: [
    ("", ""),
    ("one", "<p>one</p>"),
    ("one\ntwo\n\nthree ", "<p>one<br>two</p><p>three</p>"),
    ("one  \ntwo\\\nthree", "<p>one<br>two<br>three</p>"),
    ("*a* **b** `c`", "<p><em>a</em> <strong>b</strong> <code>c</code></p>"),
    ("## Title ##", "<h2>Title</h2>"),
    ("> a\n> b", "<quote><p>a<br>b</p></quote>"),
    ("- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
    ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
    ("7. a\n8. b", "<ol 7><li>a</li><li>b</li></ol>"),
    ("```swift evil\"\nlet a\n```", "<pre>let a</pre>"),
    ("a\n\n---\n\nb", "<p>a</p><rule><p>b</p>"),
    ("AT&amp;T &copy; &#65;", "<p>AT&T © A</p>"),
  ])
  func readsMarkdown(body: String, expected: String) {
    #expect(outline(parsed(body)) == expected)
  }

  @Test(arguments: [
    (
      "see https://ign.com/a_b_c.", "<p>see <a https://ign.com/a_b_c>https://ign.com/a_b_c</a>.</p>"
    ),
    ("(www.ign.com/x_(y))", "<p>(<a http://www.ign.com/x_(y)>www.ign.com/x_(y)</a>)</p>"),
    ("HTTP://IGN.com!", "<p><a http://ign.com>HTTP://IGN.com</a>!</p>"),
    ("xhttp://ign.com www. wwww.a.b", "<p>xhttp://ign.com www. wwww.a.b</p>"),
    ("<https://ign.com>", "<p><a https://ign.com>https://ign.com</a></p>"),
    ("<me@ign.com>", "<p><a mailto:me@ign.com>me@ign.com</a></p>"),
    ("[IGN](https://www.ign.com/)", "<p><a https://www.ign.com/>IGN</a><host ign.com></p>"),
    (
      "[ign.com](https://evil.example)",
      "<p><a https://evil.example>ign.com</a><host evil.example></p>"
    ),
    ("[x](javascript:alert(1))", "<p>x</p>"),
    ("[x](<java&#x0A;script:alert(1)>) [y](//a.b) [z](/c)", "<p>x y z</p>"),
    (
      "![alt](https://i.example/a.png \"t\")",
      "<p><a https://i.example/a.png>alt</a><host i.example></p>"
    ),
    (
      "![](https://i.example/a.png)",
      "<p><a https://i.example/a.png>https://i.example/a.png</a></p>"
    ),
    ("https://user@ign.com/", "<p>https://user@ign.com/</p>"),
  ])
  func keepsOnlySafeLinks(body: String, expected: String) {
    #expect(outline(parsed(body)) == expected)
  }

  @Test func showsRawMarkupAsText() {
    #expect(outline(parsed("a <b>x</b> <img src=x>")) == "<p>a <b>x</b> <img src=x></p>")
    #expect(
      outline(parsed("<script>\nalert(1)\n</script>"))
        == "<p><script><br>alert(1)<br></script></p>")
  }
}

func parsed(_ body: String, as syntax: Body.Syntax = .markdown) -> RichText {
  var parser = BodyParser()
  var richText = RichText()
  _ = parser.parse(Array(body.utf8), syntax: syntax, into: &richText)
  return richText
}
