import Foundation
import Testing

/// The cards that earlier runs of `atoll card` wrote into the same folder.
struct EarlierCardTests {
  private static func story(_ comments: String...) -> String {
    #"{"atoll":1,"story":{"id":"s"},"comments":[\#(comments.joined(separator: ","))]}"#
  }

  private static func comment(_ id: String, likes: Int, more: String = "") -> String {
    #"{"id":"\#(id)","author":"Ann","body":"Text \#(likes)","likes":\#(likes)\#(more)}"#
  }

  private static func write(_ story: String, in folder: URL) throws {
    try Data(story.utf8).write(to: folder.appending(path: "thread.json"))
  }

  private static func card(_ options: String, in folder: URL) throws -> Command.Outcome {
    try Command.bash(
      """
      atoll card thread.json \(options) --address https://example.com/c/ -o out; echo $?
      find out -name card.png | LC_ALL=C sort
      """, in: folder)
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func removesCardsOfCommentsThatAreGone() throws {
    let folder = try Fixture.folder(
      Self.story(Self.comment("a/1", likes: 5), Self.comment("b", likes: 4)))
    let first = try Self.card("--top 2", in: folder)
    #expect(first.output == "0\nout/s/a%2F1/card.png\nout/s/b/card.png\n", "\(first)")
    // Folders that Atoll did not write stay.
    _ = try Command.bash(
      """
      mkdir out/s/empty out/s/mine; cp out/s/b/* out/s/mine; echo mine > out/s/mine/notes.txt
      mkdir target; cp out/s/b/* target; ln -s ../../target out/s/link
      """, in: folder)
    try Self.write(
      Self.story(
        Self.comment("a/1", likes: 5, more: #","tombstone":"rejected""#),
        Self.comment("b", likes: 1), Self.comment("c", likes: 2)), in: folder)
    let second = try Self.card("--top 1", in: folder)
    #expect(
      second.output
        == "0\nout/s/b/card.png\nout/s/c/card.png\nout/s/mine/card.png\n", "\(second)")
    #expect(
      second.errors.contains("removed 1 card of comments that can no longer be shown"),
      "\(second.errors)")
    let left = try Command.bash("ls out/s target; readlink out/s/link", in: folder)
    #expect(
      left.output == """
        out/s:
        b
        c
        empty
        link
        mine

        target:
        card.png
        index.html
        oembed.json
        ../../target

        """, "\(left.output)")
    // The address of a card stays in use after others have more likes, and its text is current.
    let page = try String(contentsOf: folder.appending(path: "out/s/b/index.html"), encoding: .utf8)
    #expect(page.contains("Text 1") && !page.contains("Text 4"))
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func removesTheCardOfAStoryWithoutComments() throws {
    for (options, path) in [("--layout top", "out/s"), ("--top 1", "out/s/a")] {
      let folder = try Fixture.folder(Self.story(Self.comment("a", likes: 1)))
      let first = try Self.card(options, in: folder)
      #expect(first.output == "0\n\(path)/card.png\n", "\(first)")
      try Self.write(Self.story(), in: folder)
      let second = try Self.card(options, in: folder)
      #expect(second.output == "0\n", "\(second)")
      #expect(try Command.bash("ls -A out", in: folder).output.isEmpty)
    }
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func keepsCardsOfOneCommentApartFromThoseOfTheStory() throws {
    let folder = try Fixture.folder(Self.story(Self.comment("a", likes: 1)))
    _ = try Self.card("--layout top", in: folder)
    let outcome = try Self.card("--top 1", in: folder)
    #expect(outcome.output == "73\nout/s/card.png\n", "\(outcome)")
    #expect(outcome.errors.contains("--layout top"), "\(outcome.errors)")
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func saysThatTheCardOfAGoneCommentIsStillThere() throws {
    let folder = try Fixture.folder(Self.story(Self.comment("a", likes: 1)))
    _ = try Self.card("--comment a", in: folder)
    try Self.write(
      Self.story(Self.comment("a", likes: 1, more: #","tombstone":"rejected""#)), in: folder)
    let outcome = try Self.card("--comment a", in: folder)
    #expect(outcome.output == "65\nout/card.png\n", "\(outcome)")
    #expect(outcome.errors.contains("an earlier card is still in 'out'"), "\(outcome.errors)")
  }

  /// If the last version of a story has no card, an earlier version has none, either.
  @Test func writesNoEarlierVersionOfAStory() throws {
    let folder = try Fixture.folder()
    let lines = [
      Self.story(Self.comment("a", likes: 1)),
      Self.story(Self.comment(String(repeating: "b", count: 150), likes: 1)),
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "stories.ndjson"))
    // With the id of the second comment, the address of its card is too long.
    let address = "https://example.com/\(String(repeating: "c", count: 900))/"
    let outcome = try Command.bash(
      "atoll card stories.ndjson --top 1 --address \(address) -o out; echo $?; ls", in: folder)
    #expect(outcome.output == "64\nstories.ndjson\nthread.json\n", "\(outcome)")
  }
}
