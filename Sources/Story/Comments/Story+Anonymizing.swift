import Bytes

extension Story {
  /// Replaces the names of authors by pseudonyms, and removes their ids and pictures and the names of editors.
  ///
  /// The same key gives the same person the same pseudonym in every story: `Person 7f3a90c2`. What people wrote about one
  /// another stays as it is.
  ///
  /// - Parameters:
  ///   - key: The secret that links pseudonyms to authors.
  ///   - word: The word before the pseudonym.
  ///   - keepsStaff: Whether authors with the badge of the staff keep their names.
  ///   - keptNames: The names of authors who keep them.
  package mutating func anonymize(
    key: [UInt8], word: String, keepsStaff: Bool, keptNames: Set<String>
  ) {
    var isKept = [Bool](repeating: false, count: authors.count)
    if keepsStaff {
      let staff: Tags = [.staff, .admin, .moderator, .expert]
      for comment in comments where comment.author >= 0 && !comment.tags.isDisjoint(with: staff) {
        isKept[Int(comment.author)] = true
      }
    }
    for index in authors.indices {
      let author = authors[index]
      guard !isKept[index], !keptNames.contains(bytes.string(author.name)) else { continue }
      authors[index].avatar = .empty
      guard !author.name.isEmpty else { continue }
      let person = author.id.isEmpty ? author.name : author.id
      let code = SHA256.code(of: Array(bytes[person.range]), key: key)
      var out = OutputBuffer(capacity: 64)
      out.append(verbatim: word)
      out.append(UInt8(ascii: " "))
      out.append(hexadecimal: Array(code.prefix(Self.codeLength)))
      let name = out.bytes()
      authors[index].name = Slice(bytes.count..<bytes.count + name.count)
      authors[index].id = .empty
      bytes += name
    }
    if !keepsStaff {
      featurings.removeAll { !keptNames.contains(bytes.string($0.name)) }
    }
  }

  /// The bytes of a pseudonym: two persons among a million have the same one in one archive of two.
  private static let codeLength = 5
}
