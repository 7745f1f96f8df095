import Foundation
import Testing

import AtollSnapshots

@Suite struct LineDifferenceTests {
  static func difference(_ old: String, _ new: String) -> LineDifference {
    LineDifference(from: Array(old.utf8), to: Array(new.utf8))
  }

  /// Returns the lines `1` to `count`, with some of them replaced.
  static func lines(_ count: Int, _ changed: [Int: String] = [:]) -> String {
    (1...count).map { changed[$0] ?? "\($0)" }.map { "\($0)\n" }.joined()
  }

  @Test func writesAHunkForEachDifference() {
    let text = Self.difference(Self.lines(40), Self.lines(40, [5: "five", 30: "thirty"])).text()
    #expect(
      text == """
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
        @@ -27,7 +27,7 @@
         27
         28
         29
        -30
        +thirty
         31
         32
         33

        """)
  }

  @Test func joinsHunksWhoseContextTouches() {
    let text = Self.difference(Self.lines(20), Self.lines(20, [5: "five", 11: "eleven"])).text()
    #expect(text.count { $0 == "@" } == 4, "\(text)")
    #expect(text.hasPrefix("@@ -2,13 +2,13 @@\n"), "\(text)")
  }

  @Test func shortensLongLinesAroundEachDifference() {
    let filler = String(repeating: "lorem ipsum ", count: 200)
    let before =
      "\(filler)<p style=\"color:#a81010\">\(filler)<b style=\"color:#a81010\">\(filler)\n"
    let after = before.replacing("#a81010", with: "#9a1010")
    let difference = Self.difference(before, after)
    let lines = difference.text().split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].count { $0 == "#" } == 2 && lines[1].contains("p style=\"color:#a81010\""))
    #expect(lines[2].count { $0 == "#" } == 2 && lines[2].contains("b style=\"color:#9a1010\""))
    #expect(lines.allSatisfy { $0.unicodeScalars.count < 250 }, "\(lines)")
    #expect(difference.finding.old.contains("#a81010"))
    #expect(difference.finding.old.unicodeScalars.count < 100)
    #expect(difference.text(.whole).utf8.count > 2 * before.utf8.count)
  }

  @Test func doesNotSplitACharacterWhenShorteningALine() {
    let filler = String(repeating: "日本語の文章 ", count: 100)
    let text = Self.difference("\(filler)a\(filler)\n", "\(filler)b\(filler)\n").text()
    #expect(!text.contains("\u{FFFD}"), "\(text)")
    #expect(text.contains("a") && text.contains("b"))
  }

  @Test func shortensLongHunksAndLongListsOfHunks() {
    let text = Self.difference(Self.lines(1000), "other\n").text()
    #expect(text.contains("-… and 988 more lines\n+other\n"), "\(text)")
    #expect(Self.difference(Self.lines(1000), "other\n").text(.whole).contains("-1000\n"))
    let many = (1...40).reduce(into: [:]) { $0[$1 * 20] = "new" }
    let hunks = Self.difference(Self.lines(900), Self.lines(900, many)).text()
    #expect(hunks.hasSuffix("… and 20 more hunks\n"), "\(hunks)")
  }

  @Test func comparesTheRestOfAVeryLongTextAsOneLine() {
    let long = String(repeating: "\n", count: 200_000)
    let difference = Self.difference(long + "a\nb\nc\n", long + "a\nB\nc\n")
    #expect(difference.firstLine == 200_001)
    #expect(difference.count == 1)
    #expect(difference.text(.whole).contains("-a\nb\nc\n+a\nB\nc\n"))
  }

  /// Returns a mail whose `Message-ID` and MIME boundary are a hash of its content.
  static func mail(_ name: Character, _ color: String) -> String {
    let name = String(repeating: name, count: 32)
    return """
      Subject: A story
      Message-ID: <\(name)@example.com>
      Content-Type: multipart/alternative;
       boundary="=_atoll_\(name)"

      --=_atoll_\(name)
      Content-Type: text/html; charset=utf-8

      <p style="color:\(color)">Hello</p>
      --=_atoll_\(name)--

      """
  }

  @Test func ignoresMessageIDsAndBoundariesDerivedFromContent() {
    let difference = Self.difference(Self.mail("a", "#a81010"), Self.mail("b", "#9a1010"))
    #expect(difference.finding.old == "<p style=\"color:#a81010\">Hello</p>")
    #expect(difference.finding.selector == "line 9")
    #expect(difference.count == 1)
    #expect(!difference.text().contains("-Message-ID"), "\(difference.text())")
    #expect(
      difference.linesHash
        == Self.difference(Self.mail("c", "#a81010"), Self.mail("d", "#9a1010")).linesHash)
    let name = Self.difference(Self.mail("a", "red"), Self.mail("b", "red"))
    #expect(name.finding.selector == "line 2", "what differs alone counts")
  }

  @Test func listsReplacedWords() {
    let difference = Self.difference(
      "<a style=\"color:#FFF;margin:4px\">\nsame\n<b style=\"color:#fff\">\n",
      "<a style=\"color:#EEE;margin:5px\">\nsame\n<b style=\"color:#eeeeee\">\n")
    #expect(
      difference.replacements.map { Set($0.map { "\($0.old) \($0.new)" }) }
        == ["#ffffff #eeeeee", "4px 5px"])
    #expect(Self.difference("a\n", "a\nb\n").replacements == nil)
  }

  /// With these hunks, `git apply` turns the old text into the new one.
  @Test func writesHunksThatGitCanApply() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func text() -> String {
      let lines = (0..<next(40)).map { _ in "\(next(4))" }.joined(separator: "\n")
      return next(2) == 0 && !lines.isEmpty ? lines + "\n" : lines
    }
    var patch = ""
    var wanted: [String: String] = [:]
    for index in 0..<60 {
      let (old, new) = ("\(text())x", text() + (index.isMultiple(of: 2) ? "\n" : "y"))
      try Data(old.utf8).write(to: folder.appending(path: "\(index)"))
      patch += "--- \(index)\n+++ \(index)\n" + Self.difference(old, new).text(.whole)
      wanted["\(index)"] = new
    }
    try Data(patch.utf8).write(to: folder.appending(path: "patch"))
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "apply", "--whitespace=nowarn", "-p0", "patch"]
    git.currentDirectoryURL = folder
    try git.run()
    git.waitUntilExit()
    #expect(git.terminationStatus == 0)
    for (name, text) in wanted {
      #expect(try String(contentsOf: folder.appending(path: name), encoding: .utf8) == text)
    }
  }
}
