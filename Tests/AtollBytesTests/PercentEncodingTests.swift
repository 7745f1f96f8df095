import AtollBytes
import Testing

struct PercentEncodingTests {
  @Test(arguments: [
    ("a-b._~9", "a-b._~9"), ("ä b", "%C3%A4%20b"), ("50%", "50%25"), ("a/b?c", "a%2Fb%3Fc"),
    ("", ""),
  ])
  func encodesAndDecodesAllButUnreservedCharacters(text: String, encoded: String) {
    #expect(PercentEncoding.encoded(text.utf8) == Array(encoded.utf8))
    #expect(PercentEncoding.decoded(encoded.utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("100%", "100%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("%%41", "%A"), ("%+1", "%+1"),
  ])
  func keepsPercentSignsNotFollowedByTwoHexDigits(text: String, decoded: String) {
    #expect(PercentEncoding.decoded(text.utf8) == Array(decoded.utf8))
  }
}
