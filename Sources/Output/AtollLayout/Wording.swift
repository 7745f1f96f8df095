import AtollBodyText
package import AtollBytes
package import AtollComments

/// Atoll's own words, numbers and dates in one language, with the server's labels if it has any.
///
/// Text is appended unescaped. The language's own texts contain none of `< > & " '`, but the
/// server's labels are as received and may be hostile, so a writer must escape and sanitize all
/// text that comes from here. `Wording` is a class because it is immutable and widely shared.
package final class Wording: Sendable {
  package let language: Language
  package let zone: Zone
  /// The zone's offset from UTC in seconds, if it never changes; it saves searching the
  /// transitions.
  let fixedOffset: Int?
  /// The moment to which relative dates refer; `nil` for absolute ones.
  package let now: Timestamp?
  let labels: ServerLabels

  /// Creates a wording that is not for a particular story, with only Atoll's own labels.
  package convenience init(
    language: Language, zone: Zone = .utc, now: Timestamp? = nil,
    dateStyle: DateStyle = .relative
  ) {
    self.init(language: language, zone: zone, now: now, dateStyle: dateStyle, labels: .none)
  }

  init(
    language: Language, zone: Zone, now: Timestamp?, dateStyle: DateStyle, labels: ServerLabels
  ) {
    self.language = language
    self.zone = zone
    fixedOffset = zone.fixedOffset
    self.labels = labels
    switch dateStyle {
    case .absolute: self.now = nil
    case .relative: self.now = now
    }
  }

  package var languageTag: String { language.tag }

  package var isRightToLeft: Bool { language.content.isRightToLeft }
}

/// The server's own labels for phrases.
///
/// In a question-and-answer story, likes have no label, and the order by likes has Atoll's own.
struct ServerLabels: Sendable {
  /// The labels by the index of their phrase; empty if there is none, as on most servers.
  private var labels: [[UInt8]] = []
  /// The label of a single like.
  private(set) var oneLike: [UInt8] = []
  /// True if likes are called votes, whatever label the server has for them.
  private(set) var callsLikesVotes = false

  static let none = ServerLabels()

  /// The phrases for which servers have labels.
  fileprivate static let sources: [(phrase: Phrase, label: @Sendable (StoryMetadata) -> Slice)] = [
    (.like, { $0.likeLabel }), (.mostLiked, { $0.likeSortLabel }),
    (.mostLikedComments, { $0.likeSortLabel }), (.staff, { $0.staffLabel }),
    (.moderator, { $0.moderatorLabel }), (.admin, { $0.adminLabel }), (.member, { $0.memberLabel }),
  ]

  private init() {}

  init(of story: borrowing Story, in language: Language) {
    let (bytes, metadata) = (story.bytes, story.metadata)
    callsLikesVotes = metadata.mode == .questionsAndAnswers
    for (phrase, label) in Self.sources {
      var words = bytes[
        bytes.displayText(of: label(metadata), cutTo: LabelLimits.maximumLabelLength).range]
      if callsLikesVotes, phrase == .like { words = [] }
      if callsLikesVotes, phrase == .mostLiked || phrase == .mostLikedComments {
        words = language.bytes[language.words(for: .mostVoted).range]
      }
      if words.isEmpty { continue }
      if labels.isEmpty { labels = Array(repeating: [], count: Phrase.allCases.count) }
      labels[phrase.index] = Array(words)
    }
    oneLike = Self.singular(of: label(for: .like), in: language)
  }

  /// Returns the singular of a label for likes, such as `Upvote` for `Upvotes`.
  ///
  /// Labels that do not end in the language's word for likes or votes stay as they are.
  private static func singular(of label: [UInt8], in language: Language) -> [UInt8] {
    let category = language.pluralCategory(of: PluralOperands(1))
    for phrase in [CountedPhrase.likes, .votes] {
      func word(_ category: PluralCategory) -> ArraySlice<UInt8> {
        let form = language.form(of: phrase, in: category)
        return form.before.isEmpty ? language.bytes[form.after.range].drop { $0 == 0x20 } : []
      }
      let (plural, one) = (word(.other), word(category))
      let end = label.suffix(plural.count)
      // A label often begins with a capital.
      guard let first = plural.first, let labelFirst = end.first, end.count == plural.count,
        lowercase(first) == lowercase(labelFirst), end.dropFirst().elementsEqual(plural.dropFirst())
      else { continue }
      let common = zip(plural, one).prefix { $0 == $1 }.count
      if common > 0 { return label.dropLast(plural.count - common) + one.dropFirst(common) }
    }
    return label
  }

