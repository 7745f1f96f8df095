import Foundation
import Testing

@testable import AtollOperatingSystem

struct ProgramTests {
  @Test(
    arguments: [(["true"], 0), (["sh", "-c", "exit 7"], 7), (["no-such-program"], -1)]
      as [([String], Int32)])
  func returnsTheExitCode(_ words: [String], _ code: Int32) {
    #expect(Program.run(words) == code)
  }

  @Test func returnsMinusOneIfASignalEndsTheProgram() {
    #expect(Program.run(["sh", "-c", "kill -9 $$"]) == -1)
  }

  /// Returns the standard output of a shell command.
  private func output(of command: String, _ environment: Program.Environment) throws -> String {
    let pipe = try AtollOperatingSystem.Pipe()
    var program = Program(["/bin/sh", "-c", command])
    program.environment = environment
    program.redirections = [(0, .null), (1, .descriptor(pipe.writer.descriptor))]
    let running = try program.start()
    let reader = pipe.keepOnlyReader()
    let bytes = try WholeFile.bytes(ofDescriptor: reader.descriptor)
    #expect(running.wait() == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func passesTheGivenEnvironment() throws {
    #expect(try output(of: "echo $COLOUR$HOME", .only(["COLOUR=red"])) == "red\n")
    #expect(
      try output(of: "echo $PATH", .inherited(overrides: ["PATH=/first"])) == "/first\n")
    #expect(try output(of: "echo $HOME", .inherited()) != "\n")
  }

  @Test func startedProgramsDoNotInheritAListeningSocket() throws {
    let listener = try LoopbackListener(port: 0)
    #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func endsAProgramByKillingItsGroup() throws {
    let pipe = try AtollOperatingSystem.Pipe()
    var program = Program(["sh", "-c", "sleep 600 & echo ready; wait"])
    program.startsGroup = true
    program.redirections = [(0, .null), (1, .descriptor(pipe.writer.descriptor)), (2, .null)]
    let running = try program.start()
    let reader = pipe.keepOnlyReader()
    let output = FileHandle(fileDescriptor: reader.descriptor, closeOnDealloc: false)
    #expect(output.availableData == Data("ready\n".utf8))
    running.killGroup()
    #expect(running.wait() == nil)
    // The pipe ends when the last program that has it, `sleep`, has ended.
    var end = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
    try #require(unsafe poll(&end, 1, 60_000) == 1)
    #expect(output.availableData.isEmpty)
  }

  @Test func findsProgramsInThePath() {
    #expect(pathOfProgram("sh")?.hasSuffix("/sh") == true)
    #expect(pathOfProgram("/bin/sh") == "/bin/sh")
    #expect(pathOfProgram("no-such-program") == nil)
  }
}
