import AtollBytes
import Foundation
import Testing

import AtollOperatingSystem
@testable import AtollCommand

/// Inputs and outputs that cannot be used: runs end soon, with a clear error and the documented exit code.
struct RobustnessTests {
  /// Paths that cannot be opened as inputs.
  private static let things = [
    "missing", "$(printf 'n%.0s' {1..300})", "loop", "socket", "folder/nothing", "page.html/in",
  ]

  private static let making = """
    ln -s loop loop; mkdir folder; touch page.html
    python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'

    """

  @Test(arguments: ["render", "rows", "batch"])
  func exitsWith66IfAnInputCannotBeOpened(command: String) throws {
    let lines = Self.things.map { "atoll \(command) \($0) < /dev/null 2> words; echo $?" }
    let outcome = try Command.bash(
      Self.making + lines.joined(separator: "\n"), in: try Fixture.folder())
    #expect(outcome.output == String(repeating: "66\n", count: Self.things.count))
  }

  @Test func exitsWith65IfAFolderHasNoRows() throws {
    let outcome = try Command.atoll(["batch", "."], in: try Fixture.folder(""))
    #expect(outcome.ended(with: 65, saying: "thread.json: error: the file has no rows"))
  }

  @Test func exitsWith73IfAnOutputCannotBeCreated() throws {
    let outputs = ["$(printf 'n%.0s' {1..300})", "loop", "folder", "no/where", "page.html/in"]
    let commands = [
      "render thread.json", "rows thread.json", "batch thread.json", "theme css",
    ]
    let lines = commands.flatMap { command in
      outputs.map { "atoll \(command) -o \($0) < /dev/null > /dev/null 2> words; echo $?" }
    }
    let outcome = try Command.bash(
      Self.making + lines.joined(separator: "\n"), in: try Fixture.folder())
    #expect(outcome.output == String(repeating: "73\n", count: lines.count))
  }

  @Test func exitsWith73IfAnOutputFolderCannotBeCreated() throws {
    let folders = ["$(printf 'n%.0s' {1..300})", "loop", "page.html/in"]
    let lines = ["batch thread.json --store", "demo -o"].flatMap { line in
      folders.map { "atoll \(line) \($0) < /dev/null > /dev/null 2> words; echo $?" }
    }
    let outcome = try Command.bash(
      Self.making + lines.joined(separator: "\n"), in: try Fixture.folder())
    #expect(outcome.output == String(repeating: "73\n", count: lines.count))
  }

  @Test(arguments: ["render", "batch", "batch --from coral-dump"])
  func exitsWith66IfTheInputIsADevice(command: String) throws {
    let outcome = try Command.bash(
      """
      timeout 120 atoll \(command) /dev/zero; echo $?
      timeout 120 atoll \(command) - < /dev/zero; echo $?; ls -d out*
      """, in: try Fixture.folder())
    #expect(outcome.output == "66\n66\n")
    #expect(outcome.errors.contains("/dev/zero: error: this is a device, not a file"))
  }

  @Test func reportsAnInputThatDoesNotFitIntoMemory() throws {
    let outcome = try Command.bash(
      "truncate -s 2G large.json; ulimit -v 1500000; atoll render large.json; echo $?",
      in: try Fixture.folder())
    #expect(outcome.output == "75\n")
    #expect(outcome.errors.contains("not enough memory for its 2048 MiB"))
  }

  /// The command `render` enlarges its heap for a large story, and `batch` does not.
  @Test func rendersALargeStoryToTheSameOutputAsTheBatchCommand() throws {
    let outcome = try Command.bash(
      """
      python3 -c 'import json
      print(json.dumps({"atoll": 1, "comments": [
        {"id": f"c{i}", "author": f"A{i}", "body": f"Number {i}: " + "word " * 60,
         "parentId": f"c{i // 7}" if i % 7 else None} for i in range(25000)]}))' > large.json
      atoll render -q --format fragment large.json > alone || echo $?
      atoll batch --format fragment large.json > lines || echo $?
      python3 -c 'import json
      print(json.loads(open("lines").readline())["output"] == open("alone").read(), len(open("large.json").read()) > 1 << 23)'
      """, in: try Fixture.folder())
    #expect(outcome.output == "True True\n", "\(outcome.errors)")
  }

  @Test(arguments: ["--style /", "--style /proc/self", "--templates /", "--templates /proc"])
  func rejectsSystemFoldersAsThemesAndTemplates(option: String) throws {
    let outcome = try Command.bash(
      "timeout 120 atoll render thread.json \(option); echo $?", in: try Fixture.folder())
    #expect(outcome.output == "78\n", "\(outcome.errors)")
  }

