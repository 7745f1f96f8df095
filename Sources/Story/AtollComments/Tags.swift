/// The tags of comments that Talk 4 or Coral defines.
public struct Tags: OptionSet, Hashable, Sendable {
  /// One bit for each tag.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Chosen by the editors.
  public static let featured = Tags(rawValue: 1 << 0)
  /// Written by the staff.
  public static let staff = Tags(rawValue: 1 << 1)
  /// Written by an administrator.
  public static let admin = Tags(rawValue: 1 << 2)
  /// Written by a moderator.
  public static let moderator = Tags(rawValue: 1 << 3)
  /// Written by a member.
  public static let member = Tags(rawValue: 1 << 4)
  /// Written by an expert in a question-and-answer story.
  public static let expert = Tags(rawValue: 1 << 5)
  /// A question that no expert has answered yet.
  public static let unanswered = Tags(rawValue: 1 << 6)
  /// A review, with a rating.
  public static let review = Tags(rawValue: 1 << 7)
  /// A question about what the story reviews.
  public static let question = Tags(rawValue: 1 << 8)
  /// Marked by its author as off topic.
  public static let offTopic = Tags(rawValue: 1 << 9)
  /// Written by a subscriber.
  public static let subscriber = Tags(rawValue: 1 << 10)
  /// Written by someone who recently had a comment featured by the editors.
  public static let topCommenter = Tags(rawValue: 1 << 11)
  /// Written by someone whose account is only days old.
  public static let newCommenter = Tags(rawValue: 1 << 12)
}

extension Tags {
  /// The names that the servers give to the tags, in the order in which documents list them.
  package static let names: [(name: String, tag: Tags)] = [
    ("FEATURED", .featured), ("STAFF", .staff), ("ADMIN", .admin), ("MODERATOR", .moderator),
    ("MEMBER", .member), ("EXPERT", .expert), ("UNANSWERED", .unanswered), ("REVIEW", .review),
    ("QUESTION", .question), ("OFF_TOPIC", .offTopic), ("SUBSCRIBER", .subscriber),
    ("TOP_COMMENTER", .topCommenter), ("NEW_COMMENTER", .newCommenter),
  ]
}

extension Tags: CustomStringConvertible {
  /// The names of the tags: `FEATURED, OFF_TOPIC`.
  public var description: String {
    Self.names.filter { contains($0.tag) }.map(\.name).joined(separator: ", ")
  }
}
