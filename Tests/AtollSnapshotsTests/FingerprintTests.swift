import AtollSnapshots
import Testing

@Suite struct FingerprintTests {
  static let own = "HeadlessChrome-156.0/shell/11111111/22222222"

  @Test func readsBackTheTextItWrites() throws {
    let made = Fingerprint(
      engine: "HeadlessChrome/156.0 x", build: "shell", settings: "11111111", fonts: "22222222")
    #expect(made.text == "HeadlessChrome-156.0-x/shell/11111111/22222222")
    #expect(Fingerprint(made.text) == made)
    for text in ["", "1c68a766d9c3e438", "a/b/c", "a/b//d", "a/b/c/d/e", "a b/c/d/e"] {
      #expect(Fingerprint(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    (
      "HeadlessChrome-155.0/shell/11111111/22222222",
      "the reference was made by HeadlessChrome-155.0, and this machine has HeadlessChrome-156.0"
    ),
    (
      "HeadlessChrome-156.0/full/11111111/22222222",
      "the reference was made by the full browser, and this machine has the headless shell"
    ),
    ("HeadlessChrome-156.0/shell/11111111/33333333", "the reference was made with other fonts"),
    (
      "HeadlessChrome-156.0/shell/44444444/22222222",
      "the reference was made by another version of atoll, which starts the browser in another way"
    ),
    ("1c68a766d9c3e438", "another engine or other fonts made the reference"),
  ]) func describesHowFingerprintsDiffer(_ reference: String, _ words: String) {
    #expect(Fingerprint.difference(of: reference, from: Self.own) == words)
  }
}
