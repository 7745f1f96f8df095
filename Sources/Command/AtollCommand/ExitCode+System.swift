import OperatingSystem

/// The exit codes of what the system refuses: the one place where error numbers become codes.
extension ExitCode {
  /// The code for an input that could not be opened or read.
  init(reading error: SystemError) {
    self = error.isTemporary ? .temporary : error.isAboutThePath ? .noInput : .inputOutput
  }

  /// The code for an output that could not be made.
  init(creating error: SystemError) {
    self = error.isTemporary ? .temporary : .cannotCreate
  }

  /// The code for an output that could be made, but not put in its place.
  init(placing error: SystemError) {
    self = error.isTemporary ? .temporary : error.isAboutThePath ? .cannotCreate : .inputOutput
  }
}
