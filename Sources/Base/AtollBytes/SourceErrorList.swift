/// The errors of one compilation, each listed once; further errors beyond a limit are only counted.
package struct SourceErrorList: Sendable {
  private let kind: SourceErrors.Kind
  private var listedErrors: [SourceError] = []
  private var knownErrors: Set<SourceError> = []
  private var files: [String] = []

  package init(_ kind: SourceErrors.Kind) { self.kind = kind }

  /// The number of errors found after the list was full.
  private var unlistedCount = 0

  /// The maximum number of listed errors; a broken file can have one at every byte.
  package static let maximumErrorCount = 200

  package var isFull: Bool { listedErrors.count == Self.maximumErrorCount }
  package var isEmpty: Bool { listedErrors.isEmpty }

  package mutating func countUnlistedError() { unlistedCount += 1 }

  package mutating func add(_ error: SourceError) {
    var withoutPlace = error
    // An error in a file that is included twice is listed once.
    withoutPlace.includedFrom = nil
    if isFull { return countUnlistedError() }
    guard knownErrors.insert(withoutPlace).inserted else { return }
    if !files.contains(error.file) { files.append(error.file) }
    listedErrors.append(error)
  }

  package mutating func add(_ errors: SourceErrors) {
    for error in errors.errors { add(error) }
    unlistedCount += errors.unlistedCount
  }

  package func throwIfAny() throws(SourceErrors) {
    if !isEmpty { throw sourceErrors }
  }

  package var sourceErrors: SourceErrors {
    SourceErrors(kind, errors: errors, unlistedCount: unlistedCount)
  }

  /// The listed errors file by file, in order of their positions.
  package var errors: [SourceError] {
    files.flatMap { file in
      listedErrors.filter { $0.file == file }.enumerated()
        .sorted { ($0.1.line, $0.1.column, $0.0) < ($1.1.line, $1.1.column, $1.0) }
        .map(\.element)
    }
  }
}
