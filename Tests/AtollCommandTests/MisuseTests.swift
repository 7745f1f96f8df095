import Foundation
import Testing

/// Mistakes on the command line, which end with a message that says what to do instead.
struct MisuseTests {
  private static let stories =
    #"{ echo '\#(BatchTests.story("s1"))'; echo '\#(BatchTests.story("s2"))'; } > stories.ndjson; "#

  /// Runs a line in a folder with `thread.json` and with two stories in `stories.ndjson`.
  private static func outcome(of line: String) throws -> Command.Outcome {
    try Command.bash(stories + line, in: try Fixture.folder())
  }

  @Test(arguments: [
    ("--story-id 7", "--story-id needs a server; add --server URL"),
    ("--timeout 5 thread.json", "--timeout needs a server"),
    (
      "thread.json --width 60",
      "--width is for the formats ansi, text, email, email-text, not for page"
    ),
    ("thread.json -f json --spoilers show", "not for json"),
    (
      "thread.json -f text --style-sheet /c.css",
      "--style-sheet is for the formats page, fragment, card, not for text"
    ),
    ("thread.json -f atom --scheme dark", "--scheme is for the formats page, fragment, card,"),
    ("thread.json --scheme host", "--scheme host is for the formats fragment, card, not for page"),
    ("thread.json -f text --style ign", "email, email-html, ansi, not for text"),
    ("thread.json -f ansi --templates .", "--templates is for the formats page, fragment, card,"),
    ("thread.json -f email --sort-controls on", "the formats page, fragment, json, not for email"),
    ("thread.json -f fragment --no-json-ld", "is for the format page, not for fragment"),
    ("thread.json -f json --robots noindex", "--robots is for the format page, not for json"),
    ("thread.json --heading-level 3", "--heading-level is for the formats fragment, card,"),
    ("thread.json -f text --images load", "--images load is for the formats page, fragment,"),
    ("thread.json -f card --pages 9", "--pages is for the format page, not for card"),
    ("thread.json -f json --archive 2026-01-01", "--archive is for the formats page, fragment,"),
    ("thread.json -f text --reviewed Game", "--reviewed is for the formats page, json-ld,"),
    ("thread.json --comment 1", "--comment is for the formats card, ansi, text, email,"),
    (
      "thread.json -f text --hyperlinks always", "--hyperlinks is for the format ansi, not for text"
    ),
    ("thread.json -f email --allow floats", "'floats' is not the name of a feature of HTML or CSS"),
    (
      "thread.json --zone Berlin",
      "unknown time zone 'Berlin' for option '--zone'; write a name such as"
    ),
    ("thread.json --only-new", "--only-new needs to know which comments are new; add --since"),
    ("thread.json -f email --guidelines https://e.example/", "--guidelines is about one comment"),
    (
      "thread.json -f email --comment 1 --rejection-reason SPAM",
      "--rejection-reason is for mails about rejected comments; add --notify rejected"
    ),
    ("thread.json -f fragment --canonical self", "--canonical is for the format page, not for"),
  ])
  func explainsWhyARenderOptionCannotBeUsed(options: String, message: String) throws {
    let outcome = try Self.outcome(of: "atoll render \(options) < /dev/null")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("--mail-from ann", "an address such as"), ("--mail-to ann", "an address such as"),
    ("--mail-to 'a@example.com, b@example.com'", "give each address by itself"),
    ("--reply-to @", "an address such as"), ("--message-id 1", "an id such as 1@example.com"),
    ("--references x", "an id such as 1@example.com"), ("--list-id x", "is not an id such as"),
    ("--subject $'a\\nb'", "could begin a new header"), ("--view-url x", "nor a merge tag"),
    ("--unsubscribe http://example.com/", "neither an https address nor a mailto one"),
    ("--unsubscribe-tag x", "neither a merge tag nor an https address"),
  ])
  func namesTheOptionOfAnInvalidMailHeader(option: String, message: String) throws {
    let outcome = try Self.outcome(of: "atoll render thread.json -f email \(option)")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    let name = option.prefix { $0 != " " }
    #expect(outcome.errors.contains("for option '\(name)'"), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("-f fragment --permalinks page", "such as talk- (--anchors)"),
    ("-f email --permalinks page", "write an address with {id} instead (--permalinks)"),
    (
      "--permalinks 'https://x.example/{id}' --canonical self",
      "the permalinks have no # before {id}; write one, as in https://example.com/talk/{story}.html#c-{id} (--permalinks)"
    ),
    ("--canonical self", "the page's own address is not known; write it, or permalinks with it"),
    ("--canonical self", "(--canonical, --permalinks)"), ("--canonical a/b", "(--canonical)"),
    ("--permalinks 'a/{id}'", "(--permalinks)"), ("--feed x", "(--feed)"),
    ("--pages 3 -o x --canonical self", "(--pages-url)"),
    ("-f json-ld --structured-data none", "and their kind is 'none' (--structured-data)"),
  ])
  func namesTheOptionsThatAnErrorOfTheLibraryIsAbout(options: String, message: String) throws {
    let outcome = try Self.outcome(of: "atoll render thread.json \(options)")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func doesNotCreateASuiteWithAnUnknownTheme() throws {
    let outcome = try Self.outcome(of: "atoll snapshot init --style nosuch; echo $?; ls")
    #expect(outcome.output == "78\nstories.ndjson\nthread.json\n", "\(outcome)")
    #expect(outcome.errors.contains("nosuch"))
  }

  @Test(arguments: [
    ("snapshot doctor x", "add --repeat N"), ("snapshot doctor --jobs 2", "add --repeat N"),
    ("snapshot accept x --all", "--all is for all pending snapshots"),
    ("snapshot reject --cause x --all", "--all is for all pending snapshots"),
    ("snapshot verify --width 300", "add --html DIR"),
    ("snapshot verify --html . --suite x.json", "leave one of them out"),
  ])
  func rejectsOptionsAndSnapshotNamesWithoutEffect(command: String, message: String) throws {
    let outcome = try Self.outcome(of: "atoll snapshot init -q; atoll \(command)")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("--only-new", "--only-new needs to know which comments are new; add --since"),
    ("--no-only-new", "--no-only-new needs to know which comments are new; add --since"),
    ("--store a.db --changes --max-removed 5", "so --max-removed has no effect"),
    ("--store a.db --changes --no-keep-missing", "so --no-keep-missing has no effect"),
    ("--store a.db --store b.db", "--store is given twice"),
  ])
  func rejectsBatchOptionsWithoutEffect(options: String, message: String) throws {
    let outcome = try Self.outcome(of: "atoll batch stories.ndjson \(options); echo $?; ls")
    #expect(outcome.output == "64\nstories.ndjson\nthread.json\n", "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome)")
  }

  @Test func requiresKeysForGrouping() throws {
    let outcome = try Self.outcome(of: "atoll batch stories.ndjson --group")
    #expect(outcome.status == 64 && outcome.errors.contains("add --strip-key"), "\(outcome)")
  }

  @Test func doesNotMentionKeptCommentsForABrokenLineOfABatch() throws {
    let outcome = try Self.outcome(of: "head -c 120 stories.ndjson | sed 's/$/\\n/' | atoll batch")
    #expect(outcome.output.contains("\"code\":\"bad_json\""), "\(outcome)")
    #expect(!outcome.output.contains("kept"))
  }

  @Test(arguments: [("html", "page"), ("rss", "atom"), ("eml", "email")])
  func suggestsTheFormatThatAnotherNameMeans(name: String, format: String) throws {
    let outcome = try Self.outcome(of: "atoll render thread.json -f \(name)")
    #expect(outcome.ended(with: 64, saying: "did you mean '\(format)'?"))
  }

  @Test func doesNotMistakeStoriesForADump() throws {
    for command in [
      "atoll batch stories.ndjson stories.ndjson",
      "mkdir all; cp stories.ndjson all; atoll batch all",
      "atoll demo -q; cp stories.ndjson demo/dump; atoll batch demo/dump",
    ] {
      let outcome = try Self.outcome(of: command)
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("stories.ndjson: error: the lines of this file are stories"))
      #expect(outcome.errors.contains("jq -c . FILES | atoll batch"))
    }
  }

  @Test(arguments: [
    "--from atoll", "--strip-key", "-f email --mail-from n@example.com --campaign july",
  ])
  func rejectsOptionsForLinesIfTheInputIsADump(option: String) throws {
    for input in ["demo/dump", "demo/dump/comments.ndjson demo/dump/stories.ndjson"] {
      let outcome = try Self.outcome(of: "atoll demo -q; atoll batch \(input) \(option)")
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(" is for lines of stories, but this input"), "\(outcome)")
    }
  }

  @Test(arguments: [
    "thread.json --report=thread.json", "thread.json --previous old.json -o old.json",
    "thread.json --previous old.json --report=./old.json", "thread.json --anonymize key -o key",
    "thread.json --style ours -o ours/theme.json", "thread.json --style ./ours/ -o ours/look.css",
    "thread.json --templates own -o own/byline.mustache",
    "thread.json --locale-file words.json -o words.json", "-o old.json < old.json",
    "thread.json -o new --report=new", "thread.json -o new --report=link",
    "thread.json --pages 2 -o old.json --previous old.json",
  ])
  func neverReplacesAnInputFile(arguments: String) throws {
    let outcome = try Self.outcome(
      of: """
        cp thread.json old.json; echo secret-secret-secret-secret > key; echo '{"extends":"nl"}' > words.json
        atoll theme copy plain ours -q; atoll template copy -q byline.mustache own
        ln -s new link; find . -type f ! -name before | xargs sha256sum > before
        atoll render \(arguments) > out; echo $?; sha256sum --check --quiet before
        """)
    #expect(outcome.output == "64\n", "\(outcome)")
    #expect(
      outcome.errors.contains("the output would replace the input")
        || outcome.errors.contains("two options name the same file"))
  }

  @Test(arguments: [
    "batch stories.ndjson --store site.db -o site.db",
    "batch stories.ndjson --store new.db -o new.db",
    "batch stories.ndjson --store new.db -o link", "batch stories.ndjson --store link -o new.db",
    "batch stories.ndjson --store site.db -o site.db-wal",
    "batch stories.ndjson --store new.db -o new.db-journal",
    "batch stories.ndjson --since-store site.db -o site.db",
    "digest thread.json --since-store site.db -o site.db", "store get site.db demo -o site.db",
    "fetch --all --server http://localhost:1 --state new -o new",
  ])
  func neverReplacesAStoreOrAStateFile(arguments: String) throws {
    let outcome = try Self.outcome(
      of: """
        jq -c . thread.json > stories.ndjson; atoll batch stories.ndjson --store site.db --no-sync > note
        ln -s new.db link; sha256sum site.db > before; atoll \(arguments) > out; echo $?; sha256sum --check --quiet before; ls new*
        """)
    #expect(outcome.output == "64\n", "\(outcome)")
    #expect(outcome.errors.contains("the output would replace the input"), "\(outcome)")
  }

  @Test func neverReplacesAStyleSheetOfTheInputTheme() throws {
    for command in [
      "atoll theme css ours -o ours/parts/look.css", "atoll theme css link -o ours/parts/look.css",
      "atoll theme css ours -o link/parts/look.css",
      "cd ours/parts; atoll theme css .. -o look.css",
      "cd ours; atoll theme css . -o parts/look.css",
      "mv ours/parts/look.css .; ln -s ../../look.css ours/parts; atoll theme css ours -o look.css",
    ] {
      let outcome = try Self.outcome(
        of: """
          atoll theme copy plain ours -q; mkdir ours/parts; mv ours/look.css ours/parts; ln -s ours link
          sed -i 's#"look.css"#"parts/look.css"#' ours/theme.json
          (\(command)); echo $?; atoll theme check ours -q
          """)
      #expect(outcome.output.hasSuffix("64\n"), "\(command): \(outcome)")
      #expect(
        outcome.errors.contains("look.css: error: the output would replace the input"), "\(outcome)"
      )
    }
  }

  @Test(arguments: [
    "cd demo/dump; atoll batch . -o ../../out/r.ndjson",
    "cd demo/dump; atoll render . --story 17 -f json -o ../../out/r.json",
    "atoll theme copy plain ours -q; cd ours; atoll theme css . -o ../out/look.css",
    "mkdir -p build; atoll template copy . -q; atoll batch demo/stories.ndjson --templates . -o build/a.ndjson",
    "cd demo; atoll template copy . -q; atoll batch stories.ndjson --templates . -f fragment -o results.ndjson; rm *.mustache email/*",
    "cd demo; rm -f *.json; atoll theme copy plain . -q; atoll batch stories.ndjson --style . -f fragment -o results.ndjson; rm *.css",
    "atoll render demo/dump --story 17 -q -o demo/dump/17.html",
    "mkdir -p plain; atoll render demo/thread.json --style plain -q -f fragment -o plain/a.json",
    "atoll render thread.json -q -o out/a.html -o out/a.html",
    "atoll render thread.json -q -o thread.json -o out/a.html",
  ])
  func replacesItsOwnEarlierOutput(command: String) throws {
    let outcome = try Self.outcome(
      of: "atoll demo -q; mkdir out; for n in 1 2; do (\(command)); echo $?; done")
    #expect(outcome.output == "0\n0\n", "\(outcome)")
  }

  @Test(arguments: [
    "render dump --story 17 -f json -o dump/17.json", "batch dump -o dump/results.ndjson",
    "batch dump -o ./dump/../dump/r.jsonl", "render dump --story 17 --report=dump/r.json",
    "theme css ours -o ours/new.css", "theme css ours -o ours/parts/new.json",
    "batch stories --style ours -f fragment -o ours/parts/r.json",
    "batch stories --templates own -f fragment -o own/parts/r.mustache",
    "snapshot verify --html site --summary site/parts/s.html",
  ])
  func neverWritesAnOutputThatTheNextRunWouldRead(command: String) throws {
    let outcome = try Self.outcome(
      of: """
        atoll demo -q; mv demo/dump .; mv demo/stories.ndjson stories; atoll theme copy plain ours -q; rm *.json *.ndjson
        atoll template copy comment.mustache own -q; mkdir -p {site,ours,own}/parts; cp demo/thread-page.html site
        find . > before; atoll \(command) > /dev/null; echo $?; find . | diff before -
        """)
    #expect(outcome.output == "64\n", "\(outcome)")
    #expect(outcome.errors.contains("the output would be an input of the next run"), "\(outcome)")
  }

  @Test(arguments: [
    "batch dump -f text -o dump/results.txt", "batch dump -f text --store dump/site.db",
    "batch stories --templates own -f fragment -o own/coment.mustach",
  ])
  func neverWritesAnOutputThatTheNextRunWouldRefuse(command: String) throws {
    let outcome = try Self.outcome(
      of: """
        atoll demo -q; mv demo/dump .; mv demo/stories.ndjson stories; atoll template copy comment.mustache own -q
        find . > before; atoll \(command) > /dev/null; echo $?; find . | diff before -
        """)
    #expect(outcome.output == "64\n", "\(outcome)")
    #expect(outcome.errors.contains("because of this output"), "\(outcome)")
  }

  @Test(arguments: [
    "render -q thread.json --pages 2 -o pages --report=pages/r.json",
    "store verify site.db --all --run 1",
  ])
  func refusesOptionsThatContradictEachOther(command: String) throws {
    let outcome = try Self.outcome(
      of: """
        jq -c . thread.json > stories.ndjson; atoll batch stories.ndjson --store site.db --no-sync > note
        mkdir pages; atoll \(command); echo $?; ls pages
        """)
    #expect(outcome.output == "64\n", "\(outcome)")
  }

  @Test func refusesArgumentsThatAreNotUTF8() throws {
    let outcome = try Self.outcome(
      of: #"""
        cp thread.json $'th\xe4.json'; atoll render $'th\xe4.json'; echo $?
        atoll render thread.json -o $'o\xe4.html'; echo $?; ls | grep -c html
        """#)
    #expect(outcome.output == "64\n64\n0\n", "\(outcome)")
    #expect(outcome.errors.contains("error: argument 2 is not UTF-8"), "\(outcome)")
    #expect(outcome.errors.contains("error: argument 4 is not UTF-8"), "\(outcome)")
  }

  @Test(arguments: ["theme copy ign", "template copy", "demo -o"])
  func writesAllFilesEvenIfTheReaderClosesThePipe(command: String) throws {
    let outcome = try Self.outcome(
      of: """
        set -o pipefail; atoll \(command) whole | wc -l; find whole -type f | wc -l
        atoll \(command) part | true; diff -r whole part && echo same
        """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "same", "\(outcome)")
  }

  @Test(arguments: ["--state a.part -o a", "--state a -o a.lock"])
  func refusesAStateFileThatReplacesAnotherFileOfTheRun(options: String) throws {
    let outcome = try Self.outcome(
      of: "atoll fetch --server https://talk.example.com --all \(options)")
    #expect(outcome.status == 64, "\(outcome)")
  }

  @Test func doesNotFetchIntoAMissingFolder() throws {
    let outcome = try Self.outcome(
      of: "atoll fetch --server https://talk.example.com --all --state no/state -o stories")
    #expect(outcome.ended(with: 73, saying: "create it with: mkdir -p no\n"))
  }

  @Test func doesNotCreateASuiteWithAMissingStory() throws {
    let outcome = try Self.outcome(of: "atoll snapshot init thread.jsn; echo $?; ls")
    #expect(outcome.output == "66\nstories.ndjson\nthread.json\n", "\(outcome)")
    #expect(outcome.errors.contains("did you mean 'thread.json'?"))
  }

  @Test func suggestsTheFullNameOfAnAbbreviatedOption() throws {
    let outcome = try Self.outcome(of: "atoll batch stories.ndjson --fold 1")
    #expect(
      outcome.ended(with: 64, saying: "unknown option '--fold'; did you mean '--fold-depth'?"))
  }

  @Test(arguments: [
    ("render --robts noindex", "did you mean '--roots' or '--robots'?"),
    ("render --form email", "did you mean '--format' or '--from'?"),
    ("render --version", "--version cannot follow a subcommand"),
    ("render --theme plain", "did you mean '--style'?"),
    ("batch --timezone UTC", "did you mean '--zone'?"),
    ("render --language de", "did you mean '--locale'?"),
    ("render thread.json --zone america/new_york", "did you mean 'America/New_York'?"),
    ("thread.json", "to render it: atoll render thread.json"),
    ("version", "did you mean '--version'?"),
    ("demo -o -", "which cannot be standard output"),
    ("render thread.json -f json-ld --fold 1", "--fold is for the formats page, fragment, ansi"),
    ("render thread.json -f atom --no-notices", "--no-notices is for the formats"),
    (
      "render thread.json -f email-html --message-id a@example.com",
      "is for the format email, not for"
    ),
  ])
  func suggestsWhatWasMeant(command: String, advice: String) throws {
    let outcome = try Self.outcome(of: "atoll \(command)")
    #expect(outcome.ended(with: 64, saying: advice))
  }

  /// Editors open a location in a message only if its path is relative to the working folder.
  @Test(arguments: [
    "render thread.json --templates looks/ours", "template check looks/ours/",
    "render thread.json --templates looks/ours -f email", "template list looks/other",
    "batch stories.ndjson --templates looks/ours",
  ])
  func printsTemplatePathsRelativeToTheWorkingFolder(command: String) throws {
    let outcome = try Self.outcome(
      of: """
        mkdir -p looks/ours/email looks/other; echo '<p>{{autor}}</p>' > looks/ours/comment.mustache
        cp looks/ours/comment.mustache looks/ours/email; cp looks/ours/comment.mustache looks/other/coment.mustache
        atoll \(command)
        """)
    #expect(outcome.status == 78)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains(".mustache:") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("looks/o") }, "\(outcome.errors)")
  }

  @Test(arguments: [
    "render thread.json --style looks/ours", "theme check looks/ours", "theme css looks/ours/",
    "card thread.json --comment 1 --address https://example.com/ -o out --style looks/ours",
  ])
  func printsThemePathsRelativeToTheWorkingFolder(command: String) throws {
    let outcome = try Self.outcome(
      of: """
        mkdir -p looks/ours; echo '{"extends": "ign", "light": {"inc": "#000000"}}' > looks/ours/theme.json
        atoll \(command)
        """)
    #expect(outcome.ended(with: 78, saying: "looks/ours/theme.json:1:31: error: unknown token"))
  }

  @Test func explainsHowToListTemplateNames() throws {
    let outcome = try Self.outcome(of: "atoll template list --dump zzzzzzzz")
    #expect(outcome.errors.contains("atoll template list prints the names"), "\(outcome)")
  }
}
