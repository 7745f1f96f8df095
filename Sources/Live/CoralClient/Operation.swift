import AtollComments

/// An operation of a server; its raw value is the name of its GraphQL document, which differs
/// between the protocols.
package enum Operation: String, Hashable, Sendable, CaseIterable {
  case probe = "Probe"
  case story = "Story"
  case stories = "Stories"
  case commentCounts = "CommentCounts"
  case comments = "Comments"
  case replies = "Replies"
  case comment = "Comment"
  case viewer = "Viewer"
  case ownComments = "OwnComments"
  case createComment = "CreateComment"
  case createReply = "CreateReply"
  case editComment = "EditComment"
  case like = "Like"
  case unlike = "Unlike"
  case report = "Report"
  case disagree = "Disagree"
  case ignore = "Ignore"
  case stopIgnoring = "StopIgnoring"
  case account = "Account"
  // The pages that a reader sees, and a permalink's comment with its surroundings.
  case firstPage = "FirstPage"
  case rootPage = "RootPage"
  case replyPage = "ReplyPage"
  case conversation = "Conversation"

  /// Returns the document for a server; `nil` if there is none for its protocol.
  ///
  /// Lines that the server's version or its plugins do not support are left out. `OPERATIONS.md`
  /// explains how such lines are marked.
  package func document(for server: CoralServer) -> String? {
    let folder = server.form.rawValue
    var text = EmbeddedOperations.text(of: "\(folder)/\(rawValue).graphql")
    if text.isEmpty { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(Self.fragmentListPrefix) {
      for name in line.dropFirst(Self.fragmentListPrefix.count).split(separator: ",") {
        let file = "\(folder)/fragments/\(name.filter { $0 != " " }).graphql"
        text += EmbeddedOperations.text(of: file)
      }
    }
    var document = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts[0]
      if text.allSatisfy({ $0 == " " }) { continue }
      if parts.count == 2, !server.supportsLine(withRemark: parts[1]) { continue }
      document += text + "\n"
    }
    return document
  }

  /// The beginning of the line that names a document's fragments.
  private static let fragmentListPrefix = "# fragments:"
}

extension CoralServer {
  /// Returns whether the server supports a document's line that ends in `#` and this remark, such
  /// as `since 5.3`.
  fileprivate func supportsLine(withRemark remark: Substring) -> Bool {
    let words = remark.split(separator: " ")
    guard words.count == 2 || words.count == 4 else { return true }
    return stride(from: 0, to: words.count, by: 2).allSatisfy { index in
      meets(words[index], value: String(words[index + 1]))
    }
  }

  private func meets(_ condition: Substring, value: String) -> Bool {
    switch (self, condition) {
    case (.talk4(let schema), "with"): schema.fields.contains(value)
    case (.coral(let version), "since"): ServerVersion(value).map { version >= $0 } ?? true
    case (.coral(let version), "before"): ServerVersion(value).map { version < $0 } ?? true
    case (.talk4, _), (.coral, _): true
    }
  }
}