  /// The folder `net` of an ended process cannot be read, for another reason than its permissions.
  @Test func reportsAFolderOfTemplatesThatCannotBeReadAsAnErrorOfTheConfiguration() throws {
    let outcome = try Command.bash(
      """
      python3 -c 'import os, subprocess
      ended = subprocess.Popen(["true"])
      os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
      print(subprocess.run(["atoll", "render", "thread.json", "--templates", f"/proc/{ended.pid}"]).returncode)'
      """, in: try Fixture.folder())
    #expect(outcome.output == "78\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("/net: error: cannot be read: Invalid argument"))
  }

  @Test func listsFilesAndLinksToFilesButDoesNotFollowLinksToFolders() throws {
    let folder = try Command.makeFolder()
    _ = try Command.bash(
      "mkdir a; ln -s .. a/up; mkfifo pipe.json; touch a/b.json; ln -s a/b.json c.json", in: folder)
    let found = try FolderListing.files(in: folder.path, ending: [".json"], intoSubfolders: true)
    #expect(found == ["a/b.json", "c.json"])
  }

  @Test(arguments: [
    "batch thread.json -o thread.json", "batch thread.json -o ./link", "batch thread.json -o hard",
    "batch -o thread.json < thread.json", "render thread.json -o link", "render . -o thread.json",
  ])
  func rejectsAnOutputThatWouldReplaceTheInput(line: String) throws {
    let outcome = try Command.bash(
      """
      ln -s thread.json link; ln thread.json hard; cp thread.json copy
      atoll \(line); echo $?; cmp thread.json copy && echo same
      """, in: try Fixture.folder())
    #expect(outcome.output == "64\nsame\n")
    #expect(outcome.errors.contains("would replace the input"))
  }

  @Test func shortensLongArgumentsInErrorMessages() throws {
    let long = String(repeating: "x", count: 100_000)
    let folder = try Fixture.folder()
    for line in [
      ["render", "--format", long], ["render", "--\(long)"], [long], ["render", long],
      ["render", "thread.json", "--fold", long], ["template", "list", "--dump", long],
    ] {
      let outcome = try Command.atoll(line, in: folder)
      #expect(outcome.errors.utf8.count < 4_000, "\(line[0])")
    }
  }

  @Test func showsInvisibleCharactersAsEscapes() throws {
    let story = Fixture.small.replacing("\"1\"", with: "\"1\u{200B}\u{E0041}\u{FEFF}\"")
    let folder = try Fixture.folder(story)
    for command in [["rows"], ["render", "-f", "json"]] {
      let outcome = try Command.atoll(command + ["thread.json"], in: folder)
      let hasInvisible = outcome.output.unicodeScalars.contains {
        [0x200B, 0xE0041, 0xFEFF].contains($0.value)
      }
      #expect(!hasInvisible && outcome.output.contains("200b"), "\(command)")
    }
  }

  @Test(.enabled(if: TestMachine.canMount, "the system allows no mounts of tests"))
  func readsItsArgumentsIfProcIsNotMounted() throws {
    let outcome = try Command.bash(
      "unshare -rm bash -c 'mount -t tmpfs none /proc && atoll --version'",
      in: try Fixture.folder())
    #expect(outcome.output.hasPrefix("atoll "), "\(outcome)")
  }

  @Test func exitsWith74IfAFileReachesTheSizeLimitOfTheSystem() throws {
    let outcome = try Command.bash(
      "(ulimit -f 1; atoll render -q thread.json -o page.html); echo $?; ls -A | grep -c atoll",
      in: try Fixture.folder())
    #expect(outcome.output == "74\n0\n")
  }

  /// Every error number has one code for inputs and one for outputs.
  @Test(arguments: [
    (ENOENT, 66, 73), (ENOTDIR, 66, 73), (EACCES, 66, 73), (EPERM, 66, 73), (ELOOP, 66, 73),
    (ENAMETOOLONG, 66, 73), (EISDIR, 66, 73), (ENXIO, 66, 73), (EMFILE, 75, 75), (ENFILE, 75, 75),
    (ENOMEM, 75, 75), (EAGAIN, 75, 75), (EIO, 74, 73), (ENOSPC, 74, 73), (EROFS, 74, 73),
  ])
  func mapsErrorNumbersToExitCodes(number: Int32, reading: Int32, creating: Int32) {
    let error = SystemError(number: number)
    #expect(ExitCode(Failure.Kind(reading: error)).rawValue == reading)
    #expect(ExitCode(Failure.Kind(creating: error)).rawValue == creating)
  }
}
