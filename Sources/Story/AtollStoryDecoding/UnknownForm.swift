import AtollBytes
/// An input that has none of the known forms.
struct UnknownForm: Equatable {
  /// The keys of the first object.
  var keys: [String] = []
  /// The keys of the first comment, if the object has a list of comments.
  var commentKeys: [String] = []
  /// The system that the input seems to be an export of, if an importer can convert its exports.
  var exportSystem: OtherCommentSystem?
  /// The system whose server gives responses like the input; no importer can convert them.
  private var responseSystem: OtherCommentSystem?

  init(keys: [String] = []) {
    self.keys = keys
    exportSystem = OtherCommentSystem.ofExport(keys: keys)
    responseSystem = OtherCommentSystem.ofResponse(keys: keys)
  }

  init(exportOf system: OtherCommentSystem) {
    exportSystem = system
  }

  /// True if the input looks like an export or a response of a known comment system.
  var isRecognized: Bool { exportSystem != nil || responseSystem != nil }

  var description: String {
    if let exportSystem { return "an export of \(exportSystem.rawValue)" }
    var places: [String] = []
    if !keys.isEmpty { places.append("top-level keys: \(Self.listed(keys))") }
    if !commentKeys.isEmpty { places.append("keys of a comment: \(Self.listed(commentKeys))") }
    let form = responseSystem.map { "JSON of \($0.rawValue)" } ?? "JSON of an unknown form"
    return places.isEmpty ? form : "\(form) (\(places.joined(separator: "; ")))"
  }

  func error(input: String = "") -> StoryError {
    StoryError(
      .unknownForm, message: (exportSystem == nil ? "this is " : "this looks like ") + description,
      input: input,
      advice: advice(input: input))
  }

  /// The folder in which the packages install `recipes/import`.
  private static let importerFolder = "/usr/share/atoll/import/"

  /// Returns advice on how to make an Atoll document from the input.
  private func advice(input: String) -> String {
    if let importer = exportSystem?.importer {
      let file = input.isEmpty || input == "standard input" ? "FILE" : quotedForShell(input)
      return "convert it: \(Self.importerFolder)\(importer) \(file) > stories.ndjson"
    }
    if responseSystem != nil {
      return "convert it to an Atoll document, which docs/atoll-document.md describes"
    }
    let renamings = commentKeys.compactMap { key in
      AtollCommentKey.table.likelyWord(for: key).map { "\(key) to \($0)" }
    }
    guard renamings.isEmpty else {
      return "add \"atoll\": 1 to it, and rename the keys of comments: "
        + renamings.joined(separator: ", ")
    }
    return "give a Talk 4 or Coral response, an Atoll document, or the rows of a database"
  }

  private static func listed(_ keys: [String]) -> String {
    keys.prefix(12).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (keys.count > 12 ? ", …" : "")
  }
}
