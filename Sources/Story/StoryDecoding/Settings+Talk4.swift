import Bytes
import Comments

enum Talk4SettingsKey: String, CaseIterable, Sendable {
  case infoBoxEnable, infoBoxContent, questionBoxEnable, questionBoxContent, questionBoxIcon
  case closedMessage, disableCommenting, disableCommentingMessage, organizationName

  static let table = KeyTable<Talk4SettingsKey>()
}

extension JSONPage {
  /// Reads the settings of a Talk 4 site or asset, as its server and its database have them alike.
  ///
  /// `autoCloseStream` and `closedTimeout` are of no use here: Talk writes `closedAt` when it makes an
  /// asset, and a moderator who opens it again writes `null`.
  mutating func readTalk4Settings(
    _ index: Int, _ facts: inout StoryFacts, _ unsettled: inout UnsettledFacts
  ) {
    guard let settings = object(index) else { return }
    for field in children(of: settings) where !isNull(field) {
      switch key(field, Talk4SettingsKey.table) {
      case .infoBoxEnable?: if let isOn = flag(field) { unsettled.infobox.isOn = isOn }
      case .infoBoxContent?: if let text = text(field) { unsettled.infobox.text = text }
      case .questionBoxEnable?: if let isOn = flag(field) { unsettled.questionBox.isOn = isOn }
      case .questionBoxContent?: if let text = text(field) { unsettled.questionBox.text = text }
      case .questionBoxIcon?: if let text = text(field) { facts.questionIcon = text }
      case .closedMessage?: if let text = text(field) { facts.closedMessage = text }
      case .disableCommenting?: if let isOn = flag(field) { unsettled.isClosedSiteWide = isOn }
      case .disableCommentingMessage?: if let text = text(field) { facts.disabledMessage = text }
      case .organizationName?: if let text = text(field) { facts.organization = text }
      case nil: continue
      }
    }
  }
}