  /// Returns the server's label for a phrase; most phrases have none.
  func label(for phrase: Phrase) -> [UInt8] { labels.isEmpty ? [] : labels[phrase.index] }
}

extension Phrase {
  /// True if a server can have its own label for the phrase.
  package var canHaveServerLabel: Bool { ServerLabels.sources.contains { $0.phrase == self } }
}

extension [UInt8] {
  /// Returns whether a slice is out of bounds, is empty, or consists of invisible characters and
  /// white space of any script.
  ///
  /// Almost every text begins with a visible ASCII character, so checking one byte is usually
  /// enough.
  @inline(__always)
  func isBlank(_ slice: Slice) -> Bool {
    if slice.isEmpty || slice.end > count { return true }
    let first = self[Int(slice.start)]
    return (first <= 0x20 || first >= 0x7F) && showsNothingVisible(in: slice)
  }

  @inline(never)
  private func showsNothingVisible(in slice: Slice) -> Bool {
    isVisuallyEmpty(span.extracting(slice.range))
  }

  /// Returns a name or label as it is shown: cut to `limit` bytes, without blanks at its ends, and
  /// empty if nothing of it can be seen.
  @inline(__always)
  func displayText(of slice: Slice, cutTo limit: Int) -> Slice {
    let slice = truncated(slice, to: limit)
    if isBlank(slice) { return .empty }
    let (first, last) = (self[Int(slice.start)], self[slice.end - 1])
    return (0x21..<0x7F).contains(first) && (0x21..<0x7F).contains(last)
      ? slice : withoutBlanksAtEnds(slice)
  }

  @inline(never)
  private func withoutBlanksAtEnds(_ slice: Slice) -> Slice {
    let part = visiblePart(of: span.extracting(slice.range))
    return Slice(Int(slice.start) + part.lowerBound..<Int(slice.start) + part.upperBound)
  }
}

// MARK: Direction

extension Wording {
  /// Returns whether text must be isolated from the text around it (UAX #9, 2.7).
  ///
  /// Without isolation, the direction of one text could change the order of the other. Pages use
  /// `<bdi>` for this. Mail clients drop that element, but keep the characters FSI and PDI.
  package func needsIsolation(_ text: ArraySlice<UInt8>) -> Bool {
    isRightToLeft || text.contains(where: Self.mayBeginRightToLeft)
  }

  package func needsIsolation(_ text: Span<UInt8>) -> Bool {
    isRightToLeft || text.contains(where: Self.mayBeginRightToLeft)
  }

  /// Returns whether a byte may belong to a right-to-left character.
  ///
  /// The first right-to-left script begins at U+0590, whose first byte in UTF-8 is 0xD6.
  private static func mayBeginRightToLeft(_ byte: UInt8) -> Bool { byte >= 0xD6 }
}

/// The characters that isolate text whose direction may differ from that of the text around it.
package enum Isolate {
  /// FIRST STRONG ISOLATE.
  package static let begin: StaticString = "\u{2068}"
  /// POP DIRECTIONAL ISOLATE.
  package static let end: StaticString = "\u{2069}"
}

// MARK: Words

extension Wording {
  /// Appends a phrase, in the server's own words if it has any.
  package func append(_ phrase: Phrase, to out: inout OutputBuffer) {
    let serverWords = labels.label(for: phrase)
    if serverWords.isEmpty {
      language.append(language.words(for: phrase), to: &out)
    } else {
      out.append(contentsOf: serverWords)
    }
  }

  /// Returns the server's own word for a phrase, as received; empty if it has none.
  package func serverLabel(for phrase: Phrase) -> [UInt8] { labels.label(for: phrase) }

  /// Returns the parts of a phrase before and after the name in it.
  package func parts(of phrase: Phrase) -> (before: [UInt8], after: [UInt8]) {
    var out = OutputBuffer(capacity: 64)
    append(phrase, to: &out)
    let bytes = out.bytes()
    let markIndex = bytes.firstIndex(of: UInt8(ascii: "@")) ?? bytes.endIndex
    return (Array(bytes[..<markIndex]), Array(bytes[markIndex...].dropFirst()))
  }

  package func text(_ phrase: Phrase) -> String { written { append(phrase, to: &$0) } }
}

/// Returns what a closure appends, as a string.
package func written(_ write: (inout OutputBuffer) -> Void) -> String {
  var out = OutputBuffer(capacity: 256)
  write(&out)
  return String(decoding: out.bytes(), as: UTF8.self)
}
