/// The end of a run without an error message.
enum CommandEnding: Error, Hashable {
  /// The reason was already printed, or the user ended the run.
  case silent(ExitCode)
  /// The program that reads the output has closed the pipe.
  case brokenPipe
}
