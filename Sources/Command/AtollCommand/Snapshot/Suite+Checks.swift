import Atoll
import AtollArguments
import AtollBytes
import AtollSnapshots

/// The checks of a suite that need the command's options and its built-in stories.
extension Suite {
  /// Throws an error if a case has a redundant option, or an unknown format, color or story.
  func check() throws {
    let colors = TerminalOptions.Colors.allCases.map(\.rawValue)
    for (index, suiteCase) in cases.enumerated() {
      let place = "\(file) (cases[\(index)]."
      try check(suiteCase.formats, areIn: RenderFormat.allCases.map(\.name), at: "\(place)formats)")
      try check(suiteCase.colors, areIn: colors, at: "\(place)colors)")
      if case .demo(let name) = suiteCase.source {
        try check([name], areIn: DemoCommand.storyNames, at: "\(place)demo)")
      }
      if let option = suiteCase.redundantOption {
        throw Failure(
          .configuration, message: "the option --\(option.name) is not for a suite",
          at: "\(place)options)", advice: option.advice)
      }
    }
  }

  private func check(_ words: [String], areIn known: [String], at place: String) throws {
    guard let unknown = words.first(where: { !known.contains($0) }) else { return }
    let near = nearest(to: unknown, among: known).map { "did you mean '\($0)'?" }
    throw Failure(
      .badInput, message: "'\(unknown)' is not one of \(known.joined(separator: ", "))", at: place,
      advice: near)
  }

  /// Throws an error if a case makes no snapshot, because such a case would always pass.
  func checkThatAllCases(areIn plan: [PlannedSnapshot]) throws {
    let planned = Set(plan.map(\.caseIndex))
    guard let index = cases.indices.first(where: { !planned.contains($0) }) else { return }
    throw Failure(
      .badInput, message: "the case '\(cases[index].id)' makes no snapshot",
      at: "\(file) (cases[\(index)])", advice: "give it formats, pictures or accessibility")
  }
}

extension SuiteCase {
  /// The options of the case; `nil` if they cannot be parsed.
  ///
  /// The error is reported when they are used.
  var givenOptions: GivenOptions? {
    if screenshotFormat == .cardPicture {
      (try? CardArguments(parsing: options))?.common.given
    } else if source.isDigest {
      (try? DigestArguments(parsing: options))?.common.given
    } else {
      (try? StoryArguments(parsing: options))?.common.given
    }
  }

  /// An option that a case cannot have: the suite or the store replaces it, or it has no effect.
  fileprivate struct RedundantOption {
    let name: String
    let advice: String

    static let all =
      [
        RedundantOption(name: "format", advice: "write the key 'formats' or 'pictures' instead"),
        RedundantOption(name: "style", advice: "write the key 'styles' instead"),
        RedundantOption(name: "templates", advice: "write the key 'templates' instead"),
        RedundantOption(name: "output", advice: "leave it out; the store is written"),
      ]
      + withoutEffect.map {
        RedundantOption(name: $0, advice: "leave it out; it has no effect on a snapshot")
      }

    private static let withoutEffect =
      (ServerArguments.access + ServerArguments.story).map(\.description.name)
      + (StoryArguments.messages + [StoryArguments.skipEmpty, StoryArguments.pager]).map(
        \.description.name)
      + DigestArguments.recipientOptions.map(\.description.name)
      + EarlierRunArguments.options.map(\.description.name)
      + ["notification", "print-headers"]
  }

  /// The first redundant option of the case; `nil` if there is none.
  fileprivate var redundantOption: RedundantOption? {
    guard let given = givenOptions else { return nil }
    if case .story = source {
    } else if let name = ["from", "story"].first(where: { given.contains($0) }) {
      return RedundantOption(name: name, advice: "it is for cases with the key 'story'")
    }
    return RedundantOption.all.first { given.contains($0.name) }
  }
}
