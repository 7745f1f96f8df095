import Atoll
import AtollComments
import TestSupport
import Testing

/// Merge tags of the sender arrive unchanged; those of users do nothing.
@Suite struct MergeTagTests {
  /// Sequences that mailing services and template engines act on.
  static let active = [
    "{{name}}", "{{{name}}}", "{% if x %}", "{name}", "{$name}", "*|EMAIL|*", "%recipient.email%",
    "%%emailaddr%%", "[[firstname]]", "[EMAIL]", "[% name %]", "<% name %>", "<unsubscribe>",
    "${name}", "#{name}", "~name~", "@NAME@", "$name$", "$First Name$", "%name|there%", "#EMAIL#",
    "##NAME##", "#if(", "#end",
  ]

  static func story(_ text: String) throws -> Story {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T \(escaped)", "url": "https://e.example/s"}, "comments": [
       {"id": "a", "author": "N \(escaped)", "body": "B \(escaped) é"}]}
      """
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  @Test(arguments: active)
  func neutralizesMergeTagsFromUsersInEveryPart(sequence: String) throws {
    let story = try Self.story(sequence)
    for format in [Options.Format.emailText, .emailHTML] {
      let part = try Stories.text(story, format) { $0.bodySyntax = .plain }
      #expect(!part.contains(sequence), "\(format)")
    }
    let mail = try Stories.text(story, .email) { $0.mail.listID = "a.example.com" }
    #expect(!mail.contains(sequence))
    // Readers see no difference.
    let text = try Stories.text(story, .emailText) { $0.bodySyntax = .plain }
      .replacing("\u{2060}", with: "")
    #expect(text.contains("B \(sequence) é"))
  }

  /// Template engines for text act on lines that begin with a marker, such as `%` or `#`.
  @Test(arguments: ["% if True:", "%% one", "## gone", "# for x in y", "#stop", "!fname"])
  func neverStartsALineWithATemplateMarker(line: String) throws {
    let body = "First\n\(line)\n    \(line)\nlast"
    let story = try Stories.story(of: 1, title: line) { _ in body }
    let text = try Stories.text(story, .emailText) { $0.bodySyntax = .plain }
    #expect(!text.contains("\n\(line)") && !text.contains(" \(line)"))
    #expect(text.replacing("\u{2060}", with: "").contains("\n\(line)\n"))
    let mail = try Stories.text(story, .email)
    #expect(!mail.contains("Subject: \(line)"))
  }

  /// Most comments contain an exclamation mark, so it is escaped only where a field can begin.
  @Test func escapesExclamationMarksWhereAFieldCouldBegin() throws {
    let text = "!fname and (!fname \\\"!fname. Hello! Great!fname <b>!fname</b>"
    for focus in [nil, "a"] {
      let html = try Stories.text(Self.story(text), .emailHTML) { $0.focus = focus }
      #expect(html.contains("Hello! Great!fname"))
      let rest = html.replacing("Great!fname", with: "")
      #expect(!rest.contains("!fname") && rest.contains("&#33;fname"))
      #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("!important"))
    }
    let plain = try Stories.text(Self.story(text), .emailText)
    #expect(plain.contains("Hello! Great!fname"))
    #expect(!plain.replacing("Great!fname", with: "").contains("!fname"))
    let own = try Stories.text(Self.story("x"), .emailHTML) { $0.mail.reason = "Hi {!name} !name" }
    #expect(own.contains("Hi {!name} !name"))
  }

  /// The reason is below the comments, where templates may repeat words of users, too.
  @Test func escapesMergeFieldsInUserTextBelowTheComments() throws {
    let template = try Repository.text("Templates/email/message.mustache")
      .replacing("{{> blocks}}", with: "{{> blocks}}<div>{{headline}} {{preheader}}</div>")
    var options = Options()
    options.format = .emailHTML
    options.focus = "a"
    options.mail.reason = "Hi !name."
    let renderer = try Renderer(
      options: options,
      templates: [TemplateSource(path: "email/message.mustache", bytes: Array(template.utf8))])
    let html = String(
      decoding: try renderer.render(Self.story("See !email and !fname")).bytes, as: UTF8.self)
    #expect(html.contains("Hi !name."))
    #expect(!html.contains("!email") && !html.contains("!fname"))
    #expect(html.contains("&#33;email"))
  }

  @Test func neverStartsAWrappedTitleLineWithATemplateMarker() throws {
    for count in 1...40 {
      let title = String(repeating: "a ", count: count) + "%} if # for ## gone %> end"
      let text = try Stories.text(Stories.story(of: 1, title: title), .emailText)
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("%") || $0.hasPrefix("#") })
    }
  }

  /// Readers copy code, which an invisible character would break.
  @Test func addsNoInvisibleCharactersToCode() throws {
    let code = "std::vector<int> x; </div> {{name}}"
    let body = "See `\(code)`.\n\n```\n\(code)\n% if x\n```\n\nAnd {{name}}."
    let story = try Stories.story(of: 1) { _ in body }
    let text = try Stories.text(story, .emailText) { $0.terminal.width = 200 }
    let broken = "std::vector<int> x; </div> { { name}}"
    #expect(text.contains("See `\(broken)`.\n\n    \(broken)\n\u{2060}    % if x\n\n"))
    #expect(text.contains("\nAnd {\u{2060}{\u{2060}name}}."))
    #expect(!text.utf8.contains { $0 < 0x20 && $0 != 0x0A })
  }

  /// Only names that a service fills in get a space.
  @Test func keepsBracketedCodeUnlessItIsAFieldName() throws {
    let body =
      "`a[i] [renderer] [derive(Copy)] [section]`\n\n`[FNAME] [fname] [first_name,fallback=x] [data:x] [[x]]`"
    let text = try Stories.text(Stories.story(of: 1) { _ in body }, .emailText)
    #expect(text.contains("`a[i] [renderer] [derive(Copy)] [section]`"))
    #expect(text.contains("`[ FNAME] [ fname] [ first_name,fallback=x] [ data:x] [ [x]]`"))
  }

  @Test(arguments: ["fr", "tr", "en"])
  func keepsLabelsInBracketsInASCII(locale: String) throws {
    let story = try Reading([
      InputSource(
        name: "a",
        bytes: Array(
          """
          {"atoll":1,"story":{"id":"s","mode":"questionsAndAnswers"},"comments":[
          {"id":"1","body":"a","author":"Ann","tags":["moderator","staff","unanswered","topCommenter"]},
          {"id":"2","body":"b","author":"Bo"}]}
          """.utf8))
    ]).story
    let text = try Stories.text(story, .emailText) {
      $0.language = locale
      $0.terminal.charset = .ascii
    }
    #expect(text.contains("[") && !text.contains("[ "), "\(text)")
  }

  @Test func neutralizesEachMergeTagOnlyOnce() throws {
    let story = try Stories.story(of: 1, title: "{{a}} %b% #c#") { _ in "{{a}} %b% #c#" }
    for focus in [nil, "c0"] {
      for format in [Options.Format.email, .emailHTML, .emailText] {
        let mail = try Stories.text(story, format) { $0.focus = focus }
        #expect(!NotificationTests.decoded(mail).contains("\u{2060}\u{2060}"))
      }
    }
  }

  @Test(arguments: [20, 72])
  func keepsAddressesInBodiesOnOneLine(width: Int) throws {
    let address =
      "https://www.example.com/a-path/that-is/longer-than-a-line/of-text/and-cannot-be-broken?id=1"
    let story = try Stories.story(of: 1) { _ in
      "See \(address) and [this](\(address)x), or <\(address)y>. More words follow here."
    }
    let text = try Stories.text(story, .emailText) { $0.terminal.width = width }
    for whole in [address, "<\(address)x>", "\(address)y"] { #expect(text.contains(whole)) }
    #expect(text.replacing("\n", with: " ").contains("More words follow here."))
    #expect(!text.contains("\n,") && !text.contains("\n."))
  }

  /// The asterisks of emphasis would complete a merge tag.
  @Test func neutralizesMergeTagsCompletedByGeneratedMarkup() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T"}, "comments": [
       {"id": "a", "author": "N", "body": "**|EMAIL|** and `{`{x}`}`"}]}
      """
    let story = try Reading([InputSource(name: "t.json", bytes: Array(document.utf8))]).story
    let text = try Stories.text(story, .emailText)
    #expect(text.contains("*\u{2060}|EMAIL|*"))
    #expect(!text.contains("{{x}"))
  }

  /// The address keeps its meaning, and contains no field name afterwards.
  @Test(arguments: [
    ("https://e.example/?a=%ADDRESS%25", "https://e.example/?a=%AD%44RESS%25"),
    ("https://e.example/?a=*|EMAIL|*", "https://e.example/?a=*%7C%45MAIL%7C*"),
    ("https://e.example/@NAME@", "https://e.example/%40NAME@"),
    ("https://e.example/~name~", "https://e.example/%7Ename~"),
    ("https://e.example/%C3%A9", "https://e.example/%C3%A9"),
  ])
  func percentEncodesMergeTagsInAddresses(address: String, expected: String) throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T", "url": "\(address)"}, "comments": [
       {"id": "a", "author": "N", "body": "See [this](\(address)) there."}]}
      """
    let story = try Reading([InputSource(name: "t.json", bytes: Array(document.utf8))]).story
    let text = try Stories.text(story, .emailText)
    #expect(text.components(separated: expected) >= 3)
  }

  @Test(arguments: [
    "ASCII only", "Füße und Wörter in jeder Zeile, damit der Text kodiert wird", "語語語",
  ])
  func keepsTheSendersMergeTagsIntactInEveryEncoding(words: String) throws {
    let story = try Stories.story(of: 30) { "\(words) \($0)" }
    let tag = "*|UNSUB:a-long-name-of-a-list-for-readers-of-comments-and-others|*"
    let mail = try Stories.text(story, .email) {
      $0.mail.unsubscribeTag = tag
      $0.mail.viewURL = "{{ view.in_browser }}"
      $0.mail.reason = "Dear {{ first name }}, you get this because \(words)."
      $0.mail.footer =
        "*|LIST:ADDRESS|*\n\n[Preferences]({{ preferences }}) and [more](https://e.example/?id=%ID%)"
    }
    let plain = mail.replacing("\r\n", with: "\n")
    #expect(plain.components(separated: tag) == 2)
    #expect(plain.components(separated: "{{ view.in_browser }}") == 2)
    #expect(plain.components(separated: "{{ first name }}") == 2)
    #expect(plain.components(separated: "*|LIST:ADDRESS|*") == 2)
    #expect(plain.contains("<a href=\"{{ preferences }}\""))
    #expect(plain.contains("href=\"https://e.example/?id=%ID%\""))
    #expect(!plain.contains("atollmergetag"))
    #expect(!mail.contains("base64\r\n"))
  }

  /// The tags of 26 services, one on each line after the name of the service.
  static let services: [String] = {
    let bytes = (try? Repository.bytes("Tests/Fixtures/merge-tags.tsv")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: "\t").last.map(String.init) }
  }()

  @Test(arguments: services)
  func preservesTheMergeTagsOfEveryService(tag: String) throws {
    let story = try Stories.story(of: 1, title: "Tides")
    func part(_ format: Options.Format) throws -> String {
      try Stories.text(story, format) {
        $0.mail.subject = "News \(tag) of today"
        $0.mail.reason = "Dear \(tag), you < we"
        $0.mail.footer = "Written \(tag) for you. [Settings](\(tag))"
        $0.mail.unsubscribeTag = tag
        $0.mail.viewURL = tag
      }
    }
    let html = try part(.emailHTML)
    #expect(html.contains("Dear \(tag), you &lt; we"))
    #expect(html.contains("Written \(tag) for you."))
    #expect(html.components(separated: "href=\"\(tag)\"") == 3)
    let text = try part(.emailText)
    #expect(text.replacing("\n", with: " ").contains("Dear \(tag), you < we"))
    #expect(text.components(separated: tag) == 5)
    let mail = try part(.email)
    #expect(mail.replacing("\r\n ", with: " ").contains("Subject: News \(tag) of today"))
    // The text part is quoted-printable, in which a service decodes `=3D`.
    #expect(mail.replacing("=3D", with: "=").components(separated: tag) >= 10)
  }

  @Test func testCasesCover81DistinctMergeTags() {
    #expect(Self.services.count == 81 && Set(Self.services).count == 81)
  }

  @Test(arguments: [
    "{{unsub}}", "*|UNSUB|*", "%unsubscribe_url%", "[[unsubscribe]]", "<%asm_raw%>",
  ])
  func omitsAnUnsubscribeTagFromTheHeadersIfItIsNoAddress(tag: String) throws {
    let mail = try Stories.text(Stories.story(of: 1), .email) { $0.mail.unsubscribeTag = tag }
    #expect(mail.contains("<a href=\"\(tag)\""))
    #expect(mail.contains("Unsubscribe:\r\n\(tag)\r\n"))
    #expect(!mail.contains("List-Unsubscribe"))
  }

  @Test func escapesTheAmpersandsOfAnAddressWithTagsOnlyInHTML() throws {
    let address = "https://e.example/u?list=1&id={{id}}"
    let mail = try Stories.text(Stories.story(of: 1), .email) { $0.mail.unsubscribeTag = address }
    #expect(mail.contains("List-Unsubscribe: <\(address)>\r\n"))
    #expect(mail.contains("<a href=\"https://e.example/u?list=1&amp;id={{id}}\""))
    #expect(mail.replacing("=3D", with: "=").contains("Unsubscribe:\r\n\(address)\r\n"))
  }

  @Test func keepsMergeTagsInTheViewURLAndRejectsThemInUnsubscribeAddresses() throws {
    let address = "https://e.example/v/{{id}}"
    let story = try Stories.story(of: 1)
    let mail = try Stories.text(story, .email) { $0.mail.viewURL = address }
    #expect(mail.contains("Archived-At: <\(address)>\r\n"))
    #expect(mail.contains("<a href=\"\(address)\""))
    for tagged in [address, "mailto:u@e.example?subject={{id}}", "https://e.example/ü/{{id}}"] {
      let error = #expect(throws: AtollError.self) {
        try Stories.mail(story) { $0.mail.unsubscribe = [tagged] }
      }
      #expect(error?.message.contains("has a merge tag") == true)
    }
    #expect(throws: AtollError.self) {
      try Stories.mail(story) { $0.mail.viewURL = "https://e.example/{{prénom}}" }
    }
  }

  @Test(arguments: ["{{ name | default: \"l’ami\" }}", "{{prénom}}", "*|VÖRNAME|*"])
  func keepsTagsWithWordsOfAnyLanguage(tag: String) throws {
    let story = try Stories.story(of: 1)
    func text(_ format: Options.Format) throws -> String {
      try Stories.text(story, format) {
        $0.mail.reason = "Dear \(tag)!"
        $0.mail.footer = "Bye \(tag)."
      }
    }
    for format in [Options.Format.emailHTML, .emailText] {
      let part = try text(format)
      #expect(part.contains("Dear \(tag)!") && part.contains("Bye \(tag)."), "\(format)")
    }
    // Both parts of the mail are quoted-printable.
    let mail = try text(.email).replacing("=\r\n", with: "")
    let encodedTag = tag.utf8.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "=" + String(byte, radix: 16, uppercase: true)
    }.joined()
    #expect(mail.components(separated: "Dear \(encodedTag)!") == 2)
    #expect(mail.components(separated: "Bye \(encodedTag).") == 2)
  }

  @Test func writesAnUnsubscribeAddressThatContainsATagIntoTheHeader() throws {
    let address = "https://e.example/u?id={{id}}"
    let mail = try Stories.text(Stories.story(of: 1), .email) {
      $0.mail.unsubscribeTag = address
      $0.mail.unsubscribe = ["mailto:u@e.example"]
    }
    #expect(mail.contains("List-Unsubscribe: <\(address)>, <mailto:u@e.example>\r\n"))
    #expect(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
    #expect(mail.contains("<a href=\"\(address)\""))
  }

  @Test(arguments: [
    "unsubscribe", "https://e.example/u", "{{a}}\"b", "{{a}}\r\nBcc: x@e.example",
    "javascript:{{x}}", "http://e.example/{{x}}", "<script>", " {{x}}",
  ])
  func rejectsAnUnsubscribeTagThatIsNotAMergeTag(text: String) throws {
    let story = try Stories.story(of: 1)
    #expect(throws: AtollError.self) {
      try Stories.mail(story) { $0.mail.unsubscribeTag = text }
    }
  }

  @Test func ignoresAnEmptyUnsubscribeTag() throws {
    let story = try Stories.story(of: 1)
    let empty = try Stories.mail(story) { $0.mail.unsubscribeTag = "" }
    #expect(try empty == Stories.mail(story))
  }
}

extension String {
  /// The number of times a text occurs.
  func components(separated text: String) -> Int { ranges(of: text).count }
}
