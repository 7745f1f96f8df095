import Atoll
import AtollBytes
import AtollOperatingSystem

/// The cards of the stories that were read, and the errors of the other stories.
struct ChosenCards {
  /// A card and the path of its subfolder with a trailing slash; the path is empty for the output
  /// folder itself.
  struct Entry: Sendable {
    var name: String
    var card: SharedCard
  }

  /// The cards of one story.
  struct StoryCards {
    var entries: [Entry] = []
    /// The folders of earlier cards that can no longer be shown.
    var obsoleteFolders: [String] = []
  }

  /// The cards of each story; `nil` if the last version of the story has none because of an error.
  private var stories: [StoryCards?] = []
  /// The index of each story in `stories`, by its id.
  private var indices: [String: Int] = [:]
  /// The id of the story that a folder of cards belongs to, by the folder's comparable name
  /// (`Folders.comparableName`).
  private var ids: [String: String] = [:]
  var failures: [Failure] = []

  var storyCount: Int { stories.count { $0 != nil } }
  var entries: [Entry] { stories.flatMap { $0?.entries ?? [] } }
  var obsoleteFolders: [String] { stories.flatMap { $0?.obsoleteFolders ?? [] } }

  /// Forgets the cards of an earlier version of a story.
  ///
  /// Returns whether the story was in the input before.
  mutating func beginStory(_ id: String) -> Bool {
    if let index = indices[id] {
      stories[index] = nil
      return true
    }
    indices[id] = stories.count
    stories.append(nil)
    return false
  }

  /// Adds the cards of a story; `beginStory` must have been called before.
  mutating func add(_ cards: StoryCards, ofStory id: String) throws {
    guard let index = indices[id] else { return }
    var names: Set<String> = []
    for entry in cards.entries {
      let name = Folders.comparableName(entry.name)
      guard names.insert(name).inserted, ids[name, default: id] == id else {
        throw Failure(
          .badInput,
          message:
            "its folder '\(entry.name)' would also be that of another card, because the names "
            + "differ at most in case")
      }
    }
    for name in names { ids[name] = id }
    stories[index] = cards
  }
}
