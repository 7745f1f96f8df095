import Atoll
import Testing

@testable import AtollArguments
@testable import AtollCommand

/// The table of options that only some formats have a use for.
struct FormatRestrictionTests {
  @Test func namesOnlyExistingOptions() {
    let options = [CommandTable.render, CommandTable.batch].flatMap(\.description.options)
    let known = Set(options.map(\.name))
    for name in FormatRestriction.all.flatMap(\.names) { #expect(known.contains(name), "\(name)") }
  }

  /// The library adds the names of options to its errors, without knowing the command line.
  @Test func errorsNameOnlyExistingOptions() {
    let options = [CommandTable.render, CommandTable.batch, CommandTable.digest]
      .flatMap(\.description.options)
    let known = Set(options.map(\.name))
    for name in AtollError.OptionName.allCases {
      #expect(known.contains(name.rawValue), "\(name.rawValue)")
    }
  }

  @Test func listsTheFormatsOfEveryMailAndTerminalOption() {
    let options = (DisplayArguments.singleMail + DisplayArguments.terminal).map(\.description.name)
    for name in options { #expect(!FormatRestriction.formats(of: name).isEmpty, "\(name)") }
  }

  @Test func acceptsDefaultOptionsForEveryFormatButCard() throws {
    for format in Options.Format.allCases where format != .card {
      var options = Options()
      options.format = format
      _ = try Renderer(options: options)
    }
  }

  @Test(arguments: [Options.Format.atom, .jsonLD])
  func rejectsTheOptionFocusForFormatsThatShowWholeStories(format: Options.Format) {
    var options = Options()
    options.format = format
    options.focus = "a"
    #expect(throws: AtollError.self) { try Renderer(options: options) }
  }

  @Test func listsTheFormatsOfAnOptionInItsHelp() throws {
    let feed = try #require(
      CommandTable.render.description.options.first { $0.name == "feed" })
    let formats = CommandTable.render.description.formats(feed)
    #expect(feed.fullHelp(formats: formats).hasSuffix("(formats: page, atom)"))
  }
}
