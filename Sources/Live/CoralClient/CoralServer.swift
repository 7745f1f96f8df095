import AtollComments

/// A server's software, which determines the operations that the server supports.
package enum CoralServer: Hashable, Sendable {
  case talk4(Talk4Schema)
  case coral(ServerVersion)

  package var description: String {
    switch self {
    case .talk4(let schema): schema.version.map { "Talk \($0.description)" } ?? "Talk 4"
    case .coral(let version): "Coral \(version.description)"
    }
  }

  var form: InputForm {
    switch self {
    case .talk4: .talk4
    case .coral: .coral
    }
  }

  /// The path of the endpoint for operations, below the root of the server.
  var graphPath: String {
    switch self {
    case .talk4: "/api/v1/graph/ql"
    case .coral: "/api/graphql"
    }
  }
}

/// A version in the format that servers use: `9.11.8`.
package struct ServerVersion: Hashable, Comparable, Sendable {
  private let parts: [Int]

  init(_ major: Int, minor: Int, patch: Int = 0) { parts = [major, minor, patch] }

  /// Reads the numbers of a version; returns `nil` if there are none.
  package init?(_ text: String) {
    var parts: [Int] = []
    for part in text.split(separator: ".").prefix(3) {
      guard let number = Int(part.prefix { $0.isASCII && $0.isNumber }) else { break }
      parts.append(number)
    }
    if parts.isEmpty { return nil }
    self.parts = parts + Array(repeating: 0, count: 3 - parts.count)
  }

  package var description: String { parts.map(String.init).joined(separator: ".") }

  package static func < (left: ServerVersion, right: ServerVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

/// The version of a Talk 4 server, and the fields in its schema, which depend on its plugins.
package struct Talk4Schema: Hashable, Sendable {
  package var version: ServerVersion?
  /// The fields of the schema that the probe found, as `Type.field`.
  ///
  /// At most one of `likeMutations` is included: the one that is used.
  package var fields: Set<String>

  /// The mutations that create a like.
  ///
  /// Each comes from a different plugin; the first one that the server has is used.
  private static let likeMutations = [
    "RootMutation.createLikeAction", "RootMutation.createRespectAction",
    "RootMutation.createLoveAction", "RootMutation.createUpvoteAction",
  ]

  package init(version: ServerVersion?, fields: Set<String>) {
    self.version = version
    let like = Self.likeMutations.first { fields.contains($0) }
    self.fields = fields.subtracting(Self.likeMutations.filter { $0 != like })
  }

  /// True if the server can count comments without those of deleted accounts.
  var canExcludeDeletedComments: Bool { fields.contains("CommentCountQuery.excludeDeleted") }

  var hasLikes: Bool { !fields.isDisjoint(with: Self.likeMutations) }

  /// The value of `SORT_COMMENTS_BY` that sorts by likes: the plural of the plugin's name.
  var likeSort: String? {
    guard let mutation = Self.likeMutations.first(where: { fields.contains($0) }) else {
      return nil
    }
    let name = mutation.dropFirst("RootMutation.create".count).dropLast("Action".count)
    return name.uppercased() + "S"
  }
}
