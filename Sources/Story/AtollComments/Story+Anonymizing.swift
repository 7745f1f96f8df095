import AtollBytes

extension Story {
  /// Replaces authors' names by pseudonyms, and removes the authors' ids and pictures.
  ///
  /// The names of the editors who featured comments are removed, too, and the addresses that the
  /// input gave to comments: on Mastodon, for example, they contain the name.
  ///
  /// With the same key, a person has the same pseudonym in every story, for example
  /// `Person 7f3a90c21b`. What people wrote about one another stays as it is, and so do the addresses
  /// of media and of links in comments, and the ids of comments.
  ///
  /// - Parameters:
  ///   - key: The secret that links pseudonyms to authors.
  ///   - pseudonymPrefix: The word with which pseudonyms begin, such as `Person`.
  ///   - keepsStaff: Whether staff, administrators, moderators, experts and the editors who
  ///     featured comments are left as they are.
  ///   - keptNames: The names of people who are left as they are.
  package mutating func anonymize(
    key: [UInt8], pseudonymPrefix: String, keepsStaff: Bool, keptNames: Set<String>
  ) {
    // In most forms, each comment has its own author record, and only comments have tags.
    var keptPeople: Set<[UInt8]> = []
    if keepsStaff {
      let staff: Tags = [.staff, .admin, .moderator, .expert]
      for comment in comments where comment.author >= 0 && !comment.tags.isDisjoint(with: staff) {
        keptPeople.insert(Array(bytes[authors[Int(comment.author)].personKey.range]))
      }
      keptPeople.remove([])
    }
    for index in authors.indices {
      let author = authors[index]
      let person = author.personKey
      guard !keptPeople.contains(Array(bytes[person.range])),
        !keptNames.contains(bytes.string(author.name))
      else { continue }
      authors[index].avatar = .empty
      authors[index].id = .empty
      guard !author.name.isEmpty else { continue }
      let code = SHA256.hmac(of: Array(bytes[person.range]), key: key)
      var name = OutputBuffer(capacity: 64)
      name.append(verbatim: pseudonymPrefix)
      name.append(UInt8(ascii: " "))
      name.append(hexadecimal: Array(code.prefix(Self.codeLength)))
      authors[index].name = add(text: String(decoding: name.bytes(), as: UTF8.self))
    }
    for index in comments.indices { comments[index].permalink = .empty }
    if !keepsStaff {
      featureCredits.removeAll { !keptNames.contains(bytes.string($0.name)) }
    }
  }

  /// The number of bytes in a pseudonym's code, which is written as hexadecimal digits.
  ///
  /// Among a million people, the chance that any two have the same code is about one in three.
  private static let codeLength = 5
}

extension AuthorRecord {
  /// The text that identifies the person: the id, or the name if there is no id.
  fileprivate var personKey: Slice { id.isEmpty ? name : id }
}
