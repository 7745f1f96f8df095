import AtollBytes
import AtollComments

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
  init?(name: Span<UInt8>) {
    let longest = 13
    guard name.count <= longest else { return nil }
    let upper = name.indices.map { name[$0] &- 97 < 26 ? name[$0] & 0xDF : name[$0] }
    guard let tag = Self.table.key(upper.span) else { return nil }
    self = tag
  }
}
