import Bytes
import Comments

/// The tags Atoll knows, by the names the servers give them.
enum TagName: String, CaseIterable, Sendable {
  case featured = "FEATURED"
  case staff = "STAFF"
  case admin = "ADMIN"
  case moderator = "MODERATOR"
  case member = "MEMBER"
  case expert = "EXPERT"
  case unanswered = "UNANSWERED"
  case review = "REVIEW"
  case question = "QUESTION"
  case offTopic = "OFF_TOPIC"
  case subscriber = "SUBSCRIBER"

  var tag: Tags {
    switch self {
    case .featured: .featured
    case .staff: .staff
    case .admin: .admin
    case .moderator: .moderator
    case .member: .member
    case .expert: .expert
    case .unanswered: .unanswered
    case .review: .review
    case .question: .question
    case .offTopic: .offTopic
    case .subscriber: .subscriber
    }
  }

  private static let table = KeyTable<TagName>()

  /// The tag of a name in any mix of cases, `off_topic`, `offTopic` and `off-topic` alike.
  static func tag(of name: UnsafeBufferPointer<UInt8>) -> Tags? {
    guard name.count <= 12 else { return nil }
    var plain: [UInt8] = []
    for index in name.indices {
      let byte = unsafe name[index]
      if byte &- 97 < 26 { plain.append(byte & 0xDF) } else { plain.append(byte) }
    }
    if plain == Array("OFFTOPIC".utf8) || plain == Array("OFF-TOPIC".utf8) { return .offTopic }
    return unsafe plain.withUnsafeBufferPointer { unsafe table.key($0)?.tag }
  }
}
