/// The end of a run without an error message.
enum CommandEnding: Error, Hashable {
  /// The reason was already printed, or the user ended the run.
  case silent(ExitCode)
  /// The reader of standard output has closed it.
  case brokenPipe
}
