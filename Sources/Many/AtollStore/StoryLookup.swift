package import AtollHashing

/// A reader of the current run, for one thread; it finds the reasons to render a story again.
package final class StoryLookup {
  private let recipe: Recipe
  private let recipes: [Int: Recipe]
  private let storyOfKey: Statement
  /// The statement that finds a story by its input; `nil` if inputs have no index.
  private let storyOfInput: Statement?

  init(_ path: String, recipes: [Int: Recipe], of recipe: Recipe) throws {
    let database = try SiteStore(path).database
    self.recipe = recipe
    self.recipes = recipes
    let query = "select \(StoredStory.columns) from version"
    storyOfKey = try database.prepare("\(query) where key = ?1 and ended is null")
    let isIndexed =
      try database.number("select count(*) from sqlite_master where name = 'version_by_input'") == 1
    storyOfInput =
      isIndexed ? try database.prepare("\(query) where input = ?1 and ended is null") : nil
  }

  package func story(ofKey key: [UInt8]) throws -> StoredStory? {
    try storyOfKey.first(.text(key)) { StoredStory($0) }
  }

  /// Returns the story with an input in the current run; `nil` if the run does not have it, or if
  /// inputs have no index.
  package func story(ofInput input: ContentHash) throws -> StoredStory? {
    try storyOfInput?.first(.hash(input)) { StoredStory($0) }
  }

  /// Returns the reasons to render a story again; empty if its output can still be used.
  package func reasons(
    toRender input: ContentHash, joinedRowsHash: ContentHash?, insteadOf known: StoredStory
  ) -> [RenderReason] {
    guard let old = known.inputHash, let oldRecipe = recipes[known.recipeID] else {
      return [.unusable]
    }
    var reasons: [RenderReason] = []
    if old != input { reasons.append(.input) }
    if known.joinedRowsHash != joinedRowsHash { reasons.append(.joined) }
    return reasons + recipe.changes(from: oldRecipe)
  }
}
