import AtollBytes
import Testing

@testable import AtollTemplating

/// The contexts in which each kind of field is allowed.
@Suite struct HoleContextTests {
  static let schema = TemplateSchema([
    .text("text", id: 1), .html("html", id: 2), .url("url", id: 3), .number("number", id: 4),
    .token("token", id: 5),
    .flag("flag", id: 6), .flag("other", id: 7), .list("list", id: 8, of: [.token("item", id: 9)]),
    .text("maybe", id: 10, optional: true),
  ])

  /// Returns the errors of a template, without the file and the line.
  func errors(_ template: String) -> [String] {
    AtollTemplatingTests.errors(in: [("t.mustache", template)], Self.schema)
      .map { "\($0.column): \($0.message)" }
  }

  @Test(arguments: [
    "<div>{{text}} {{url}} {{number}} {{token}} {{{html}}} {{&html}}</div>",
    "<p>a</p>{{{html}}}", "<p>a<div>{{{html}}}</div>", "{{#flag}}<p>a</p>{{/flag}}{{{html}}}",
    "<title>{{text}}</title>",
    #"<p title="{{text}}" class="a-{{token}} {{token}}" id="c{{number}}" data-n="{{number}}">"#,
    #"<p aria-label="{{text}}" aria-level="{{number}}" lang="{{token}}" dir="{{token}}">"#,
    #"<time datetime="{{text}}">x</time><img alt="{{text}}" src="{{url}}" width="{{number}}">"#,
    ##"<a href="{{url}}"></a><a href="#c-{{token}}"></a><a href="/u/{{number}}?a=b&amp;c={{token}}">"##,
    #"<blockquote cite="{{url}}"></blockquote><form action="{{url}}"></form>"#,
    #"<link rel="canonical" href="{{url}}"><meta name="description" content="{{text}}">"#,
    #"<i style="--n:{{number}}"></i><i style="--a: {{number}}; --b-2:{{token}};color:red"></i>"#,
    #"<details{{#flag}} open{{/flag}} class="x"></details>"#, "<br/><br /><input disabled>",
    #"<a class="a{{#flag}} b{{/flag}}{{#list}} {{item}}{{/list}}">"#,
    #"<a href="{{#flag}}{{url}}{{/flag}}{{^flag}}{{url}}{{/flag}}">"#,
    #"<a href="{{^flag}}{{url}}{{/flag}}{{#flag}}#{{/flag}}">"#,
    #"<p{{#flag}} class="a"{{/flag}}{{#other}} id="b"{{/other}}>"#,
    #"{{#flag}}<b>{{/flag}}x{{#flag}}</b>{{/flag}}"#, "<!-- {{#flag}}a{{/flag}} --><!doctype html>",
    #"<p {{#flag}}class="a" {{/flag}}id="x">"#,
    #"<input {{#flag}}checked{{/flag}} {{#other}}disabled{{/other}}>"#,
    "<style>a { b: c }</style><script>1 > 0</script><textarea>x</textarea>",
    "<P CLASS=\"{{token}}\">",
    "{{#maybe}}<p>{{maybe}}</p>{{/maybe}}",
    "<svg viewBox=\"0 0 1 1\"><title>{{text}}</title><path d='M0 0'/></svg>",
    "a > b & c", "<p class=plain id='x'>", "<pre>{{text}}</pre>",
    "<!--[if mso]><table><![endif]-->",
    #"<i style="{{#flag}}--a:1;{{/flag}}--n:{{number}}">"#,
  ])
  func allowsFieldsInSafeContexts(template: String) {
    #expect(errors(template) == [])
  }

  @Test(arguments: [
    (
      "<p class={{token}}>",
      "10: 'token' is not allowed in an attribute without quotes; put the value in double quotes"
    ),
    (
      "<p class=a{{token}}>",
      "11: 'token' is not allowed in an attribute without quotes; put the value in double quotes"
    ),
    (
      "<p class='{{token}}'>",
      "11: 'token' is not allowed in single quotes; put the value in double quotes"
    ),
    ("<{{token}}>", "2: 'token' is not allowed in the name of a tag"),
    ("<p{{token}}>", "3: 'token' is not allowed in the name of a tag"),
    ("</{{token}}>", "3: 'token' is not allowed in the name of a tag"),
    ("<p {{token}}=\"\">", "4: 'token' is not allowed as the name of an attribute"),
    ("<p a{{token}}>", "5: 'token' is not allowed as the name of an attribute"),
    ("<p a {{token}}>", "6: 'token' is not allowed as the name of an attribute"),
    ("<p a=\"\"{{token}}>", "8: 'token' is not allowed as the name of an attribute"),
    ("<!-- {{text}} -->", "6: 'text' is not allowed in a comment"),
    ("<script>{{text}}</script>", "9: 'text' is not allowed in <script>"),
    ("<style>{{number}}</style>", "8: 'number' is not allowed in <style>"),
    ("<SCRIPT>{{{html}}}</SCRIPT>", "9: 'html' is not allowed in <script>"),
    ("<textarea>{{text}}</textarea>", "11: 'text' is not allowed in <textarea>"),
    ("<title>{{{html}}}</title>", "8: 'html' is not allowed in <title>"),
    ("<iframe>{{text}}</iframe>", "9: 'text' is not allowed in <iframe>"),
    ("<!doctype {{token}}>", "11: 'token' is not allowed in a doctype"),
    ("<p title=\"{{{html}}}\">", "11: 'html' is not allowed in an attribute"),
    ("<p></p title=\"{{text}}\">", "15: 'text' is not allowed in an end tag"),
  ])
  func rejectsFieldsOutsideTextAndDoubleQuotes(template: String, expected: String) {
    #expect(errors(template) == [expected])
  }

