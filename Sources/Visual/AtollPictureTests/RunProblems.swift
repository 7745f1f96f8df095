package import AtollComments

/// The problems in a story of a suite; the story is rendered nevertheless.
package struct StoryProblems: Hashable, Sendable {
  /// The names of the story's files, joined by commas.
  package let input: String
  package let diagnostics: [Diagnostic]
}

/// A file that does not exist, but that pages from other programs load.
package struct MissingFile: Hashable, Sendable {
  package let path: String
  /// The paths of the pages, sorted.
  package let pages: [String]
}
