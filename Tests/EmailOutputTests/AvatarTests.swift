import Atoll
import Foundation
import Testing

/// The initials of authors, which need no picture.
@Suite struct AvatarTests {
  private static func discs(of html: String) -> [(color: String, initials: String)] {
    html.matches(of: /bgcolor="(#[0-9a-f]{6})" [^>]*><font color="#ffffff">([^<]*)<\/font>/).map {
      (String($0.1), String($0.2))
    }
  }

  @Test func givesEachCommentTheInitialsOfItsAuthor() throws {
    let html = try Stories.text(FrameTests.story(), .emailHTML)
    #expect(Self.discs(of: html).map(\.initials) == ["A", "B", "C", "D", "E", "F", "G"])
    #expect(html.components(separated: "aria-hidden=\"true\"") == 7)
  }

  @Test func givesAnAuthorTheSameColorInEveryStory() throws {
    let one = Self.discs(of: try Stories.text(FrameTests.story(), .emailHTML))
    let other = Self.discs(
      of: try Stories.text(FrameTests.story(#""url": "https://b.example/x""#), .emailHTML))
    #expect(one.map(\.color) == other.map(\.color))
    #expect(Set(one.map(\.color)).count > 2)
  }

  @Test func followsTheTheme() throws {
    var options = Options()
    options.format = .emailHTML
    let plain = try Renderer(options: options, style: .embedded("plain"))
      .render(FrameTests.story()).bytes
    #expect(!String(decoding: plain, as: UTF8.self).contains("<font"))
  }

  @Test func isNotInTheTextPart() throws {
    let text = try Stories.text(FrameTests.story(), .emailText)
    #expect(!text.split(separator: "\n").contains("A"))
  }
}
