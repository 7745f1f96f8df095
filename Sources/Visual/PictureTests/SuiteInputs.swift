package import Atoll
package import Comments

/// The inputs of rendering that a suite names as they are named on the command line.
///
/// The command implements this with the option parser of `atoll render` and the files that are built
/// into it; tests implement it with values.
package protocol SuiteInputs: Sendable {
  /// Returns the options that `atoll render` makes from these arguments.
  func options(from arguments: [String]) throws(SuiteError) -> Options

  /// Returns the options that `atoll card` makes from these arguments.
  func cardOptions(from arguments: [String]) throws(SuiteError) -> Options

  /// Returns the options that `atoll digest` makes from these arguments.
  func digestOptions(from arguments: [String]) throws(SuiteError) -> Options

  /// Returns the stories in a file from which a digest
  /// chooses comments: the only one, or one from each line.
  func digestStories(in file: InputSource) throws(SuiteError) -> [Story]

  /// Returns a built-in story by its name, such as `specimen`.
  func demoStory(named name: String) throws(SuiteError) -> Story

  /// Returns the style in a folder.
  func style(in folder: String) throws(SuiteError) -> Style

  /// Returns the templates in a folder.
  func templates(in folder: String) throws(SuiteError) -> [TemplateSource]
}
