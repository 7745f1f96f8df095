import AtollBytes
import Testing

@testable import AtollTemplating

/// Built-in templates and the files that replace them.
@Suite struct TemplateSetTests {
  func overriding(_ files: [(String, [UInt8])]) -> Result<TemplateSet, SourceErrors> {
    Result { () throws(SourceErrors) in
      try TemplateSet(overrides: files.map { ($0.0, $0.1) })
    }
  }

  func messages(_ files: [(String, [UInt8])]) -> [String] {
    switch overriding(files) {
    case .success: []
    case .failure(let errors): errors.errors.map(\.description)
    }
  }

  @Test func replacesOneTemplateAndKeepsTheOthers() throws {
    let set = try overriding([("email/comment.mustache", Array("mine".utf8))]).get()
    #expect(set.names == TemplateSet().names)
    #expect(set.text(of: "email/comment.mustache") == Array("mine".utf8))
    #expect(set.text(of: "comment.mustache") == TemplateSet().text(of: "comment.mustache"))
    #expect(set.isOverridden("email/comment.mustache") && !set.isOverridden("comment.mustache"))
  }

  @Test func removesAByteOrderMark() throws {
    let set = try overriding([("comment.mustache", [0xEF, 0xBB, 0xBF, 0x61])]).get()
    #expect(set.text(of: "comment.mustache") == [0x61])
  }

  @Test func rejectsUnknownFiles() {
    #expect(
      messages([("coment.mustache", []), ("zzz", []), ("README.md", [])]) == [
        "coment.mustache: error: there is no template of this name; did you mean 'comment.mustache'?",
        "zzz: error: there is no template of this name",
        "README.md: error: there is no template of this name",
      ])
  }

  /// The ending that all names share says nothing about what was meant.
  @Test func ignoresTheFileNameExtensionWhenSuggestingNames() {
    #expect(TemplateSet.nearestName(to: "nope.mustache", among: ["more.mustache"]) == nil)
    #expect(TemplateSet.nearestName(to: "sub/foo.mustache", among: ["author.mustache"]) == nil)
  }

  @Test func listsTheFilesThatCannotBeUsed() {
    let files: [(path: String, bytes: [UInt8])] = [
      ("coment.mustache", []), ("comment.mustache", Array("{{nope}}".utf8)),
      ("byline.mustache", [0x61, 0, 0x62, 0]),
    ]
    #expect(
      TemplateSet.errors(in: files).map(\.description) == [
        "coment.mustache: error: there is no template of this name; did you mean 'comment.mustache'?",
        "byline.mustache:1:1: error: this is UTF-16LE, not UTF-8; convert it first: iconv -f UTF-16LE -t UTF-8",
      ])
  }

  @Test func rejectsInvalidFiles() {
    let name = "comment.mustache"
    #expect(
      messages([(name, [0x61, 0x0A, 0x62, 0xFF])]) == ["\(name):2:2: error: the file is not UTF-8"])
    #expect(
      messages([(name, [0x61, 0x00])]) == ["\(name):1:2: error: the file has a NUL byte"])
    #expect(
      messages([(name, [UInt8](repeating: 0x61, count: TemplateSet.maximumFileSize + 1))]) == [
        "\(name):1:1: error: the file is larger than 1048576 bytes"
      ])
    #expect(messages([(name, []), (name, [])]) == ["\(name): error: the file is given twice"])
  }

  @Test func suggestsASimilarTemplate() {
    let schema = TemplateSchema([])
    do throws(SourceErrors) {
      _ = try TemplateSet().compile("commnet.mustache", schema: schema)
      Issue.record("compiled")
    } catch {
      #expect(error.errors.first?.suggestion == "comment.mustache")
    }
  }

  @Test func embedsOnlyTemplateFiles() {
    #expect(TemplateSet().names.allSatisfy { $0.hasSuffix(".mustache") })
  }
}
