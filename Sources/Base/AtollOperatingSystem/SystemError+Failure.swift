package import AtollBytes

extension Failure.Kind {
  package init(reading error: SystemError) {
    self = error.isTemporary ? .temporary : error.isPathError ? .noInput : .inputOutput
  }

  package init(creating error: SystemError) {
    self = error.isTemporary ? .temporary : .cannotCreate
  }

  /// Creates the kind of failure for a finished output that cannot be moved to its final path.
  package init(placing error: SystemError) {
    self =
      if error.isTemporary {
        .temporary
      } else if error.isPathError || error.isReadOnly {
        .cannotCreate
      } else {
        .inputOutput
      }
  }
}

extension Failure {
  /// Creates the failure for an input that cannot be read; `attributingReadErrors` adds its path.
  package init(reading error: SystemError) {
    self.init(Kind(reading: error), message: "cannot be read: \(error.message)")
  }

  /// Creates the failure for an error of a function that reads the input at a path.
  package init(_ error: any Error, reading path: String) {
    self = (error as? SystemError).map(Failure.init(reading:)) ?? Failure(error)
    place = place ?? path
  }

  package init(_ error: SystemError, creating path: String) {
    self.init(
      Kind(creating: error), message: "cannot be created: \(error.message)", at: path)
  }

  package init(_ error: SystemError, placing path: String) {
    self.init(
      Kind(placing: error), message: "cannot be put in place: \(error.message)", at: path,
      advice: error.isBusy
        ? "if it is a mount point, name a subfolder, or mount the folder around it" : nil)
  }

  package init(_ error: SystemError, at path: String, problem: String) {
    self.init(
      Kind(placing: error), message: "\(problem): \(error.message)", at: path)
  }
}

/// Runs a body, and translates its system errors; other errors stay as they are.
package func translatingSystemErrors<Value: ~Copyable>(
  _ translation: (SystemError) -> any Error, body: () throws -> Value
) throws -> Value {
  do { return try body() } catch let error as SystemError { throw translation(error) }
}

/// Runs a body that reads an input, and adds the input's path to its errors.
package func attributingReadErrors<Value: ~Copyable>(
  to path: String, body: () throws -> Value
) throws(Failure) -> Value {
  do { return try body() } catch { throw Failure(error, reading: path) }
}

/// Runs a body, and adds a path and a description to its system errors.
package func attributingSystemErrors<Value: ~Copyable>(
  to path: String, problem: String, body: () throws -> Value
) throws -> Value {
  try translatingSystemErrors({ Failure($0, at: path, problem: problem) }, body: body)
}
