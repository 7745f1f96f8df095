import Bytes
import Testing

@testable import Layout

@Suite("Language files") struct LanguageFileTests {
  static let english = EmbeddedData.files.first { $0.path == "en.json" }?.text ?? ""

  static func error(in text: String) -> String {
    do throws(LanguageError) {
      _ = try Language(tag: "xx", file: Array(text.utf8))
      return ""
    } catch {
      return error.description
    }
  }

  @Test(arguments: EmbeddedData.files.map(\.path))
  func areComplete(path: String) throws {
    let file = try #require(EmbeddedData.files.first { $0.path == path })
    let language = try Language(tag: String(path.prefix(2)), file: Array(file.text.utf8))
    #expect(path == "\(language.tag).json")
    #expect(Language.tags.contains(language.tag))
    #expect(Language.named(language.tag)?.tag == language.tag)
  }

  @Test func phrasesAreNumberedAsTheyAreDeclared() {
    #expect(Phrase.allCases.map(\.index) == Array(0..<Phrase.allCases.count))
    #expect(CountedPhrase.allCases.map(\.index) == Array(0..<CountedPhrase.allCases.count))
    #expect(PluralCategory.allCases.map(\.index) == Array(0..<6))
  }

  @Test(arguments: [
    (#"    "comment": "Comment","#, "", "expected the key 'comment' in place of 'replies'"),
    (
      #"    "sarcasm": "Sarcasm""#, #"    "sarcasm": "Sarcasm", "irony": "Irony""#,
      "expected no key 'irony'"
    ),
    (#""newest": "#, #""newset": "#, "expected the key 'newest' in place of 'newset'"),
    (##"{"one": "# like", "##, "{", "expected the key 'one' in place of 'other'"),
    (#""category": "one""#, #""category": "single""#, "expected a plural category"),
    (#""January", "#, "", "expected 12 months"),
    ("{day} {month}", "{day}", "the date needs {day}, {month} and {year}"),
    ("{month}", "{moon}", "the date needs {day}, {month} and {year}"),
    (" {year}", String(repeating: "-", count: 80) + "{year}", "80 bytes at most"),
    (#""list_separator": ", ","#, #""list_separator": ", ""#, "invalid JSON"),
  ])
  func nameWhatIsWrong(old: String, new: String, message: String) {
    let text = Self.english.replacing(old, with: new, maxReplacements: 1)
    #expect(text != Self.english)
    #expect(Self.error(in: text).contains(message), "\(Self.error(in: text))")
  }

  @Test func nameTheLine() {
    let text = Self.english.replacing("newest\"", with: "newset\"")
    let before = text.split(separator: "newset", maxSplits: 1)[0]
    let line = before.count { $0 == "\n" } + 1
    #expect(Self.error(in: text).hasPrefix("xx.json:\(line): error: expected the key 'newest'"))
  }
}
