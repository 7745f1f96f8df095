import AtollBytes
import AtollComments

extension Tags {
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