  @Test(arguments: [
    ("<p onclick=\"{{token}}\">", "'token' is not allowed in 'onclick', which is code"),
    ("<p OnClick=\"{{token}}\">", "'token' is not allowed in 'onclick', which is code"),
    (
      "<img srcset=\"{{url}}\">",
      "'url' is not allowed in 'srcset', which is not one of the attributes that take a value"
    ),
    (
      "<p made-up=\"{{token}}\">",
      "'token' is not allowed in 'made-up', which is not one of the attributes that take a value"
    ),
    ("<p class=\"{{text}}\">", "'text' is not allowed in 'class', which takes a token or a number"),
    ("<p id=\"{{url}}\">", "'url' is not allowed in 'id', which takes a token or a number"),
    (
      "<p aria-describedby=\"{{text}}\">",
      "'text' is not allowed in 'aria-describedby', which takes a token or a number"
    ),
    (
      "<p data-x=\"{{text}}\">",
      "'text' is not allowed in 'data-x', which takes a token or a number"
    ),
    ("<a href=\"{{text}}\">", "'text' is not allowed in 'href', which takes a URL"),
    ("<a href=\"{{token}}\">", "'token' is not allowed in 'href', except after a '#', '?' or '/'"),
    (
      "<a href=\"x:{{token}}\">", "'token' is not allowed in 'href', except after a '#', '?' or '/'"
    ),
    (
      "<a href=\"&#{{number}};\">",
      "'number' is not allowed in 'href', except after a '#', '?' or '/'"
    ),
    ("<a href=\" {{url}}\">", "'url' is not allowed in 'href', except at its very beginning"),
    ("<a href=\"{{url}}{{url}}\">", "'url' is not allowed in 'href', except at its very beginning"),
    (
      "<a href=\"{{#flag}}x{{/flag}}{{url}}\">",
      "'url' is not allowed in 'href', except at its very beginning"
    ),
    (
      "<a href=\"{{#flag}}#{{/flag}}{{token}}\">",
      "'token' is not allowed in 'href', except after a '#', '?' or '/'"
    ),
    ("<script src=\"{{url}}\"></script>", "'url' is not allowed in 'src' of <script>"),
    ("<iframe src=\"{{url}}\"></iframe>", "'url' is not allowed in 'src' of <iframe>"),
    ("<base href=\"{{url}}\">", "'url' is not allowed in 'href' of <base>"),
    (
      "<link rel=\"stylesheet\" href=\"{{url}}\">",
      "'url' is not allowed in 'href' of a <link> without a harmless 'rel' before it, such as canonical"
    ),
    (
      "<link rel=\"stylesheet\" rel=\"canonical\" href=\"{{url}}\">",
      "'url' is not allowed in 'href' of a <link> without a harmless 'rel' before it, such as canonical"
    ),
    (
      "<link{{#flag}} rel=\"stylesheet\"{{/flag}} rel=\"canonical\" href=\"{{url}}\">",
      "'url' is not allowed in 'href' of a <link> without a harmless 'rel' before it, such as canonical"
    ),
    (
      "<meta http-equiv=\"refresh\" content=\"{{text}}\">",
      "'text' is not allowed in the content of a <meta http-equiv>"
    ),
    (
      "<meta content=\"{{text}}\" http-equiv=\"refresh\">",
      "'http-equiv' may not follow a 'content' that is filled in"
    ),
    (
      "<i style=\"{{number}}\">",
      "'number' is not allowed in 'style', except a number or token right after '--name:'"
    ),
    (
      "<i style=\"--x:{{text}}\">",
      "'text' is not allowed in 'style', except a number or token right after '--name:'"
    ),
    (
      "<i style=\"color:{{token}}\">",
      "'token' is not allowed in 'style', except a number or token right after '--name:'"
    ),
    (
      "<i style=\"--x:{{number}}{{number}}\">",
      "'number' is not allowed in 'style', except a number or token right after '--name:'"
    ),
    (
      "<i style=\"--x:url({{token}})\">",
      "'token' is not allowed in 'style', except a number or token right after '--name:'"
    ),
    (
      "<i style=\"--:{{number}}\">",
      "'number' is not allowed in 'style', except a number or token right after '--name:'"
    ),
  ])
  func rejectsFieldKindsThatAnAttributeDoesNotAccept(template: String, expected: String) {
    #expect(errors(template).map { String($0.drop { $0 != " " }.dropFirst()) } == [expected])
  }

