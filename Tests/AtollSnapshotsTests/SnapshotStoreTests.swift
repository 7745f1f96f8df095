import Foundation
import Testing

import AtollSnapshots

@Suite struct SnapshotStoreTests {
  /// A store in a temporary folder, which is removed after the test.
  final class Scratch {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "atoll-snapshots-\(UUID().uuidString)")
    var store: SnapshotStore { SnapshotStore(folder: folder.path) }

    func put(_ text: String, at path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func text(at path: String) -> String? {
      try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  static let name = SnapshotName("pages/demo.html")

  @Test func matchesRecordedOutput() throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    try scratch.store.record(Array("one\ntwo\n".utf8), as: name)
    #expect(try scratch.store.verify(Array("one\ntwo\n".utf8), as: name) == .matches)
    #expect(scratch.text(at: "pages/demo.html") == "one\ntwo\n")
  }

  @Test func reportsWhereOutputDiffersAndKeepsTheReference() throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    try scratch.store.record(Array("a\nb\nc\nd\ne\nf\n".utf8), as: name)
    let verdict = try scratch.store.verify(Array("a\nb\nc\nD\nd2\ne\nf\n".utf8), as: name)
    guard case .mismatch(let mismatch) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(mismatch.line == 4)
    #expect(mismatch.referenceSize == 12)
    #expect(mismatch.outputSize == 15)
    #expect(mismatch.difference == "@@ -1,6 +1,7 @@\n a\n b\n c\n-d\n+D\n+d2\n e\n f\n")
    #expect(scratch.text(at: "pages/demo.html") == "a\nb\nc\nd\ne\nf\n")
    #expect(scratch.text(at: "pages/demo.html.pending") == "a\nb\nc\nD\nd2\ne\nf\n")
  }

  @Test(arguments: [
    ("a", "a\n"), ("a\n", "a"), ("a\nb", "b"), ("x\n", "y\n"), ("a\na\na", "a\na"), ("a", ""),
  ])
  func detectsEveryDifferenceFromTheReference(old: String, new: String) throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    try scratch.store.record(Array(old.utf8), as: name)
    guard case .mismatch = try scratch.store.verify(Array(new.utf8), as: name) else {
      Issue.record("\(old) and \(new) count as the same")
      return
    }
  }

  @Test func shortensLongDifferences() throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    let long = String(repeating: "x", count: 5000)
    try scratch.store.record(
      Array((0..<1000).map { "\($0)" }.joined(separator: "\n").utf8), as: name)
    let verdict = try scratch.store.verify(Array(long.utf8), as: name)
    #expect(verdict.description.contains("-… and 988 more lines"))
    #expect(verdict.description.utf8.count < 1000)
  }

  @Test func deletesPendingOutputOnceItMatches() throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    let right = Array("right".utf8)
    #expect(
      try scratch.store.verify(right, as: name)
        == .missing(pending: "\(scratch.folder.path)/pages/demo.html.pending"))
    #expect(scratch.text(at: "pages/demo.html") == nil, "verifying records nothing")
    try scratch.store.record(right, as: name)
    #expect(scratch.text(at: "pages/demo.html.pending") == nil)
    _ = try scratch.store.verify(Array("wrong".utf8), as: name)
    #expect(scratch.text(at: "pages/demo.html.pending") == "wrong")
    #expect(try scratch.store.verify(right, as: name) == .matches)
    #expect(scratch.text(at: "pages/demo.html.pending") == nil)
  }

  @Test(arguments: [
    ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> theirs\n", Damage.conflictMarks(line: 2)),
    ("a\r\nb\r\n", .carriageReturn(line: 1)), ("a\nb\rc\n", .carriageReturn(line: 2)), ("", .empty),
  ])
  func reportsHowAReferenceIsDamaged(text: String, damage: Damage) throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    try scratch.put(text, at: "pages/demo.html")
    let verdict = try scratch.store.verify(Array("a\nb\n".utf8), as: name)
    #expect(
      verdict == .damaged(damage, pending: "\(scratch.folder.path)/pages/demo.html.pending"))
    #expect(throws: SnapshotError.self) {
      try scratch.store.record(Array(text.utf8), as: name)
    }
  }

  @Test func treatsAnEmptyPathAsTheCurrentFolder() {
    #expect(SnapshotStore(folder: "").folder == ".")
    #expect(SnapshotStore(folder: "/").folder == "/")
  }

  @Test func findsUnusedReferences() throws {
    let scratch = Scratch()
    let name = try #require(Self.name)
    #expect(try scratch.store.unusedReferences(besides: [name]).isEmpty, "no folder yet")
    try scratch.store.record(Array("x".utf8), as: name)
    try scratch.put("x", at: "pages/old.html")
    try scratch.put("x", at: "a.txt")
    try scratch.put("x", at: "pages/deeper/still.txt")
    try scratch.put("x", at: "pages/new.html.pending")
    try scratch.put("x", at: ".hidden")
    #expect(
      try scratch.store.unusedReferences(besides: [name])
        == ["a.txt", "pages/deeper/still.txt", "pages/old.html"])
  }

  @Test(arguments: [
    "", "/a", "a/", "a//b", "../a", "a/../b", ".a", "a/.b", "A", "a b", "a_b", "ä", "a\\b", "a\0b",
    "a.pending", "suite.json", "pictures.manifest", "env/fonts.txt",
    String(repeating: "a", count: 201),
  ])
  func rejectsInvalidSnapshotNames(text: String) {
    #expect(SnapshotName(text) == nil)
  }

  @Test func reportsAFileThatCannotBeWritten() throws {
    let scratch = Scratch()
    let name = try #require(SnapshotName("file/below"))
    try scratch.put("in the way", at: "file")
    #expect(throws: SnapshotError.self) { try scratch.store.record([1], as: name) }
  }
}
