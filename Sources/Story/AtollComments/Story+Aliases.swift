import AtollBytes

/// The kinds of values that aliases replace.
///
/// Equal values get the same alias, and different values get different ones.
package struct StoryAliases: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The ids of the story, of comments and of authors.
  package static let ids = StoryAliases(rawValue: 1 << 0)
  /// Times; their order is kept.
  package static let dates = StoryAliases(rawValue: 1 << 1)
  /// Addresses of the story, of comments, of media and of authors' pictures.
  package static let addresses = StoryAliases(rawValue: 1 << 2)
}

extension Story {
  /// The alias of a story's earliest time: 2026-01-01, in milliseconds since 1970.
  private static let firstAliasTime: Int64 = 1_767_225_600_000
  /// The interval between successive aliases, in milliseconds.
  private static let aliasTimeStep: Int64 = 60_000

  /// Returns the story with aliases for server-generated values, which differ between runs.
  package func withAliases(for kinds: StoryAliases) -> Story {
    var story = self
    if kinds.contains(.dates) { story.replaceDates() }
    if kinds.contains(.addresses) { story.replaceAddresses() }
    if kinds.contains(.ids) { story.replaceIDs() }
    return story
  }

  private mutating func replaceDates() {
    var moments = comments.flatMap { [$0.createdAt, $0.editedAt] }
    moments += viewerStates.values.compactMap(\.editableUntil)
    moments += [metadata.createdAt, metadata.closedAt]
    let known = Set(moments.filter(\.isKnown)).sorted()
    var aliases: [Timestamp: Timestamp] = [:]
    for (index, moment) in known.enumerated() {
      aliases[moment] = Timestamp(
        milliseconds: Self.firstAliasTime + Int64(index) * Self.aliasTimeStep)
    }
    for index in comments.indices {
      comments[index].createdAt = aliases[comments[index].createdAt] ?? .unknown
      comments[index].editedAt = aliases[comments[index].editedAt] ?? .unknown
    }
    viewerStates = viewerStates.mapValues { state in
      var state = state
      state.editableUntil = state.editableUntil.flatMap { aliases[$0] }
      return state
    }
    metadata.createdAt = aliases[metadata.createdAt] ?? .unknown
    metadata.closedAt = aliases[metadata.closedAt] ?? .unknown
  }

  private mutating func replaceAddresses() {
    var aliases = Aliases("https://example.com/")
    metadata.url = alias(for: metadata.url, in: &aliases)
    for index in comments.indices {
      comments[index].permalink = alias(for: comments[index].permalink, in: &aliases)
    }
    for index in media.indices {
      media[index].url = alias(for: media[index].url, in: &aliases)
      media[index].still = alias(for: media[index].still, in: &aliases)
    }
    for index in authors.indices {
      authors[index].avatar = alias(for: authors[index].avatar, in: &aliases)
    }
  }

  private mutating func replaceIDs() {
    var people = Aliases("author-")
    for index in authors.indices { authors[index].id = alias(for: authors[index].id, in: &people) }
    var stories = Aliases("story-")
    metadata.id = alias(for: metadata.id, in: &stories)
    var commentIDs = Aliases("comment-")
    ids = IDTable(capacity: comments.count)
    var states: [[UInt8]: ViewerState] = [:]
    for index in comments.indices {
      let old = Array(bytes[comments[index].id.range])
      comments[index].id = alias(for: comments[index].id, in: &commentIDs)
      states[Array(bytes[comments[index].id.range])] = viewerStates[old]
      comments[index].parentID = alias(for: comments[index].parentID, in: &commentIDs)
    }
    viewerStates = states
    for index in featureCredits.indices {
      featureCredits[index].commentID = alias(for: featureCredits[index].commentID, in: &commentIDs)
    }
    for index in comments.indices { _ = ids.insert(index, as: comments[index].id, in: bytes) }
  }

  private struct Aliases {
    let prefix: String
    var numbers: [[UInt8]: Int] = [:]

    init(_ prefix: String) { self.prefix = prefix }
  }

  /// Returns the alias of a string; an empty string stays empty.
  private mutating func alias(for slice: Slice, in aliases: inout Aliases) -> Slice {
    if slice.isEmpty { return slice }
    let text = Array(bytes[slice.range])
    let number = aliases.numbers[text] ?? aliases.numbers.count + 1
    aliases.numbers[text] = number
    return add(text: "\(aliases.prefix)\(number)")
  }
}
