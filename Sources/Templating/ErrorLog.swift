/// The errors of one compilation, each said once.
struct ErrorLog {
  private var found: [TemplateError] = []
  private var known: Set<TemplateError> = []
  private var files: [String] = []

  /// More than anybody reads.
  private static let most = 200

  var isFull: Bool { found.count == Self.most }

  mutating func add(_ error: TemplateError) {
    var withoutPlace = error
    // A file that is included twice has its errors once.
    withoutPlace.includedFrom = nil
    guard !isFull, known.insert(withoutPlace).inserted else { return }
    if !files.contains(error.file) { files.append(error.file) }
    found.append(error)
  }

  /// The errors file by file, each file from its top.
  var errors: [TemplateError] {
    files.flatMap { file in
      found.filter { $0.file == file }.enumerated()
        .sorted { ($0.1.line, $0.1.column, $0.0) < ($1.1.line, $1.1.column, $1.0) }
        .map(\.element)
    }
  }
}
