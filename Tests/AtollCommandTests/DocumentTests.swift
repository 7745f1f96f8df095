import Foundation
import Testing

/// The console examples in the documents, run in the folder that `atoll demo` writes, and compared with
/// the output that is shown.
///
/// `ATOLL_UPDATE_DOCUMENTS=1 swift test --filter DocumentTests` writes the output of the examples into
/// the document instead.
struct DocumentTests {
  private static let updates =
    ProcessInfo.processInfo.environment["ATOLL_UPDATE_DOCUMENTS"] == "1"

  @Test(arguments: [
    "docs/terminal.md", "docs/command-line.md", "docs/site.md", "docs/email.md",
    "docs/publishing.md", "docs/exports.md",
  ])
  func printsTheOutputThatTheDocumentShows(path: String) throws {
    let file = Command.package.appending(path: path)
    let written = try String(contentsOf: file, encoding: .utf8)
    let outside = try Command.makeFolder()
    #expect(try Command.bash("atoll demo -q", in: outside).status == 0)
    let folder = outside.appending(path: "demo")
    var isConsole = false
    var lines: [String] = []
    for line in written.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isConsole = line == "```console" }
      if isConsole, line.hasPrefix("$ ") {
        lines.append(String(line))
        let outcome = try Command.bash(String(line.dropFirst(2)), in: folder)
        #expect(outcome.errors == "" || !line.contains("-q"), "\(line)")
        let printed = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        lines += printed.dropLast(printed.last == "" ? 1 : 0).map(String.init)
      } else if !isConsole || line.hasPrefix("```") {
        lines.append(String(line))
      }
    }
    let run = lines.joined(separator: "\n")
    if Self.updates {
      try Data(run.utf8).write(to: file)
    } else {
      try compare(run, with: written, path: path)
    }
  }

  /// Reports only the first line that differs, since documents are long.
  private func compare(_ run: String, with written: String, path: String) throws {
    let pairs = zip(
      run.split(separator: "\n", omittingEmptySubsequences: false),
      written.split(separator: "\n", omittingEmptySubsequences: false))
    for (number, (now, then)) in pairs.enumerated() where now != then {
      Issue.record("\(path):\(number + 1): prints '\(now)' where '\(then)' stands")
      return
    }
    #expect(run.count == written.count)
  }
}

/// The first command of each document, which a newcomer tries in the folder that `atoll demo` writes.
struct FirstCommandTests {
  /// Documents about servers, or about exports of other systems, whose files they describe.
  private static let exceptions = ["docs/coral.md", "docs/other-systems.md"]

  private static let commands: [(document: String, line: String)] = LinkTests.documents.compactMap {
    document in
    guard !exceptions.contains(document), document.hasPrefix("docs/"),
      let text = try? Command.text(of: document)
    else { return nil }
    var lines: [Substring] = []
    for block in text.matches(of: /(?m)^```(?:sh|console)\n(?<code>(?:.*\n)*?)```/) {
      lines += block.code.split(separator: "\n").map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }
      guard let index = lines.firstIndex(where: { $0.hasPrefix("atoll ") }) else { continue }
      // The last line before the command that makes a folder or an input for it.
      let start =
        lines[..<index].last { $0.hasPrefix("mkdir ") || $0.hasPrefix("jq ") }
        .map { "\($0)\n" } ?? ""
      return (document, "\(start)\(lines[index])")
    }
    return nil
  }

  @Test(arguments: commands)
  func runsTheFirstCommandOfEachDocument(document: String, line: String) throws {
    let outcome = try Command.bash(
      "atoll demo -q && cd demo && \(line)", in: try Command.makeFolder())
    #expect(outcome.status == 0, "\(document): \(line): \(outcome.errors)")
  }

  @Test func findsCommandsToRunInMoreThanTenDocuments() { #expect(Self.commands.count > 10) }
}
