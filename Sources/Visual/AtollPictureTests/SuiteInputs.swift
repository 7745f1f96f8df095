package import Atoll
package import AtollComments

/// The inputs of a rendering to which a suite refers: options, stories, styles and templates.
///
/// A suite refers to them as a command line does. The command implements this protocol with its
/// option parsers and its built-in stories; tests implement it with fixed values.
package protocol SuiteInputs: Sendable {
  /// Returns the options that `atoll render` makes from these arguments.
  func options(from arguments: [String]) throws -> Options

  /// Returns the options that `atoll card` makes from these arguments.
  func cardOptions(from arguments: [String]) throws -> Options

  /// Returns the options that `atoll digest` makes from these arguments.
  func digestOptions(from arguments: [String]) throws -> Options

  /// Returns the choice that these arguments make among the stories in a case's files.
  func storyChoice(from arguments: [String]) -> StoryChoice

  /// Returns the readings of the stories in a digest's file: one for each line, or a single one.
  func digestStories(in file: InputSource) throws -> [Reading]

  /// Returns a built-in story by its name, such as `specimen`.
  func demoStory(named name: String) throws -> Story

  func style(in folder: String) throws -> Style

  func templates(in folder: String) throws -> [TemplateSource]
}

/// The form of a case's files, and the id of the story if the files have several.
///
/// Each is `nil` if it is to be detected.
package struct StoryChoice: Hashable, Sendable {
  let form: InputForm?
  let id: String?

  package init(form: InputForm? = nil, id: String? = nil) { (self.form, self.id) = (form, id) }
}
