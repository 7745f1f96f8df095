import Foundation
import Testing

/// `atoll store export` and `atoll store outbox`.
struct ExportTests {
  /// Creates a folder with a store of these stories.
  private static func site(_ ids: String...) throws -> URL {
    let folder = try Command.makeFolder()
    let stories = ids.map { "\(BatchTests.story($0))\n" }.joined()
    try Data(stories.utf8).write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.atoll(
      ["batch", "stories.ndjson", "--store", "site.db", "-f", "fragment", "--no-sync"], in: folder)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    return folder
  }

  @Test func percentEncodesTheFileNameInEveryAddress() throws {
    let folder = try Self.site("k 1")
    let outcome = try Command.bash(
      """
      name=(--name 'a b/ä/{key}?#.html' --feeds 'a b/{key}.atom' --address https://e.com/c/)
      atoll store export site.db public "${name[@]}" --json | grep -o '"address":"[^"]*html"'
      sed -i 's/&#37;/%/g; s/&#126;/~/g' public/*.xml public/feed.atom
      grep -o '<loc>[^<]*html' public/sitemap-1.xml; grep -o 'href="[^"]*%[^"]*"' public/feed.atom
      atoll store outbox site.db outbox "${name[@]}" > note
      atoll store outbox site.db outbox "${name[@]}" --delivered > note
      sed -i s/Text/Words/ stories.ndjson
      atoll batch stories.ndjson --store site.db -f fragment --no-sync > note
      atoll store outbox site.db outbox "${name[@]}" > note; cat outbox/purge
      ls 'public/a b/ä'
      """, in: folder)
    let address = "https://e.com/c/a%20b/%C3%A4/k%25201%3F%23.html"
    let feed = "https://e.com/c/a%20b/k%25201.atom"
    #expect(
      outcome.output == """
        "address":"\(address)"
        <loc>\(address)
        href="\(address)"
        href="\(feed)"
        \(address)
        k%201?#.html

        """, "\(outcome)")
  }

  @Test(arguments: [
    "https://e.com/x?y=1/", "https://e.com/#/", "https://", "https:///", "https://a@e.com/",
    "mailto:a@e.com/", "https://e.com/c",
  ])
  func rejectsInvalidFolderAddresses(address: String) throws {
    let folder = try Self.site("s1")
    for words in [
      ["store", "export", "site.db", "public", "--address"],
      ["store", "outbox", "site.db", "outbox", "--address"],
      ["batch", "stories.ndjson", "--cards"],
      ["card", "stories.ndjson", "--top", "1", "-o", "card", "--address"],
    ] {
      let outcome = try Command.atoll(words + [address], in: folder)
      #expect(outcome.status == 64 && outcome.output == "", "\(words) \(outcome)")
      #expect(
        outcome.errors.contains("'\(address)' cannot be the address of a folder"), "\(outcome)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["site.db", "stories.ndjson"])
  }

  @Test func shortensLongKeysTheSameWayInFilesAndListsAndPurges() throws {
    let long = [
      String(repeating: "k", count: 250), String(repeating: "k", count: 251),
      String(repeating: "字", count: 40),
    ]
    let folder = try Self.site(long[0], long[1], long[2], "s1")
    let outcome = try Command.bash(
      """
      atoll store export site.db public --address https://e.com/ --json |
        grep -o '"address":"[^"]*.html' | cut -d '"' -f 4 | sort > named
      cp public/sitemap-1.xml public/feed.atom .; sed -i 's/&#37;/%/g; s/&#126;/~/g' sitemap-1.xml feed.atom
      grep -o 'https:[^<]*.html' sitemap-1.xml | sort | diff named -
      grep -o 'replies"[^>]*.html' feed.atom | sed 's/.*https/https/' | sort | diff named -
      atoll store forget site.db --key \(long.map { "'\($0)'" }.joined(separator: " --key ")) --key s1 \\
        --dry-run --max-removed 100% --purge='https://e.com/{key}.html' | sort | diff named -
      sed 's,.*/,,; s,%25,%,g' named | sort > names; ls public | grep html | sort | diff names -
      wc -l < named; awk '{ print length($0) }' names | sort -n
      atoll store export site.db public --address https://e.com/
      """, in: folder)
    #expect(
      outcome.output == "4\n7\n206\n208\n208\n0 files written, 0 removed, 7 unchanged\n",
      "\(outcome)")
  }

  @Test func namesFilesByTheirFormat() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      for format in page text atom json-ld email; do
        atoll batch stories.ndjson --store $format.db -f $format > note
        atoll store export $format.db $format > note
        ls $format
      done
      atoll store export page.db counts --content counts > note; ls counts
      """, in: folder)
    #expect(
      outcome.output == "s1.html\ns1.txt\ns1.atom\ns1.jsonld\ns1.eml\ns1.json\n", "\(outcome)")
  }

  private static let warningOfTwoOtherFiles = """
    public: warning: the folder was not empty and had no record of an export; files and folders that \
    were not replaced: 2; remove what does not belong there
    """

  @Test func warnsOnceThatAFolderWithoutARecordIsNotEmpty() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      atoll store export site.db public
      rm -r public/.atoll-export; echo mine > public/other.html
      atoll store export site.db public 2>&1
      atoll store export site.db public 2>&1
      """, in: folder)
    #expect(
      outcome.output == """
        1 file written, 0 removed, 0 unchanged
        \(Self.warningOfTwoOtherFiles)
        1 file written, 0 removed, 0 unchanged
        0 files written, 0 removed, 1 unchanged

        """, "\(outcome)")
  }

  @Test func warnsOfOtherFilesAfterAFirstExportThatFailed() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      mkdir -p public/s1.html/in-the-way; echo mine > public/other.html
      atoll store export site.db public 2> note; echo $?; rm -r public/s1.html
      atoll store export site.db public 2>&1
      atoll store export site.db public 2>&1
      """, in: folder)
    #expect(
      outcome.output == """
        73
        \(Self.warningOfTwoOtherFiles)
        1 file written, 0 removed, 0 unchanged
        0 files written, 0 removed, 1 unchanged

        """, "\(outcome)")
  }

  @Test func saysHowToReplaceADamagedRecord() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      for kind in export outbox; do
        atoll store $kind site.db $kind > note
        rm -f $kind/.atoll-export/record.db-*; yes | head -c 20000 > $kind/.atoll-export/record.db
        atoll store $kind site.db $kind 2>&1; echo $?
      done
      """, in: folder)
    let error = "record.db: error: this file is not the record of an export; "
    #expect(
      outcome.output == """
        export/.atoll-export/\(error)remove the folder export/.atoll-export, and export again
        65
        outbox/.atoll-export/\(error)name a new outbox; everything is uploaded again
        65

        """, "\(outcome)")
  }

  @Test func writesTheFeedInTheChosenLanguage() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      atoll store export site.db public --locale de; echo $?
      atoll store export site.db public --locale de --address https://e.com/ > note
      grep -o 'xml:lang.*' public/feed.atom; grep '^<title>' public/feed.atom | head -n 1
      atoll store outbox site.db outbox --address https://e.com/ > note
      atoll store outbox site.db outbox --address https://e.com/ --delivered > note
      atoll store outbox site.db outbox --locale de --address https://e.com/ > note
      grep -ho 'xml:lang.*' outbox/.atoll-export/new/*/feed.atom
      """, in: folder)
    #expect(
      outcome.output == """
        64
        xml:lang="de">
        <title>Neueste Kommentare</title>
        xml:lang="de">

        """, "\(outcome)")
    #expect(outcome.errors.contains("--locale needs --address"))
  }

  @Test func writesNoSitemapIndexIfNoStoryIsLeft() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      atoll store export site.db public --address https://e.com/; ls public
      atoll store forget site.db --key s1 --max-removed 100% > note
      atoll store export site.db public --address https://e.com/; ls public
      """, in: folder)
    #expect(
      outcome.output == """
        4 files written, 0 removed, 0 unchanged
        feed.atom
        s1.html
        sitemap-1.xml
        sitemap.xml
        1 file written, 3 removed, 0 unchanged
        feed.atom

        """, "\(outcome)")
  }

  @Test func writesIntoTheFolderThatALinkLeadsTo() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      mkdir target && ln -s target link
      atoll store export site.db link > note; echo $?
      readlink link; ls target | grep -c s1
      """, in: folder)
    #expect(outcome.output == "0\ntarget\n1\n", "\(outcome)")
  }

  @Test func exitsWith6IfNothingIsLeftToDeliver() throws {
    let folder = try Self.site("s1")
    let outcome = try Command.bash(
      """
      atoll store outbox site.db outbox; atoll store outbox site.db outbox --delivered
      atoll store outbox site.db outbox; echo $?
      """, in: folder)
    #expect(outcome.output == "stories: 1 file\n1 file delivered\n6\n", "\(outcome)")
    #expect(outcome.errors == "outbox: note: the target has everything\n")
  }
}