  @Test(arguments: [
    (
      "{{#flag}}<p{{/flag}}>",
      "12: the section 'flag' ends in the tag <p>, but it began between tags"
    ),
    (
      "<p{{#flag}}>{{/flag}}",
      "13: the section 'flag' ends between tags, but it began in the tag <p>"
    ),
    (
      "<p a=\"{{#flag}}\"{{/flag}}>",
      "17: the section 'flag' ends in the tag <p>, but it began in the value of 'a'"
    ),
    (
      "<p a={{#flag}}\"x\"{{/flag}}>",
      "18: the section 'flag' ends in the tag <p>, but it began before the value of 'a'"
    ),
    (
      "{{#flag}}<!--{{/flag}}-->",
      "14: the section 'flag' ends in a comment, but it began between tags"
    ),
    (
      "{{#flag}}<script>{{/flag}}</script>",
      "18: the section 'flag' ends in <script>, but it began between tags"
    ),
    ("<p {{#list}}a{{/list}}>", "4: a list may not repeat attributes"),
    (
      "<a href=\"{{#list}}x{{/list}}\">",
      "20: the list 'list' cannot repeat here: its second entry would be in another context"
    ),
    ("<p{{#flag}} a{{/flag}}b>", "23: a space must come before the next attribute"),
    ("<p {{#flag}}a{{/flag}}b>", "23: a space must come before the next attribute"),
    ("<p {{#flag}}a{{/flag}}=\"b\">", "23: a '=' must follow the name of an attribute"),
    ("<{{#flag}}b{{/flag}}>", "2: a section may not begin or end in the middle of a tag's name"),
    ("<p", "1: the tag is not closed"), ("x<!-- ", "2: the comment is not closed"),
    ("<title>x", "1: the element <title> is not closed"), ("<p a=\"b", "1: the tag is not closed"),
  ])
  func rejectsSectionsThatEndInAnotherContext(template: String, expected: String) {
    #expect(errors(template).first == expected)
  }

  @Test(arguments: [
    ("1 < 2", "4: a '<' that begins no tag must be written '&lt;'"),
    ("<?xml?>", "2: a '<' that begins no tag must be written '&lt;'"),
    ("<![CDATA[x]]>", "3: only '<!--' and '<!doctype' may begin with '<!'"),
    ("<!-- --!>-->", "8: a comment may not have '--!' in it"),
    ("<title><b></title>", "9: the only '<' in a <title> is that of its end tag"),
    ("<script><!-- </script>", "10: the only '<' in a <script> is that of its end tag"),
    ("<p/a>", "4: a '/' in a tag must come right before its '>'"),
    ("<p a=\"\"b>", "8: a space must come before the next attribute"),
    ("<p a=>", "6: the attribute has no value"),
    ("<p a=b\"c>", "7: an unquoted value may not have '\"' in it"),
    ("<p \"a\">", "4: an attribute name is made of letters, digits, '-', '_', ':', '.' and '@'"),
    ("<p$>", "3: a tag name is made of letters, digits, '-', ':' and '.'"),
    ("<plaintext>", "11: <plaintext> never ends and is not allowed"),
  ])
  func rejectsMarkupThatParsersReadDifferently(template: String, expected: String) {
    #expect(errors(template).first == expected)
  }

  @Test func endsHTMLCommentsWhereBrowsersDo() {
    #expect(errors("<!-->{{text}}<!--->{{text}}<!-- - -- --->{{text}}") == [])
    #expect(errors("<!-- > -> {{text}} -->").count == 1)
  }

  @Test func compilesTheKindOfEachField() throws {
    let program = try compile(
      [("t.mustache", #"{{text}}<a href="{{url}}" class="{{token}}">{{{html}}}</a>"#)], Self.schema)
    let ops = program.ops.filter { if case .literal = $0 { false } else { true } }
    #expect(
      ops == [
        .field(id: 1, kind: .text), .field(id: 3, kind: .url), .field(id: 5, kind: .token),
        .html(id: 2),
      ])
  }
}
