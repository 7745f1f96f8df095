package import Bytes

extension Wording {
  /// Appends a counted wording in the form the number needs: `1,204 more comments`.
  ///
  /// `moreComments` of 0 says that there are more without saying how many.
  package func append(_ phrase: CountedPhrase, _ count: Int, to out: inout OutputBuffer) {
    if phrase == .moreComments, count <= 0 {
      append(.moreComments, to: &out)
      return
    }
    let form = language.forms(of: phrase)[language.pluralCategory(of: count)]
    append(form, count, to: &out)
  }

  /// Returns a counted wording about a story: `34 comments on Tidewalker`.
  package func text(_ phrase: CountedPhrase, _ count: Int, title: String) -> String {
    var out = OutputBuffer(capacity: 64)
    append(phrase, count, to: &out)
    // The number is written in digits, so the wording has the only `@`.
    return String(decoding: out.bytes(), as: UTF8.self)
      .split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: title)
  }

  /// Appends a number of likes, with the server's own word for them: `12 Respect`.
  package func appendLikes(_ count: Int, to out: inout OutputBuffer) {
    if labels.like.isEmpty {
      append(.likes, count, to: &out)
    } else {
      append(grouped: count, to: &out)
      out.append(UInt8(ascii: " "))
      out.append(contentsOf: labels.like)
    }
  }

  /// Appends a mean rating and of how many reviews: `4.3 of 5 stars, 87 reviews`.
  package func appendRating(hundredths: Int, reviews: Int, to out: inout OutputBuffer) {
    let tenths = (min(max(hundredths, 0), 500) + 5) / 10
    // Plural rules look at the visible fraction: nothing with tenths is "one".
    let form = language.forms(of: .stars)[.other]
    append(form, to: &out) { out in
      out.append(decimal: tenths / 10)
      out.append(language.decimalSeparator)
      out.append(decimal: tenths % 10)
    }
    out.append(language.listSeparator)
    append(.reviews, reviews, to: &out)
  }

  /// Appends five stars, the first `rating` of them full: `★★★★☆`.
  package func appendStars(_ rating: Int, to out: inout OutputBuffer) {
    for star in 1...5 {
      if star <= rating { out.append("★") } else { out.append("☆") }
    }
  }

  /// Appends a number with its digits grouped as the language does.
  package func append(grouped number: Int, to out: inout OutputBuffer) {
    guard number.magnitude >= UInt(language.firstGroupedNumber) else {
      out.append(decimal: number)
      return
    }
    if number < 0 { out.append(UInt8(ascii: "-")) }
    var divisor: UInt = 1
    var groups = 1
    var rest = number.magnitude / 1000
    while rest > 0 {
      divisor *= 1000
      groups += 1
      rest /= 1000
    }
    for group in 0..<groups {
      let part = Int(number.magnitude / divisor % 1000)
      if group > 0 {
        out.append(language.groupSeparator)
        out.append(UInt8(truncatingIfNeeded: 48 + part / 100))
        out.append(UInt8(truncatingIfNeeded: 48 + part / 10 % 10))
        out.append(UInt8(truncatingIfNeeded: 48 + part % 10))
      } else {
        out.append(decimal: part)
      }
      divisor /= 1000
    }
  }

  private func append(_ form: StaticString, _ count: Int, to out: inout OutputBuffer) {
    append(form, to: &out) { out in append(grouped: count, to: &out) }
  }

  /// Appends a form, and the number where `#` stands.
  @inline(__always)
  private func append(
    _ form: StaticString, to out: inout OutputBuffer,
    number: (inout OutputBuffer) -> Void
  ) {
    let length = form.utf8CodeUnitCount
    let start = unsafe form.utf8Start
    var index = 0
    while index < length, unsafe start[index] != UInt8(ascii: "#") { index &+= 1 }
    // Most begin with it.
    if index > 0 { unsafe out.append(contentsOf: UnsafeBufferPointer(start: start, count: index)) }
    guard index < length else { return }
    number(&out)
    unsafe out.append(
      contentsOf: UnsafeBufferPointer(start: start + index + 1, count: length &- index &- 1))
  }
}

extension Language {
  /// What stands between two parts of a sentence.
  var listSeparator: StaticString {
    switch self {
    case .english, .german, .spanish, .french: ", "
    case .japanese: "、"
    case .arabic: "، "
    }
  }
}
