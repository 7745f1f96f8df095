import AtollComments
import Testing

@testable import CoralClient

/// Messages about refusals, in every language.
@Suite struct RefusalWordsTests {
  static let reasons: [Refusal.Reason] = [
    .storyClosed, .commentingDisabled, .storyArchived, .tooShort, .tooLong, .editWindowOver,
    .notSignedIn, .banned, .suspended(until: nil), .warned, .emailNotVerified, .noName,
    .rateLimited(retryAfter: nil), .toxic, .spam, .repeated, .parentNotVisible, .storyNotFound,
    .commentNotFound, .notAllowed, .notSupported, .other("X"),
  ]

  @Test(arguments: Refusal.languages)
  func hasADistinctMessageForEveryReason(language: String) {
    var seen: Set<String> = []
    for reason in Self.reasons {
      let words = Refusal(reason).localizedMessage(in: language)
      #expect(words.count > 4 && !words.contains("@"), "\(reason)")
      #expect(seen.insert(words).inserted, "\(reason) has the words of another reason")
      if !language.hasPrefix("en") {
        #expect(words != Refusal(reason).localizedMessage(), "\(reason)")
      }
    }
    let own = OwnComment(AtollComments.Comment(id: "c", body: Body("x", syntax: .plain)))
    #expect(PostOutcome.heldForReview(own).localizedMessage(in: language)?.isEmpty == false)
    let rejected = [true, false].map { hasBannedWord in
      PostOutcome.rejected(own, hasBannedWord: hasBannedWord).localizedMessage(in: language) ?? ""
    }
    #expect(rejected.allSatisfy { $0.count > 4 && seen.insert($0).inserted })
  }

  @Test func saysWhenASuspensionEnds() {
    let until = Timestamp(iso8601: "2099-01-01T00:00:00Z")
    let words = Refusal(.suspended(until: until)).localizedMessage()
    #expect(words == "Your account is suspended until 1 January 2099, 00:00 UTC.")
  }

  @Test func choosesTheLanguageByItsTag() {
    let refusal = Refusal(.tooShort)
    #expect(refusal.localizedMessage(in: "de-AT") == refusal.localizedMessage(in: "de"))
    #expect(refusal.localizedMessage(in: "xx") == refusal.localizedMessage(in: "en"))
    #expect(Refusal(.other("X"), message: "Not today.").localizedMessage(in: "de") == "Not today.")
  }

  @Test func returnsNoMessageForAPublishedComment() {
    let own = OwnComment(AtollComments.Comment(id: "c", body: Body("x", syntax: .plain)))
    #expect(PostOutcome.published(own).localizedMessage() == nil)
    #expect(
      PostOutcome.refused(Refusal(.banned)).localizedMessage()
        == Refusal(.banned).localizedMessage())
  }
}
