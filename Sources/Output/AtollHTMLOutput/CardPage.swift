import AtollBodyText
package import AtollBytes
import AtollMarkupWriting
package import AtollTemplating

/// A value in the template for a card page, such as `{{picture_url}}`.
package enum CardPageField: String, NumberedCases, Sendable {
  case title = "card_title"
  case description = "card_description"
  case address = "card_url"
  case pictureAddress = "picture_url"
  case pictureWidth = "picture_width"
  case pictureHeight = "picture_height"
  case dataAddress = "oembed_url"
  /// The address of the story, which every template may use.
  case storyAddress = "story_url"
  /// The name of the publisher, which every template may use.
  case organization

  private static let firstID: UInt16 = 640

  fileprivate var id: UInt16 {
    if case .storyAddress = self { return TextField.storyURL.id }
    if case .organization = self { return TextField.organization.id }
    return Self.firstID + UInt16(index)
  }

  fileprivate var field: TemplateSchema.Field {
    let kind: FieldKind =
      switch self {
      case .title, .description, .organization: .text
      case .address, .pictureAddress, .dataAddress, .storyAddress: .url
      case .pictureWidth, .pictureHeight: .number
      }
    return .value(rawValue, as: kind, id: id)
  }
}

extension TemplateSchema {
  static let cardPage = TemplateSchema(
    groups: [],
    and: CardPageField.allCases.filter { $0 != .storyAddress && $0 != .organization }.map(\.field)
      + [.mark(.head), .mark(.blocks)])
}

/// The compiled template for a card page.
///
/// The head of the page names the card's picture, for previews on other sites.
package struct CardPageTemplate: Sendable {
  private let frame: FrameProgram

  package init(
    _ set: TemplateSet, settings: HTMLTemplates.Settings
  ) throws(SourceErrors) {
    var constants = settings.constants
    constants.canHaveServerLabels = false
    var compiler = TemplateSetCompiler(set, constants: constants)
    frame = compiler.splitFrame(
      compiler.compile(.cardPage), at: .head, in: HTMLTemplateFile.cardPage.rawValue)
    try compiler.log.throwIfAny()
  }

  /// Appends a page that contains a card.
  package func write(
    _ values: [CardPageField: String], around card: [UInt8], style: StyleElement,
    to out: inout OutputBuffer
  ) {
    let filler = CardPageFiller(values: values)
    out.append(contentsOf: filler.filled(frame.before))
    style.appendPolicy(allowingStyleAttributes: false, to: &out)
    style.appendElement(to: &out)
    out.append(contentsOf: filler.filled(frame.between))
    out.append(contentsOf: card)
    out.append(contentsOf: filler.filled(frame.after))
  }
}

private struct CardPageFiller {
  let values: [CardPageField: String]

  /// Returns the output of a program that has no lists.
  func filled(_ program: Program) -> [UInt8] {
    program.folding(text: { text(of: $0) }, flag: { isSet($0) }).joinedLiterals
  }

  private func text(of id: UInt16) -> [UInt8] {
    guard let field = CardPageField.allCases.first(where: { $0.id == id }),
      let value = values[field]
    else { return [] }
    return escaped(line: Array(value.utf8))
  }

  private func isSet(_ id: UInt16) -> Bool {
    switch id {
    case FlagField.hasStoryURL.id: values[.storyAddress] != nil
    case FlagField.hasOrganization.id: values[.organization] != nil
    case _: false
    }
  }
}
