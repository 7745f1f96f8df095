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

  /// Other ways to write a name.
  private enum Variant: String, CaseIterable, Sendable {
    case joined = "OFFTOPIC"
    case hyphenated = "OFF-TOPIC"
    static let table = KeyTable<Variant>()
  }

  /// The tag of a name in any mix of cases, `off_topic`, `offTopic` and `off-topic` alike.
  static func tag(of name: UnsafeBufferPointer<UInt8>) -> Tags? {
    let longest = 12
    guard name.count <= longest else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { room in
      for index in name.indices {
        let byte = unsafe name[index]
        unsafe room[index] = byte &- 97 < 26 ? byte & 0xDF : byte
      }
      let capitals = unsafe UnsafeBufferPointer(rebasing: room[..<name.count])
      if let tag = unsafe table.key(capitals)?.tag { return tag }
      switch unsafe Variant.table.key(capitals) {
      case .joined, .hyphenated: return .offTopic
      case nil: return nil
      }
    }
  }
}
