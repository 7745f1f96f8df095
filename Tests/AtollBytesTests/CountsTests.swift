import AtollBytes
import Testing

@Suite struct CountsTests {
  @Test(arguments: [
    (1, "day", "1 day"), (90, "day", "90 days"), (2, "story", "2 stories"),
    (0, "reply", "0 replies"),
    (2000, "comment", "2,000 comments"), (3, "key", "3 keys"),
  ])
  func writesTheNounInSingularOrPlural(count: Int, noun: String, text: String) {
    #expect(counted(count, noun: noun) == text)
  }
}
