import Atoll
import AtollBodyText
import AtollBytes
import AtollComments
import Foundation

@testable import AtollTerminalOutput

/// A thread in the short notation of the tests, rendered as text.
struct Drawing {
  var story: [String: Any] = [:]
  var comments: [[String: Any]] = []
  var options = Options()

  /// Creates a thread of one comment.
  init(_ body: String, by author: String = "Ann", _ change: (inout Options) -> Void = { _ in }) {
    comments = [["id": "1", "author": author, "body": body]]
    options.format = .text
    options.terminal.spoilers = .show
    change(&options)
  }

  mutating func reply(to parent: String, _ id: String, by author: String = "Bob", _ body: String) {
    comments.append(["id": id, "parentId": parent, "author": author, "body": body])
  }

  func read() throws -> Story {
    let json: [String: Any] = ["atoll": 1, "story": story, "comments": comments]
    let bytes = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
    return try Reading([InputSource(name: "drawing.json", bytes: Array(bytes))]).story
  }

  func bytes() throws -> [UInt8] { try Renderer(options: options).render(read()).bytes }

  /// Returns all lines.
  func lines() throws -> [String] {
    try String(decoding: bytes(), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
  }

  /// Returns the lines after the name of the first author, with ESC as `␛`.
  func body() throws -> [String] {
    let all = try lines().map { $0.replacingOccurrences(of: "\u{1B}", with: "␛") }
    return Array(all.drop { !$0.contains("Ann") }.dropFirst())
  }
}

/// Returns the number of columns of a line, measured by the writer; no character spans an escape sequence.
func columns(of line: ArraySlice<UInt8>, ambiguous: Int = 1) -> Int {
  var columns = 0
  var run: [UInt8] = []
  var index = line.startIndex
  while index < line.endIndex {
    guard line[index] == 0x1B else {
      run.append(line[index])
      index += 1
      continue
    }
    columns += width(ofRun: run, ambiguous)
    run = []
    let isLink = index + 1 < line.endIndex && line[index + 1] == UInt8(ascii: "]")
    let last: UInt8 = isLink ? 0x5C : UInt8(ascii: "m")
    while index < line.endIndex, line[index] != last { index += 1 }
    index += 1
  }
  return columns + width(ofRun: run, ambiguous)
}

private func width(ofRun run: [UInt8], _ ambiguous: Int) -> Int {
  var columns = 0
  var index = 0
  while index < run.count {
    let cluster = Cluster(in: run.span, at: index, ambiguousWidth: ambiguous)
    columns += cluster.width
    index += cluster.length
  }
  return columns
}
