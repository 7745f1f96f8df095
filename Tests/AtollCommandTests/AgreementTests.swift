import Foundation
import Testing

/// All formats show the same comments with the same words.
struct AgreementTests {
  /// Runs a script in a folder with `story.json`, a story that has these comments in JSON.
  private static func run(
    _ script: String, mode: String = "comments", comments: String
  ) throws -> Command.Outcome {
    let folder = try Command.makeFolder()
    let story = #"{"id":"s","url":"https://example.com/a","title":"T","mode":"\#(mode)"}"#
    try #"{"atoll":1,"story":\#(story),"comments":[\#(comments)]}"#.write(
      to: folder.appending(path: "story.json"), atomically: true, encoding: .utf8)
    return try Command.bash(script, in: folder)
  }

  @Test func showsAQuestionWithARatingOnlyOnce() throws {
    let outcome = try Self.run(
      """
      atoll render -q story.json | grep -o ' id="c-[^"]*"'
      atoll render -q story.json -f text | grep -c Hello
      atoll render -q story.json -f atom | grep -c '<entry>'
      atoll render -q story.json --pages 4 -o pages; ls pages; grep -c '"a" ' pages/redirects.map
      """, mode: "ratingsAndReviews",
      comments:
        #"{"id":"a","createdAt":"2024-03-01","body":"Hello","rating":5,"tags":["question"]}"#)
    #expect(
      outcome.output == """
         id="c-a"
        1
        1
        comments.json
        index.html
        page-1.html
        redirects.map
        1

        """, "\(outcome)")
  }

  @Test func foldsRepliesInPagesAndCountsThemInPlainText() throws {
    let outcome = try Self.run(
      """
      for f in page fragment; do
        atoll render -q story.json --fold a -f $f --anchors c- \\
          | grep -o ' id="c-[^"]*"\\|<details[^>]*>\\|<summary>[^<]*\\|a-from">[^<]*'
      done
      for f in text email-text; do atoll render -q story.json --fold a -f $f | grep -o '+ .*'; done
      for f in ansi email-html; do atoll render -q story.json --fold a -f $f | grep -o '2 replies hidden'; done
      atoll render -q story.json -f json-ld | grep -o '"text":"[^"]*"'
      atoll rows -q story.json --fold a
      """,
      comments: #"""
        {"id":"a","author":"A","createdAt":"2024-03-01","body":"one"},
        {"id":"b","author":"B","parentId":"a","createdAt":"2024-03-02","body":"two"},
        {"id":"c","author":"C","parentId":"b","createdAt":"2024-03-03","body":"three"}
        """#)
    let markup = """
       id="c-a"
      <details class="a-r">
      <summary>2 replies 
      a-from">· B, C
       id="c-b"
      <details class="a-r" open>
      <summary>1 reply
       id="c-c"

      """
    #expect(
      outcome.output == markup + markup + """
        + 2 replies hidden
        + 2 replies hidden
        2 replies hidden
        2 replies hidden
        "text":"one"
        "text":"two"
        "text":"three"
        + a  A  [2 hidden]: one

        """, "\(outcome)")
  }

  @Test func beginsANewLineForEachBlockOfAListItem() throws {
    let outcome = try Self.run(
      "atoll render -q story.json -f text | tail -n +5",
      comments: #"""
        {"id":"1","author":"A","createdAt":"2024-03-01","bodySyntax":"html",
         "body":"<ul><li>a<div>b</div></li><li>buy<blockquote>sell</blockquote></li><li><p>c</p></li></ul>"},
        {"id":"2","author":"B","createdAt":"2024-02-01","body":"- run this:\n  ```\n  rm x\n  ```\n\n1. do\n   # Step"}
        """#)
    #expect(
      outcome.output.contains(
        """
        - a
          b
        - buy
          > sell
        - c
        """), "\(outcome.output)")
    #expect(
      outcome.output.contains(
        """
        - run this:
              rm x
        """), "\(outcome.output)")
    #expect(outcome.output.contains("1. do\n   *Step*"), "\(outcome.output)")
  }

  @Test func putsASpaceBetweenTheBlocksInTheDescriptionOfAMail() throws {
    let outcome = try Self.run(
      "for id in 1 2 3; do atoll render -q story.json -f email-html --comment $id | grep -o 'description\"[^>]*'; done",
      comments: #"""
        {"id":"1","author":"A","createdAt":"2024-03-01","body":"- one\n  - two\n- three"},
        {"id":"2","author":"B","createdAt":"2024-03-02","body":"```\nls\n```\n\nworks"},
        {"id":"3","author":"C","createdAt":"2024-03-03","body":"a **b**c\n\n> quoted\n\nd"}
        """#)
    for words in ["one two three", "ls works", "a bc d"] {
      #expect(outcome.output.contains("a comment: \(words)\"\n"), "\(outcome.output)")
    }
  }

  @Test func replacesSpoilersAndTheirLineBreaksWithAnEllipsis() throws {
    let outcome = try Self.run(
      #"atoll render -q story.json -f json-ld | grep -o '"text":"[^"]*"'"#,
      comments: #"""
        {"id":"1","createdAt":"2024-03-01","bodySyntax":"html",
         "body":"<div>one</div><div><span class=\"coral-rte-spoiler\">secret</span> two</div>"},
        {"id":"2","createdAt":"2024-02-01","bodySyntax":"html",
         "body":"<span class=\"coral-rte-spoiler\">x<br>y</span>"}
        """#)
    #expect(outcome.output == #""text":"one\n… two""# + "\n" + #""text":"…""# + "\n")
  }

  @Test func convertsAccentedLettersToASCII() throws {
    let outcome = try Self.run(
      "for f in text ansi; do atoll render -q story.json -f $f --ascii | tail -1; done",
      comments: #"{"id":"1","createdAt":"2024-03-01","body":"cafe\u0301 caf\u00e9 o\u0323\u0302"}"#)
    #expect(outcome.output.components(separatedBy: "cafe cafe o").count == 3, "\(outcome.output)")
    #expect(!outcome.output.contains("?"))
  }

  @Test func mentionsOmittedEarlierCommentsInJSONAndText() throws {
    let outcome = try Self.run(
      "for f in json text; do atoll render -q story.json -f $f --since 2024-01-15 | grep -c earlier; done",
      comments: #"""
        {"id":"1","createdAt":"2024-01-01","body":"old"},
        {"id":"2","createdAt":"2024-02-01","body":"new"}
        """#)
    #expect(outcome.output == "1\n1\n", "\(outcome.output)")
  }

  @Test func explainsWhyStructuredDataIsEmpty() throws {
    let outcome = try Command.bash(
      """
      echo '{"atoll":1,"story":{"title":"T"},"comments":[{"id":"1","body":"x"}]}' > story.json
      atoll render story.json -f json-ld | wc -c
      atoll render story.json -f page > page.html
      """, in: try Command.makeFolder())
    #expect(outcome.output == "0\n")
    #expect(outcome.errors.components(separatedBy: "no-structured-data").count == 2, "\(outcome)")
  }
}
