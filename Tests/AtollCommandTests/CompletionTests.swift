import Foundation
import Testing

/// The completions, asked as the shells ask them.
struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func isAScriptThatItsShellReads(shell: String) throws {
    let folder = try Command.makeFolder()
    let made = try Command.bash("atoll completions \(shell) > script", in: folder)
    #expect(made.status == 0)
    let old = try Command.bash("atoll --generate-completion-script \(shell)", in: folder)
    let script = try String(contentsOf: folder.appending(path: "script"), encoding: .utf8)
    #expect(old.output == script)
    // Only bash is everywhere; the others are asked where they are.
    let checked = try Command.bash(
      "if command -v \(shell) > /dev/null; then \(shell) -n script; fi", in: folder)
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.errors == "")
  }

  @Test(arguments: [
    ("d", ["demo", "digest"]),
    ("theme ", ["check", "copy", "css", "list"]), ("ren", ["render"]),
    (
      "render --format ",
      [
        "ansi", "atom", "card", "email", "email-html", "email-text", "fragment", "json", "json-ld",
        "page", "text",
      ]
    ),
    ("render -f c", ["card"]),
    ("render --format = pa", ["page"]), ("render --sort most-l", ["most-liked"]),
    ("render --no-k", ["--no-keep-infobox"]), ("rows --no-", ["--no-pager", "--no-strict"]),
    ("render thread.json --pri", ["--print-headers"]), ("render th", ["thread.json"]),
    ("render -o ", ["looks", "thread.json"]), ("theme check ", ["ign", "looks", "plain"]),
    ("render --templates ", ["looks"]), ("completions ", ["bash", "fish", "zsh"]),
    ("render --story ", []), ("help th", ["theme"]), ("help render ", []),
    ("help theme ", ["check", "copy", "css", "list"]), ("help theme li", ["list"]),
  ])
  func completesInBash(line: String, words: [String]) throws {
    let folder = try Fixture.folder()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "looks"), withIntermediateDirectories: true)
    let outcome = try Command.bash(
      """
      source <(atoll completions bash)
      COMP_WORDS=(atoll \(line)\(line.hasSuffix(" ") || line.isEmpty ? "''" : ""))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _atoll
      printf '%s\\n' "${COMPREPLY[@]}" | sort
      """, in: folder, environment: ["LC_ALL": "C"])
    let found = outcome.output.split(separator: "\n").map(String.init)
    #expect(found == words, "\(outcome.errors)")
  }
}
