import Bytes
import Comments

/// The names that the servers give to the tags that Atoll knows.
extension Tags {
  /// The name of each tag in capitals, in the order in which documents list them.
  static let names: [(name: String, tag: Tags)] = [
    ("FEATURED", .featured), ("STAFF", .staff), ("ADMIN", .admin), ("MODERATOR", .moderator),
    ("MEMBER", .member), ("EXPERT", .expert), ("UNANSWERED", .unanswered), ("REVIEW", .review),
    ("QUESTION", .question), ("OFF_TOPIC", .offTopic), ("SUBSCRIBER", .subscriber),
    ("TOP_COMMENTER", .topCommenter), ("NEW_COMMENTER", .newCommenter),
  ]

  private static let table = KeyTable<Tags>(
    names.map { ($0.name, $0.tag) } + [
      ("OFFTOPIC", .offTopic), ("OFF-TOPIC", .offTopic), ("TOPCOMMENTER", .topCommenter),
      ("NEWCOMMENTER", .newCommenter),
    ])

  /// Creates the tag with this name, in any mix of cases: `off_topic`, `offTopic` and `off-topic`
  /// are the same.
  init?(name: UnsafeBufferPointer<UInt8>) {
    let longest = 13
    guard name.count <= longest else { return nil }
    let tag: Tags? = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) {
      room in
      for index in name.indices {
        let byte = unsafe name[index]
        unsafe room[index] = byte &- 97 < 26 ? byte & 0xDF : byte
      }
      return unsafe Self.table.key(UnsafeBufferPointer(rebasing: room[..<name.count]))
    }
    guard let tag else { return nil }
    self = tag
  }
}
