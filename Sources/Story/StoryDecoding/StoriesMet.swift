/// The ids of the stories that were met, each once, in the order in which they came.
struct StoriesMet {
  private(set) var ids: [String] = []
  private var known: Set<String> = []

  mutating func note(_ id: String) {
    if known.insert(id).inserted { ids.append(id) }
  }

  func contains(_ id: String) -> Bool { known.contains(id) }
}

func severalStories(_ ids: [String]) -> DecodingError {
  DecodingError(
    .severalStories, "the input holds \(ids.count) stories: \(listed(ids))",
    advice: "say which one to render, by its id")
}

func storyNotFound(_ id: String, among ids: [String]) -> DecodingError {
  DecodingError(
    .storyNotFound, "the input does not hold the story \(id)",
    advice: ids.isEmpty ? "it holds no story at all" : "it holds \(listed(ids))")
}

func listed(_ ids: [String]) -> String {
  ids.prefix(10).map { $0.isEmpty ? "one without an id" : $0 }.joined(separator: ", ")
    + (ids.count > 10 ? ", …" : "")
}

extension DecodingError {
  /// The same; a story that is missing may have been where the input could not be read.
  func blaming(_ trouble: ReadingTrouble?) -> DecodingError {
    guard let trouble, reason == .storyNotFound else { return self }
    return DecodingError(
      reason, "\(message) as far as it can be read: \(trouble.sentence)", at: trouble.place,
      advice: "mend the JSON, or fetch it again; \(advice)")
  }
}
