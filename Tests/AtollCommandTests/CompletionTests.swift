import Foundation
import Testing

/// Completions, as each shell requests them.
struct CompletionTests {
  private static let shells = ["bash", "zsh", "fish"]

  @Test(
    .enabled(if: shells.allSatisfy(TestMachine.has), "a shell is not installed"), arguments: shells)
  func writesAScriptThatTheShellAccepts(shell: String) throws {
    let folder = try Command.makeFolder()
    let made = try Command.bash("atoll completions \(shell) > script", in: folder)
    #expect(made.status == 0)
    let checked = try Command.bash("\(shell) -n script", in: folder)
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

  @Test func completesFileNamesThatContainAsterisksInBash() throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      """
      touch 'x*.json' x1.json 'x 2.json'; mkdir 'y*' y1
      source <(atoll completions bash)
      for word in x y; do
        COMP_WORDS=(atoll render --templates $word); [[ $word == y ]] || COMP_WORDS=(atoll render x)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _atoll
        printf '%s\\n' "${COMPREPLY[@]}" | sort
      done
      """, in: folder, environment: ["LC_ALL": "C"])
    #expect(outcome.output == "x 2.json\nx*.json\nx1.json\ny*\ny1\n", "\(outcome.errors)")
  }

  @Test(
    .enabled(if: TestMachine.has("fish"), "fish is not installed"),
    arguments: [
      ("render --format p", ["page"]), ("render --format=p", ["--format=page"]),
      ("render -o lo", ["looks/"]), ("help theme li", ["list"]),
      ("render --output=thr", ["--output=thread.json"]),
      (#"render --output=\"thr"#, ["--output=thread.json"]),
      ("render ~/thr", ["~/thread.json"]), ("render --templates ~/lo", ["~/looks/"]),
      ("render --output=~/thr", ["--output=~/thread.json"]),
      (#"render --format=\"te"#, ["--format=text"]),
      ("rows --no-", ["--no-pager\tShow", "--no-strict\tWrite"]),
    ])
  func completesCommandLinesInFish(line: String, beginnings: [String]) throws {
    let folder = try Fixture.folder()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "looks"), withIntermediateDirectories: true)
    let outcome = try Command.bash(
      """
      atoll completions fish > script.fish
      HOME=$PWD fish --no-config -c "source script.fish; complete -C 'atoll \(line)'"
      """, in: folder)
    let found = outcome.output.split(separator: "\n")
    #expect(found.count == beginnings.count, "\(outcome)")
    for (line, beginning) in zip(found, beginnings) { #expect(line.hasPrefix(beginning)) }
  }

  @Test(arguments: ["render", "digest", "fetch", "store export", "batch"])
  func completionsDoNotEndAfterTheConditionOfAnOption(command: String) throws {
    let outcome = try Command.bash("atoll complete \(command) --", in: try Command.makeFolder())
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines { #expect(!line.contains(/\t(With|For) [^:]*\.$/), "\(line)") }
  }

  /// zsh completes only on a terminal, so the test runs a second zsh in a pseudoterminal.
  @Test(
    .enabled(if: TestMachine.has("zsh"), "zsh is not installed"),
    arguments: [
      ("render --format pa", "render --format page "),
      ("render --format=pa", "render --format=page "),
      ("theme li", "theme list "), ("render -o lo", "render -o looks/"),
      ("help theme li", "help theme list "),
    ])
  func completesInZsh(beginning: String, line: String) throws {
    let folder = try Fixture.folder()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "looks"), withIntermediateDirectories: true)
    let outcome = try Command.bash(
      """
      atoll completions zsh > _atoll
      cat > ask << 'END'
      zmodload zsh/zpty
      zpty shell 'zsh -f -i'
      zpty -w shell 'fpath=($PWD $fpath); autoload -U compinit; compinit -u -D'
      zpty -w shell 'finish() { print -r -- $BUFFER > line }; zle -N finish; bindkey "^X" finish'
      zpty -w -n shell "atoll $1"$'\\C-x'
      until [[ -s line ]]; do zpty -r -t shell ignored || sleep 0.05; done
      cat line
      END
      timeout 300 zsh -f ask $'\(beginning)\\t'
      """, in: folder)
    #expect(outcome.output == "atoll \(line)\n", "\(outcome)")
  }
}
