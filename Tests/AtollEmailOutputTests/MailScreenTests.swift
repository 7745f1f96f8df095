import Atoll
import AtollComments
import Foundation
import Testing

/// True if there is a browser to render mails with; `ATOLL_REQUIRE_BROWSER` requires one.
private let hasBrowser: Bool = {
  let environment = ProcessInfo.processInfo.environment
  if environment["ATOLL_REQUIRE_BROWSER"] == "1" { return true }
  let folders = (environment["PATH"] ?? "").split(separator: ":")
  return folders.contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(environment["CHROMIUM"] ?? "chromium")")
  }
}()

/// Screenshots of the HTML decoded from messages.
@Suite(.enabled(if: hasBrowser, "there is no Chromium"), .serialized) struct MailScreenTests {
  static let hard = "Tests/EndToEnd/mails/hard.json"
  static let longWords = "Tests/EndToEnd/mails/long-words.json"
  static let demo = "Sources/Command/AtollCommand/Demo/story.json"
  static let evening = Timestamp(milliseconds: 1_785_520_800_000)

  /// In light and dark, on screens of three widths: everything fits and is legible, and the lines above a text are in
  /// order.
  @Test func rendersLegibleMailsWithoutOverflowInLightAndDark() throws {
    var mails: [String: [UInt8]] = [:]
    for language in ["en", "ar"] {
      for (name, path) in [
        ("hard", Self.hard), ("demo", Self.demo), ("long-words", Self.longWords),
      ] {
        mails["\(name)-\(language)"] = try Stories.mail(Stories.story(at: path)) {
          $0.language = language
        }
      }
    }
    for language in ["en", "ar"] {
      for kind in NotificationTests.kinds {
        let notification = try NotificationTests.notification(kind)
        mails["\(kind.rawValue)-\(language)"] = try Stories.mail(NotificationTests.story()) {
          $0.language = language
          $0.configure(for: notification)
        }
      }
      let hard = try Stories.story(at: Self.hard)
      for position in hard.positions where hard.comment(at: position).tombstone == nil {
        let id = hard.comment(at: position).id
        mails["one-\(mails.count)-\(language)"] = try Stories.mail(hard) {
          $0.focus = id
          $0.language = language
        }
      }
    }
    let stories = try [Self.hard, Self.demo].map(Stories.story)
    for language in ["en", "ar"] {
      mails["digest-\(language)"] = try DigestOfSeveralStoriesTests.render(stories, .email) {
        $0.language = language
        $0.digest?.maxCommentsPerStory = 40
      }.bytes
    }
    mails["relative"] = try Stories.mail(Stories.story(at: Self.demo)) { $0.now = Self.evening }
    mails["plain"] = try Renderer(options: Self.options, style: .embedded("plain"))
      .render(Stories.story(at: Self.demo)).bytes
    mails["dark"] = try Stories.mail(Stories.story(at: Self.demo)) { $0.scheme = .dark }
    #expect(try MessageTests.findings(in: mails, by: "screens") == "")
  }

  private static var options: Options {
    var options = Options()
    options.format = .email
    return options
  }
}
