/// The ids of the stories in an input, each once, in the order of the input.
///
/// The empty id stands for stories without an id, and is listed once for each of them.
struct StoryIDs {
  private(set) var ids: [String] = []
  /// The bytes of the ids: strings with other bytes can be equal.
  private var known: Set<[UInt8]> = []

  mutating func insert(_ id: String) {
    if id.isEmpty || known.insert(Array(id.utf8)).inserted { ids.append(id) }
  }

  func contains(_ id: String) -> Bool { known.contains(Array(id.utf8)) }
}

extension StoryError {
  static func multipleStories(_ ids: [String]) -> StoryError {
    if ids.allSatisfy(\.isEmpty) {
      return StoryError(
        .multipleStories, message: "the input holds \(ids.count) stories without ids",
        advice: "to join documents, give their stories the same id")
    }
    return StoryError(
      .multipleStories, message: "the input holds \(ids.count) stories: \(listed(ids))",
      advice: "choose one by its id", about: .storyID)
  }

  static func storyNotFound(_ id: String, among ids: [String]) -> StoryError {
    StoryError(
      .storyNotFound, message: "the input has no story \(id)",
      advice: ids.isEmpty ? "it has no stories" : "its stories are \(listed(ids))")
  }

  /// Returns the first ten ids, separated by commas.
  static func listed(_ ids: [String]) -> String {
    ids.prefix(10).map { $0.isEmpty ? "one without an id" : $0 }.joined(separator: ", ")
      + (ids.count > 10 ? ", …" : "")
  }

  /// Returns the error with a syntax error added, if that may be why a story is missing.
  func explained(by failure: SyntaxError?) -> StoryError {
    guard let failure, reason == .storyNotFound else { return self }
    return StoryError(
      reason, message: "\(message), as far as the input can be read: \(failure.message)",
      at: failure.place,
      advice: "correct the JSON, or fetch it again; \(advice)")
  }
}
