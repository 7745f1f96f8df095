import Foundation
import Testing

/// `atoll card`: the files for sharing one comment.
struct CardTests {
  private static let address = "https://example.com/c/2/"
  private static let names = ["card.png", "index.html", "oembed.json"]

  private static func card(
    _ options: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> Command.Outcome {
    try Command.atoll(
      ["card", "-q", "thread.json", "-o", "out"] + options, in: folder, environment: environment)
  }

  private static func listing(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The width and height in the header of a PNG file.
  private static func size(ofPicture file: Data) -> [UInt32] {
    [16, 20].map { place in file[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func writesAPageWithAnImageAndOEmbedData() throws {
    let folder = try Fixture.folder()
    let options = ["--comment", "2", "--address", Self.address]
    // The second run replaces the files of the first.
    for scale in [1, 2] {
      let outcome = try Self.card(options + ["--scale", "\(scale)"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let out = folder.appending(path: "out")
      #expect(try Self.listing(out) == Self.names)
      let picture = try Data(contentsOf: out.appending(path: "card.png"))
      let size = [UInt32(1200 * scale), UInt32(630 * scale)]
      #expect(Self.size(ofPicture: picture) == size)
      let page = try String(contentsOf: out.appending(path: "index.html"), encoding: .utf8)
      for part in [
        "og:image\" content=\"\(Self.address)card.png\"", "og:image:width\" content=\"\(size[0])\"",
        "twitter:card\" content=\"summary_large_image\"",
        "application/json+oembed\" title=\"A story\" href=\"\(Self.address)oembed.json\"",
      ] {
        #expect(page.contains(part), "\(part)")
      }
      let data = try JSONDecoder().decode(
        OEmbed.self, from: Data(contentsOf: out.appending(path: "oembed.json")))
      #expect(data.version == "1.0" && data.type == "rich" && data.width == 600)
      #expect((50..<600).contains(data.height))
      #expect(data.thumbnailURL == "\(Self.address)card.png")
      // The page has the same markup, with its style in the head.
      let markup = data.html.replacing(/<style>.*<\/style>/, with: "")
      #expect(markup != data.html && page.contains(markup))
    }
  }

  @Test(
    .enabled(if: hasBrowser, "there is no Chromium"),
    arguments: [("1080x1080", [1080, 1080] as [UInt32]), ("1080x1350", [1080, 1350])])
  func writesTheImageInTheRequestedSize(size: String, pixels: [UInt32]) throws {
    let folder = try Fixture.folder()
    let outcome = try Self.card(
      ["--comment", "2", "--address", Self.address, "--size", size], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try Data(contentsOf: folder.appending(path: "out/card.png"))
    #expect(Self.size(ofPicture: picture) == pixels)
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func namesThePublisherAndHidesSpoilers() throws {
    let folder = try Fixture.folder(
      #"""
      {"atoll":1,"story":{"title":"T","url":"https://www.example.com/a/b","organization":"Example Games"},"comments":[
        {"id":"1","author":"Bo","body":"Who is it?"},
        {"id":"2","parentId":"1","author":"Ann","bodySyntax":"html","body":"It is <span class='coral-rte-spoiler'>the keeper</span>."}]}
      """#)
    let outcome = try Self.card(["--comment", "2", "--address", Self.address], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains(#"og:site_name" content="Example Games""#))
    #expect(page.contains(#"og:description" content="Ann: It is &#91;Spoiler&#93;.""#), "\(page)")
    #expect(page.contains("In reply to <bdi>Bo</bdi>&#160;<q dir=\"auto\">Who is it?</q>"))
    let data = try JSONDecoder().decode(
      OEmbed.self, from: Data(contentsOf: folder.appending(path: "out/oembed.json")))
    #expect(data.providerName == "Example Games" && data.providerURL == "https://www.example.com/")
  }

  // MARK: Many cards

  private static let stories = (1...2).map { story in
    let comments = (1...4).map {
      #"{"id":"\#($0)","author":"Ann","body":"Text \#($0)","likes":\#($0)}"#
    }
    return
      #"{"atoll":1,"story":{"id":"../s/\#(story)"},"comments":[\#(comments.joined(separator: ","))]}"#
  }.joined(separator: "\n")

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func takesTheScreenshotsOfManyStoriesWithOneBrowser() throws {
    let folder = try Fixture.folder()
    try Data(Self.stories.utf8).write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.bash(
      #"""
      program=$(command -v chromium-headless-shell || command -v chromium || command -v google-chrome)
      printf '#!/bin/sh\necho start >> %s\nexec %s "$@"\n' "$PWD/starts" "$program" > browser
      chmod +x browser
      CHROMIUM=$PWD/browser atoll card stories.ndjson --top 2 --address https://example.com/c/ -o out
      find out -name card.png | sort
      atoll batch stories.ndjson -f text --cards https://example.com/c/ -o results
      """#, in: folder)
    let results = try String(contentsOf: folder.appending(path: "results"), encoding: .utf8)
    for story in ["1", "2"] {
      #expect(
        results.contains(#""card":"https://example.com/c/%252E.%252Fs%252F\#(story)/4/card.png""#))
    }
    #expect(
      outcome.output.split(separator: "\n") == [
        "out/%2E.%2Fs%2F1/3/card.png", "out/%2E.%2Fs%2F1/4/card.png",
        "out/%2E.%2Fs%2F2/3/card.png", "out/%2E.%2Fs%2F2/4/card.png",
      ], "\(outcome.output) \(outcome.errors)")
    #expect(
      try String(contentsOf: folder.appending(path: "starts"), encoding: .utf8) == "start\n")
    let data = try JSONDecoder().decode(
      OEmbed.self,
      from: Data(contentsOf: folder.appending(path: "out/%2E.%2Fs%2F1/4/oembed.json")))
    #expect(data.thumbnailURL == "https://example.com/c/%252E.%252Fs%252F1/4/card.png")
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func showsTheThreeMostLikedCommentsInTheTopLayout() throws {
    let folder = try Fixture.folder()
    try Data(Self.stories.utf8).write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.atoll(
      [
        "card", "stories.ndjson", "--layout", "top", "--address", "https://example.com/c/", "-o",
        "out",
      ], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = try String(
      contentsOf: folder.appending(path: "out/%2E.%2Fs%2F2/index.html"), encoding: .utf8)
    let texts = page.matches(of: />(Text \d)</).map { String($0.1) }
    #expect(texts == ["Text 4", "Text 3", "Text 2"])
    #expect(page.contains(">Most liked comments</h2>"))
  }

  @Test(arguments: [
    ("deleted", "In reply to a deleted comment"), ("rejected", "In reply to a removed comment"),
    ("withheld", "In reply to a hidden comment"),
  ])
  func saysWhyTheParentCommentIsNotShown(reason: String, words: String) throws {
    let folder = try Fixture.folder(
      #"""
      {"atoll":1,"story":{},"comments":[{"id":"1","body":"Gone","tombstone":"\#(reason)"},
        {"id":"2","parentId":"1","author":"Ann","body":"I see."}]}
      """#)
    let outcome = try Command.atoll(
      ["render", "thread.json", "--format", "card", "--comment", "2"], in: folder)
    #expect(outcome.output.contains("<p class=\"a-to\"><span>\(words)</span></p>"), "\(outcome)")
    #expect(!outcome.output.contains("Gone"))
  }

  @Test(arguments: [
    (#""body":" ""#, "has no text"), (#""body":"<br>","bodySyntax":"html""#, "has no text"),
    (#""body":"Gone","tombstone":"deleted""#, "is not shown (deleted)"),
    (#""body":"\u200b\u200b""#, "has no text"), (#""body":"\u2060""#, "has no text"),
    (#""body":"<p>\u200b</p><p>\u200b</p>","bodySyntax":"html""#, "has no text"),
  ])
  func rejectsCommentsWithNothingToShow(body: String, message: String) throws {
    let folder = try Fixture.folder(
      #"{"atoll":1,"story":{"id":"1"},"comments":[{"id":"2","author":"Ann",\#(body)}]}"#)
    let outcome = try Self.card(["--comment", "2", "--address", Self.address], in: folder)
    #expect(outcome.ended(with: 65, saying: "the comment '2' \(message); there is no card"))
    let best = try Command.atoll(
      ["card", "thread.json", "--top", "1", "--address", Self.address, "-o", "out"], in: folder)
    #expect(best.status == 0 && best.errors.contains("there is no card"), "\(best)")
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func writesTheCardsOfAllStoriesThatCanBeRead() throws {
    let folder = try Fixture.folder()
    let lines = [
      #"{"atoll":1,"story":{"id":"ab"},"comments":[{"id":"c","author":"Ann","body":"One"}]}"#,
      #"{"broken"#,
      // On Linux, names that differ only in case are different folders.
      #"{"atoll":1,"story":{"id":"aB"},"comments":[{"id":"c","author":"Ann","body":"Two"}]}"#,
      #"{"atoll":1,"story":{},"comments":[{"id":"c","author":"Ann","body":"Three"}]}"#,
      #"{"atoll":1,"story":{"id":"ab"},"comments":[{"id":"d","author":"Ann","body":"Four"}]}"#,
      #"{"atoll":1,"story":{"id":"z"},"comments":[{"id":"e","body":"\u200b\u200b","likes":9},{"id":"f","body":"Five"}]}"#,
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.bash(
      """
      atoll card stories.ndjson --top 1 --address https://example.com/c/ -o out
      echo $?; find out -name card.png | LC_ALL=C sort
      atoll card -q stories.ndjson --story z --layout top --address https://example.com/c/ -o one
      find one -name card.png
      atoll batch -q stories.ndjson -f text --cards https://example.com/c/ | grep -o 'c/z/[^"]*'
      """, in: folder)
    let written = outcome.output.split(separator: "\n")
    #expect(
      written == [
        "1", "out/aB/c/card.png", "out/ab/d/card.png", "out/z/f/card.png", "one/z/card.png",
        "c/z/f/card.png",
      ], "\(outcome)")
    for words in [
      "stories.ndjson, line 2", "stories.ndjson, line 4: error: the id ''", "2 of 5 stories",
      "line 5: note: the story 'ab' occurs more than once",
    ] {
      #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
    }
  }

  @Test func rejectsRowsOfADatabaseAsStories() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.bash(
      """
      mkdir dump
      echo '{"_id":"u1","username":"ann","tenantID":"t"}' > dump/users.ndjson
      echo '{"_id":"c1","storyID":"s","authorID":"u1","status":"NONE","revisions":[{"id":"r","body":"Hi"}]}' \
        > dump/comments.ndjson
      cp dump/comments.ndjson story.json
      for input in dump dump/comments.ndjson story.json; do
        atoll card $input --top 1 --address https://example.com/c/ -o out; echo $?
      done
      atoll card dump --from coral-dump --layout top --address https://example.com/c/ -o out; echo $?
      """, in: folder)
    #expect(outcome.output == "65\n65\n65\n64\n", "\(outcome)")
    #expect(outcome.errors.contains("--story ID --comment ID"), "\(outcome.errors)")
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func saysThatALongCommentIsCut() throws {
    let text = String(repeating: "sentence. ", count: 2000)
    let folder = try Fixture.folder(
      #"{"atoll":1,"story":{"id":"1"},"comments":[{"id":"2","author":"Ann","body":"\#(text)"}]}"#)
    let outcome = try Command.atoll(
      [
        "card", "thread.json", "-o", "out", "--comment", "2", "--address", Self.address,
        "--max-body-bytes", "16384",
      ], in: folder)
    #expect(outcome.errors.contains("comment 2: warning: the body is longer"), "\(outcome.errors)")
    let page = try String(contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(page.contains("sentence. sentence.…</p>"))
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func showsTheAuthorsWordsBelowALongQuote() throws {
    let quote = String(repeating: "quoted sentence here. ", count: 800)
    let folder = try Fixture.folder(
      #"{"atoll":1,"story":{"id":"1"},"comments":[{"id":"2","author":"Ann","body":"> \#(quote)\n\nMy own words."}]}"#
    )
    let outcome = try Self.card(["--comment", "2", "--address", Self.address], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for name in ["index.html", "oembed.json"] {
      let text = try String(contentsOf: folder.appending(path: "out/\(name)"), encoding: .utf8)
      #expect(text.contains("My own words."), "\(name)")
    }
  }

  @Test func rejectsALogoThatIsNotAnImage() throws {
    let folder = try Fixture.folder()
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      .write(to: folder.appending(path: "cut.png"))
    for (file, message) in [("thread.json", "JPEG"), ("cut.png", "damaged")] {
      let outcome = try Self.card(
        ["--comment", "2", "--address", Self.address, "--logo", file], in: folder)
      #expect(outcome.status == 78 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  /// The properties that the specification of oEmbed requires of rich data.
  private struct OEmbed: Decodable {
    var version: String
    var type: String
    var html: String
    var width: Int
    var height: Int
    var thumbnailURL: String
    var providerName: String?
    var providerURL: String?

    enum CodingKeys: String, CodingKey {
      case version, type, html, width, height
      case thumbnailURL = "thumbnail_url"
      case providerName = "provider_name"
      case providerURL = "provider_url"
    }
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func keepsTheImageSizeForATallComment() throws {
    let text = (1...40).map { "\($0)" }.joined(separator: "\\n\\n")
    let folder = try Fixture.folder(
      #"{"atoll":1,"story":{},"comments":[{"id":"2","author":"Ann","body":"\#(text)"}]}"#)
    let outcome = try Self.card(["--comment", "2", "--address", Self.address], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try Data(contentsOf: folder.appending(path: "out/card.png"))
    #expect(Self.size(ofPicture: picture) == [1200, 630])
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func escapesTheTextOfUsers() throws {
    let folder = try Fixture.folder()
    let text = #"\"><script>{{7*7}}"#
    let story =
      #"{"atoll":1,"story":{"title":"\#(text)"},"comments":[{"id":"2","author":"\#(text)","body":"\#(text)"}]}"#
    try Data(story.utf8).write(to: folder.appending(path: "thread.json"))
    let outcome = try Self.card(["--comment", "2", "--address", Self.address], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = try String(
      contentsOf: folder.appending(path: "out/index.html"), encoding: .utf8)
    #expect(!page.contains("<script>") && !page.contains("{{"))
  }

  @Test func removesItsTemporaryFolderWhenInterrupted() throws {
    let folder = try Fixture.folder()
    // The browser is started after the temporary folder has been created.
    let outcome = try Command.bash(
      #"""
      printf '#!/bin/sh\nls temporary >> seen\nkill -INT $PPID\n' > browser
      chmod +x browser; mkdir temporary
      CHROMIUM=$PWD/browser TMPDIR=$PWD/temporary \
        atoll card -q thread.json --comment 2 --address https://example.com/ -o out
      echo $?; ls; ls temporary
      """#, in: folder)
    #expect(outcome.output == "130\nbrowser\nseen\ntemporary\nthread.json\n", "\(outcome)")
    let seen = try String(contentsOf: folder.appending(path: "seen"), encoding: .utf8)
    #expect(seen.hasPrefix("atoll-card-"))
  }

  @Test func stopsWaitingForAHangingBrowserWhenInterrupted() throws {
    let folder = try Fixture.folder()
    // The browser hangs once it has been sent a command, while atoll waits for the answer.
    let outcome = try Command.bash(
      #"""
      printf '%s\n' '#!/bin/sh' 'echo $$ >> ids' 'head -c 1 <&3' 'kill -INT $PPID' \
        'exec sleep 300' > browser
      chmod +x browser; mkdir temporary
      CHROMIUM=$PWD/browser TMPDIR=$PWD/temporary \
        atoll card -q thread.json --comment 2 --address https://example.com/ -o out
      echo $?; ls; ls temporary; grep -c . ids
      kill -0 $(cat ids) 2> errors || echo gone
      """#, in: folder)
    #expect(
      outcome.output == "130\nbrowser\nids\ntemporary\nthread.json\n1\ngone\n", "\(outcome)")
  }

  @Test func reportsAMissingBrowser() throws {
    let folder = try Fixture.folder()
    let outcome = try Self.card(
      ["--comment", "2", "--address", Self.address], in: folder,
      environment: ["CHROMIUM": "/nonexistent"])
    #expect(outcome.status == 4)
    #expect(
      outcome.errors.contains("'/nonexistent'") && outcome.errors.contains("apt-get install"),
      "\(outcome.errors)")
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test(arguments: [
    (["--comment", "2"], "--address"), (["--address", address], "--comment"),
    (["--comment", "9", "--address", address], "'9'"),
    (["--comment", "2", "--address", "c/2/"], "'c/2/'"),
    (["--comment", "2", "--address", "https://example.com/c"], "slash"),
    (["--comment", "2", "--address", "https://example.com/{id}/"], "{"),
    (["--comment", "2", "--address", "https://example.com/a b/"], "it contains a space"),
    (
      ["--comment", "2", "--address", address, "--scheme", "host"],
      "the values are light, dark, auto"
    ),
    (["--comment", "2", "--address", address, "--scale", "3"], "--scale"),
    (["--comment", "2", "--address", address, "--size", "1x1"], "--size"),
    (["--comment", "2", "--address", address, "--top", "3"], "--top"),
    (["--layout", "top", "--address", address, "--top", "4"], "room for 3"),
    (["--top", "1", "--address", address, "--ancestors", "2"], "--ancestors"),
    (["--comment", "2", "--address", address, "-o", "-"], "several files"),
  ])
  func rejectsMissingAndInvalidOptions(options: [String], message: String) throws {
    let folder = try Fixture.folder()
    let outcome = try Self.card(options, in: folder)
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test(arguments: ["notes.txt", "index.html", "oembed.json"])
  func rejectsAnOutputFolderWithFilesOfTheUser(name: String) throws {
    let folder = try Fixture.folder()
    let out = folder.appending(path: "out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: out.appending(path: name))
    let outcome = try Self.card(["--comment", "2", "--address", Self.address], in: folder)
    #expect(outcome.status == 73 && outcome.errors.contains("'\(name)'"), "\(outcome.errors)")
    #expect(try Self.listing(out) == [name])
  }

  /// A server with TLS that has a picture for each path, and writes each path to `paths`.
  private static let imageServer = """
    import http.server, ssl, struct, zlib
    def chunk(kind, data):
      return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = (b'\\0' + b'\\xff\\0\\0' * 200) * 150
    picture = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 200, 150, 8, 2, 0, 0, 0)) \
      + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
    class Handler(http.server.BaseHTTPRequestHandler):
      def do_GET(self):
        open('paths', 'a').write(self.path + '\\n')
        self.send_response(200)
        self.end_headers()
        self.wfile.write(picture)
      def log_message(self, *words): pass
    server = http.server.HTTPServer(('', 443), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain('cert.pem', 'key.pem')
    server.socket = context.wrap_socket(server.socket, server_side=True)
    open('ready', 'w').close()
    server.serve_forever()
    """

  /// The server is on a public address of a network that only this test can reach.
  @Test(
    .enabled(if: hasBrowser, "there is no Chromium"),
    .enabled(if: TestMachine.canMakeNetworks, "the system allows no networks of tests"))
  func fetchesImagesFromPublicServersOnly() throws {
    let folder = try Fixture.folder(
      #"""
      {"atoll":1,"story":{"title":"T"},"comments":[
        {"id":"1","author":{"name":"Ann","avatar":"https://private.example/ann.png"},"body":"See this.","media":{
          "kind":"gif","url":"https://media.example/1.gif","still":"https://media.example/1.png?a=1&b=2"}}]}
      """#)
    try Data(Self.imageServer.utf8).write(to: folder.appending(path: "server.py"))
    let network = """
      ip link set lo up && ip address add 203.0.113.9/32 dev lo && mount --bind hosts /etc/hosts \
        && mount --bind cert.pem /etc/ssl/certs/ca-certificates.crt
      """
    let made = try Command.bash(
      """
      printf '203.0.113.9 media.example\n127.0.0.1 private.example\n' > hosts
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=a \
        -addext subjectAltName=DNS:media.example,DNS:private.example
      """, in: folder)
    try #require(made.status == 0, "\(made.errors)")
    let card = "atoll card thread.json --comment 1 --address \(Self.address)"
    let outcome = try Command.bash(
      """
      unshare -rmn bash -c '\(network)
        python3 server.py & trap "kill -9 $!" EXIT
        until [[ -e ready ]]; do kill -0 $! || exit 1; sleep 0.1; done
        \(card) --images load -o with && \(card) -o without; exit $?'
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("warning") } == [
        "https://private.example/ann.png: warning: the server cannot be reached: the host is not a public one"
      ], "\(outcome.errors)")
    let paths = try String(contentsOf: folder.appending(path: "paths"), encoding: .utf8)
    #expect(paths == "/1.png?a=1&b=2\n")
    let page = try String(contentsOf: folder.appending(path: "with/index.html"), encoding: .utf8)
    #expect(page.contains(#"src="https://media.example/1.png?a=1&amp;b=2""#))
    let pictures = try ["with", "without"].map {
      try Data(contentsOf: folder.appending(path: "\($0)/card.png"))
    }
    #expect(pictures[0] != pictures[1])
  }
}
