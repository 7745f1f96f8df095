import Testing

@testable import AtollBytes

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func computesTheExamplesOfTheStandard(text: String, expected: String) {
    let hexadecimal = SHA256.digest(Array(text.utf8))
      .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      .joined()
    #expect(hexadecimal == expected)
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func writesBase64(text: String, expected: String) {
    #expect(base64(Array(text.utf8)) == expected)
  }

  @Test(arguments: ["ab=c", "=abc", "a===", "abc", "ab==abcd", "ab c"])
  func rejectsMalformedBase64(text: String) {
    #expect(bytes(ofBase64: text) == nil)
  }
}
