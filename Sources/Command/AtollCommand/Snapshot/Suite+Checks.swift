import Atoll
import Bytes
import Snapshots

/// The checks of a suite that need the command's options and its built-in stories.
extension Suite {
  /// Throws an error if the suite has a word that stands for nothing, or options that a key decides.
  func check() throws {
    let colors = TerminalOptions.Colors.allCases.map(\.rawValue)
    for (index, suiteCase) in cases.enumerated() {
      let place = "\(file) (cases[\(index)]."
      try check(suiteCase.formats, areIn: RenderFormat.allCases.map(\.name), at: "\(place)formats)")
      try check(suiteCase.colors, areIn: colors, at: "\(place)colors)")
      if case .demo(let name) = suiteCase.source {
        try check([name], areIn: DemoCommand.storyNames, at: "\(place)demo)")
      }
      if let option = suiteCase.optionOfAnotherKey {
        throw Failure(
          .configuration, message: "the option \(option.name) is not for a suite",
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

  /// Throws an error if a case makes no snapshot, since it would always pass.
  func checkThatAllCasesAreIn(_ plan: [PlannedSnapshot]) throws {
    let planned = Set(plan.map(\.caseIndex))
    guard let index = cases.indices.first(where: { !planned.contains($0) }) else { return }
    throw Failure(
      .badInput, message: "the case '\(cases[index].id)' makes no snapshot",
      at: "\(file) (cases[\(index)])", advice: "give it formats, pictures or accessibility")
  }
}

extension SuiteCase {
  /// An option that says what a key of the suite says, and what to do about it.
  fileprivate struct RedundantOption {
    let name: String
    let advice: String
  }

  /// The first of the case's options that a key decides; `nil` if there is none, or if the options
  /// cannot be parsed, which is reported when they are used.
  fileprivate var optionOfAnotherKey: RedundantOption? {
    let (format, output, display): (String?, String?, DisplayArguments)
    if picturedForm == .cardPicture, let card = try? CardArguments(parsing: options) {
      (format, output, display) = (card.story.format?.name, card.story.output, card.story.display)
    } else if source.isDigest, let digest = try? DigestArguments(parsing: options) {
      (format, output, display) = (digest.format?.rawValue, digest.output, digest.display)
    } else if let story = try? StoryArguments(parsing: options) {
      (format, output, display) = (story.format?.name, story.output, story.display)
    } else {
      return nil
    }
    if format != nil {
      return RedundantOption(
        name: "--format", advice: "write the key 'formats' or 'pictures' instead")
    }
    if display.style != nil {
      return RedundantOption(name: "--style", advice: "write the key 'styles' instead")
    }
    if display.templates != nil {
      return RedundantOption(name: "--templates", advice: "write the key 'templates' instead")
    }
    if output != nil {
      return RedundantOption(name: "--output", advice: "leave it out; the store is written")
    }
    return nil
  }
}
