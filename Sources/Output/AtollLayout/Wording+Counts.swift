package import AtollBytes

extension Wording {
  /// Appends a counted phrase in the plural form that the number requires: `1,204 more comments`.
  ///
  /// `moreComments` with a count of 0 says that there are more, but not how many.
  package func append(_ phrase: CountedPhrase, count: Int, to out: inout OutputBuffer) {
    if phrase == .moreComments, count <= 0 {
      append(.moreComments, to: &out)
      return
    }
    let form = language.form(of: phrase, in: language.pluralCategory(of: PluralOperands(count)))
    append(form, to: &out) { out in append(grouped: count, to: &out) }
  }

  /// Returns a counted phrase about a story: `34 comments on Tidewalker`.
  package func text(_ phrase: CountedPhrase, count: Int, title: String) -> String {
    let title = Array(title.utf8)
    return written {
      append(phrase, count: count, title: Slice(title.indices), of: title, to: &$0)
    }
  }

  func append(
    _ phrase: CountedPhrase, count: Int, title: Slice, of source: [UInt8],
    to out: inout OutputBuffer
  ) {
    var words = OutputBuffer(capacity: 64)
    append(phrase, count: count, to: &words)
    let bytes = words.bytes()
    // The number consists of digits, so the only `@` is that of the phrase.
    guard let markIndex = bytes.firstIndex(of: UInt8(ascii: "@")) else {
      out.append(contentsOf: bytes)
      return
    }
    out.append(Slice(0..<markIndex), of: bytes)
    out.append(title, of: source)
    out.append(Slice(markIndex + 1..<bytes.count), of: bytes)
  }

  /// Returns a list of counted phrases: `12 comments, 3 stories`.
  package func listOfCounts(_ counts: [(phrase: CountedPhrase, count: Int)]) -> String {
    written { out in
      for (index, (phrase, count)) in counts.enumerated() {
        if index > 0 { appendListSeparator(to: &out) }
        append(phrase, count: count, to: &out)
      }
    }
  }

  /// Returns a counted phrase followed by text: `12 new comments: Tidewalker and 2 more stories`.
  package func text(_ phrase: CountedPhrase, count: Int, followedBy text: String) -> String {
    written { out in
      append(phrase, count: count, to: &out)
      appendSeparator(to: &out)
      out.append(verbatim: text)
    }
  }

  /// Appends the text between a name and the words of a comment, such as a colon and a space.
  package func appendSeparator(to out: inout OutputBuffer) {
    language.append(language.content.headlineSeparator, to: &out)
  }

  /// Appends the text between two items of a list, such as a comma and a space.
  package func appendListSeparator(to out: inout OutputBuffer) {
    language.append(language.content.listSeparator, to: &out)
  }

  /// The phrase for a number of likes if the server has no label for them.
  package var likesPhrase: CountedPhrase { labels.callsLikesVotes ? .votes : .likes }

  /// Appends a number of likes, with the server's own word for them if it has one: `12 Respect`.
  package func appendLikes(_ count: Int, to out: inout OutputBuffer) {
    if labels.label(for: .like).isEmpty {
      append(likesPhrase, count: count, to: &out)
    } else {
      append(grouped: count, to: &out)
      out.append(UInt8(ascii: " "))
      out.append(contentsOf: likeLabel(of: count))
    }
  }

  /// Returns the server's own word for a number of likes: `Upvote` for one, `Upvotes` for more.
  package func likeLabel(of count: Int) -> [UInt8] {
    count == 1 ? labels.oneLike : labels.label(for: .like)
  }

  /// Appends a mean rating and the number of ratings: `4.3 of 5 stars, 87 ratings`.
  package func appendRating(hundredths: Int, count: Int, to out: inout OutputBuffer) {
    let tenths = (min(max(hundredths, 0), 500) + 5) / 10
    let number = PluralOperands(whole: UInt(tenths / 10), tenths: UInt(tenths % 10))
    let form = language.form(of: .stars, in: language.pluralCategory(of: number))
    append(form, to: &out) { out in
      out.append(decimal: tenths / 10)
      language.append(language.content.numberFormat.decimalSeparator, to: &out)
      out.append(decimal: tenths % 10)
    }
    appendListSeparator(to: &out)
    append(.ratings, count: count, to: &out)
  }

  /// Appends five stars, the first `rating` of them full: `★★★★☆`.
  package func appendStars(_ rating: Int, to out: inout OutputBuffer) {
    for star in 1...5 {
      if star <= rating { out.append("★") } else { out.append("☆") }
    }
  }

  package func append(grouped number: Int, to out: inout OutputBuffer) {
    guard number.magnitude >= UInt(language.content.numberFormat.minimumGroupedNumber) else {
      out.append(decimal: number)
      return
    }
    if number < 0 { out.append(UInt8(ascii: "-")) }
    let higherGroupDivisor: UInt = language.content.numberFormat.higherGroupSize == 2 ? 100 : 1000
    var divisor: UInt = 1000
    while number.magnitude / divisor >= higherGroupDivisor { divisor *= higherGroupDivisor }
    out.append(decimal: Int(number.magnitude / divisor))
    var rest = number.magnitude % divisor
    while divisor > 1 {
      language.append(language.content.numberFormat.groupSeparator, to: &out)
      let isLast = divisor == 1000
      divisor /= isLast ? 1000 : higherGroupDivisor
      let group = Int(rest / divisor)
      rest %= divisor
      if isLast || higherGroupDivisor == 1000 {
        out.append(UInt8(truncatingIfNeeded: 48 + group / 100))
      }
      out.append(UInt8(truncatingIfNeeded: 48 + group / 10 % 10))
      out.append(UInt8(truncatingIfNeeded: 48 + group % 10))
    }
  }

  @inline(__always)
  private func append(
    _ form: SplitPhrase, to out: inout OutputBuffer, number: (inout OutputBuffer) -> Void
  ) {
    language.append(form.before, to: &out)
    if form.hasPlaceholder { number(&out) }
    language.append(form.after, to: &out)
  }
}
