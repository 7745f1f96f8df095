import Foundation
import Testing

/// `atoll store index`: lists of stories, a feed and sitemaps.
struct SiteIndexTests {
  /// A folder with `make`, which writes a store of stories `s0`, `s1` and so on; story N has N comments in month N of 2026.
  private static let make = """
    make() {
      for n in "$@"; do
        printf '{"atoll":1,"story":{"id":"s%d","url":"https://example.com/%d","title":"Story %d <b> {{x}}"},"comments":[' $n $n $n
        for ((i = 1; i <= n; i++)); do
          [ $i = 1 ] || printf ,
          printf '{"id":"c%d","author":{"name":"A"},"createdAt":"2026-%02d-03T10:00:00Z","body":"x"}' $i $n
        done
        echo ']}'
      done > stories
      atoll batch stories --store store -f page --style-sheet /a.css --no-sync --max-removed 100% > /dev/null
    }
    index() {
      atoll store index store lists --stories https://example.com/c --address https://example.com/l \\
        --style-sheet /a.css "$@"
    }
    """

  @Test func listsStoriesByTimeByNumberOfCommentsAndByMonth() throws {
    let outcome = try Command.bash(
      """
      \(Self.make)
      make 0 1 2 3
      index --title 'News & <more>' --per-page 2
      titles() { grep -o 'Story [0-9]' lists/$1 | tr '\\n' ,; echo; }
      for file in index.html index-2.html discussed.html 2026-02.html; do titles $file; done
      grep -o 'rel="[a-z]*">[A-Z][a-z]* page' lists/index-2.html
      grep -o '<h1>.*</h1>' lists/index.html
      grep -c '{{' lists/index.html
      grep -o '<lastmod>[^<]*' lists/sitemap-1.xml
      grep -c '<loc>' lists/sitemap-1.xml
      """, in: try Command.makeFolder())
    #expect(
      outcome.output == """
        10 files written, 0 removed, 0 unchanged
        Story 3,Story 2,
        Story 1,
        Story 3,Story 2,
        Story 2,
        rel="prev">Previous page
        <h1>News &amp; &lt;more&gt;</h1>
        0
        <lastmod>2026-01-03T10:00:00Z
        <lastmod>2026-02-03T10:00:00Z
        <lastmod>2026-03-03T10:00:00Z
        4

        """, "\(outcome)")
  }

  @Test func removesNothingOutsideItsFolder() throws {
    let outcome = try Command.bash(
      """
      \(Self.make)
      make 1
      index > /dev/null
      touch mine
      echo ../mine >> lists/.atoll-index
      index; echo $?
      rm lists/.atoll-index; mkdir lists/.atoll-index
      index; echo $?
      ls mine
      """, in: try Command.makeFolder())
    #expect(outcome.output.hasSuffix("mine\n") && !outcome.output.contains("\n0\n"), "\(outcome)")
    #expect(outcome.errors.contains("the record names a file in another folder"))
    #expect(outcome.errors.contains("this is not a file that lists the files of earlier runs"))
  }

  @Test func writesOnlyWhatChangedAndRemovesMonthsWithoutStories() throws {
    let outcome = try Command.bash(
      """
      \(Self.make)
      make 1 2
      index
      index
      make 1
      index --pending pending
      sort pending
      touch lists/mine && ls lists
      """, in: try Command.makeFolder())
    #expect(
      outcome.output == """
        7 files written, 0 removed, 0 unchanged
        0 files written, 0 removed, 7 unchanged
        5 files written, 1 removed, 1 unchanged
        2026-01.html
        2026-02.html
        discussed.html
        feed.atom
        index.html
        sitemap-1.xml
        2026-01.html
        discussed.html
        feed.atom
        index.html
        mine
        sitemap-1.xml
        sitemap.xml

        """, "\(outcome)")
  }

  @Test func writesAFeedThatParsersUnderstand() throws {
    let outcome = try Command.bash(
      """
      \(Self.make)
      make 1 2
      index --feeds '{key}.atom'
      python3 - <<'END'
      import xml.etree.ElementTree as tree
      a, t = "{http://www.w3.org/2005/Atom}", "{http://purl.org/syndication/thread/1.0}"
      feed = tree.parse("lists/feed.atom").getroot()
      print(feed.find(a + "author").find(a + "name").text)
      for entry in feed.findall(a + "entry"):
          replies = [link for link in entry.findall(a + "link") if link.get("rel") == "replies"][0]
          print(entry.find(a + "title").text, entry.find(t + "total").text, replies.get("href"), replies.get(t + "count"))
      for name in ("sitemap.xml", "sitemap-1.xml"):
          print(tree.parse("lists/" + name).getroot().tag)
      END
      """, in: try Command.makeFolder())
    #expect(
      outcome.output == """
        7 files written, 0 removed, 0 unchanged
        Latest comments
        Story 2 <b> {{x}} 2 https://example.com/c/s2.atom 2
        Story 1 <b> {{x}} 1 https://example.com/c/s1.atom 1
        {http://www.sitemaps.org/schemas/sitemap/0.9}sitemapindex
        {http://www.sitemaps.org/schemas/sitemap/0.9}urlset

        """, "\(outcome)")
  }

  @Test func needsTheAddressesOfBothFolders() throws {
    let outcome = try Command.bash(
      """
      \(Self.make)
      make 1
      atoll store index store lists --address https://example.com/l
      echo $?
      """, in: try Command.makeFolder())
    #expect(outcome.output == "64\n", "\(outcome)")
  }
}
