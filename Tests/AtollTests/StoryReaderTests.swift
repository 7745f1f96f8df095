import Atoll
import AtollComments
import Foundation
import Testing

@Suite struct StoryReaderTests {
  /// Documents of several sizes, in two notations, with a large one before smaller ones.
  private let documents = [3, 40, 1, 0, 40, 17].enumerated().map { turn, count in
    let comments = (0..<count).map { number in
      let author = number % 3 == 0 ? #"{"name":"Bob","badges":["x\#(number)"]}"# : #"{"name":"é"}"#
      let parent = number == 0 ? "null" : #""\#(turn)-\#(number / 2)""#
      return #"{"id":"\#(turn)-\#(number)","parentId":\#(parent),"author":\#(author),"#
        + #""body":"one\ntwo \#(number)","media":{"kind":"image","url":"https://example.org/"}}"#
    }
    let text =
      #"{"atoll":1,"story":{"title":"\#(turn)"},"comments":[\#(comments.joined(separator: ","))]}"#
    return Array(turn % 2 == 0 ? text.utf8 : text.replacingColons().utf8)
  }

  private func comments(_ story: Story) -> [AtollComments.Comment] {
    story.positions.map { story.comment(at: $0) }
  }

  @Test func readsEachStoryAsIfItWereTheOnlyOne() throws {
    var reader = StoryReader()
    for document in documents {
      let alone = try Reading([InputSource(name: "a", bytes: document)])
      let reading = try reader.read(document.span, named: "a")
      #expect(comments(reading.story) == comments(alone.story))
      #expect(reading.story.title == alone.story.title)
      #expect(reading.notes == alone.notes)
      #expect(reading.form == .atoll)
      for position in reading.story.positions {
        let id = reading.story.comment(at: position).id
        #expect(reading.story.position(of: id) == position)
      }
      reader.recycle(reading)
    }
  }

  @Test func readsTheSameStoryFromBytesOrASpanOrAFile() throws {
    let document = documents[1]
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    try Data(document).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let stories = try [
      Reading(document), Reading(document.span), Reading(file: file.path),
      Reading([InputSource(name: "a", bytes: document)]),
    ].map(\.story)
    for story in stories { #expect(comments(story) == comments(stories[0])) }
    #expect(stories[0].count == 40)
  }

  @Test func reportsTheFileThatCannotBeRead() {
    let missing = "/nonexistent/thread.json"
    let error = #expect(throws: AtollError.self) { try Reading(file: missing) }
    #expect(error?.place == missing && error?.message.hasPrefix("cannot be read") == true)
    let folder = #expect(throws: AtollError.self) { try Reading(file: "/") }
    #expect(folder?.message == "this is a folder, not a file")
  }

  @Test func keepsCopiesOfAStoryUnchangedWhenItsMemoryIsReused() throws {
    var reader = StoryReader()
    var kept: [Story] = []
    for document in documents {
      let reading = try reader.read(document.span)
      kept.append(reading.story)
      reader.recycle(reading)
    }
    for (story, document) in zip(kept, documents) {
      let alone = try Reading([InputSource(name: "a", bytes: document)]).story
      #expect(comments(story) == comments(alone))
    }
  }

  @Test func continuesAfterBrokenInput() throws {
    var reader = StoryReader()
    for document in documents {
      for broken in ["", "7", #"{"atoll":1"#, #"{"atoll":1}"#] {
        #expect(throws: AtollError.self) { try reader.read(Array(broken.utf8).span) }
      }
      let reading = try reader.read(document.span)
      let alone = try Reading([InputSource(name: "a", bytes: document)]).story
      #expect(comments(reading.story) == comments(alone))
      reader.recycle(reading)
    }
  }
}

extension String {
  /// Returns the same JSON with a space after every colon.
  fileprivate func replacingColons() -> String {
    split(separator: #"":"#, omittingEmptySubsequences: false).joined(separator: #"": "#)
  }
}
