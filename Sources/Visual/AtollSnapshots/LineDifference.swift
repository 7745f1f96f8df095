import AtollBytes

/// The difference between two texts, as the hunks of a unified diff.
package struct LineDifference: Hashable, Sendable {
  /// The amount of detail in a written difference.
  package enum Extent: Sendable {
    /// For people: long lines, long runs of changed lines and long lists of hunks are cut.
    case brief
    /// For programs such as `patch`: every line in full.
    case whole
  }

  /// The number of unchanged lines around each change.
  private static let contextLineCount = 3
  /// Limits of a brief difference: for consecutive removed or added lines, and for hunks.
  private static let maximumRunLineCount = 12
  private static let maximumHunkCount = 20
  /// The maximum number of Unicode scalars in a changed line, in a line of context, and in a line
  /// of a headline.
  private static let maximumChangedLineLength = 200
  private static let maximumContextLineLength = 80
  private static let maximumHeadlineLength = 80

  private let old: TextLines
  private let new: TextLines
  private let changes: [ListChange]

  /// Compares two texts.
  ///
  /// Hashes that are derived from the rest of a text are compared only if nothing else differs.
  package init(from oldText: [UInt8], to newText: [UInt8]) {
    let (old, new) = (TextLines(oldText), TextLines(newText))
    self.old = old
    self.new = new
    let (before, after) = (old.withoutDerivedHashes, new.withoutDerivedHashes)
    let found = ShortestEdit.changes(before, after)
    changes = found.isEmpty ? ShortestEdit.changes(old.lines, new.lines) : found
  }

  /// The number of the first line that differs, counted from 1, in the old text.
  package var firstLine: Int { (changes.first?.old.lowerBound ?? 0) + 1 }

  /// The number of lines that differ: for each change, the lines of its longer side.
  package var count: Int { changes.elementCount }

  /// A hash of all lines that differ.
  package var linesHash: String {
    let (before, after) = (old.withoutDerivedHashes, new.withoutDerivedHashes)
    var bytes: [UInt8] = []
    for change in changes {
      for index in change.old { bytes += [UInt8(ascii: "-")] + before[index] }
      for index in change.new { bytes += [UInt8(ascii: "+")] + after[index] }
    }
    return String(SHA256.hexadecimal(of: bytes).prefix(16))
  }

  /// The difference as a finding: the first line that differs, and a hash of all lines that differ.
  package var finding: Finding {
    let first = changes.first ?? ListChange(old: 0..<0, new: 0..<0)
    let sides = LineShortening.differingParts(
      first.old.first.map { old.text(at: $0) } ?? "",
      first.new.first.map { new.text(at: $0) } ?? "",
      maximumLength: Self.maximumHeadlineLength)
    return Finding(
      .line, selector: "line \(firstLine)", old: sides.old, new: sides.new, count: count,
      linesHash: linesHash)
  }

  /// The words that were replaced within lines, or `nil` if lines were inserted or removed.
  package var replacements: Set<WordReplacement>? {
    var found: Set<WordReplacement> = []
    for change in changes {
      guard change.old.count == change.new.count else { return nil }
      for (oldIndex, newIndex) in zip(change.old, change.new) {
        found.formUnion(
          WordReplacement.all(from: old.text(at: oldIndex), to: new.text(at: newIndex)))
      }
    }
    return found
  }
}

// MARK: - Hunks

extension LineDifference {
  /// The changes in groups: changes whose context lines touch or overlap are in one group.
  private static func hunks(of changes: [ListChange]) -> [ArraySlice<ListChange>] {
    var hunks: [ArraySlice<ListChange>] = []
    var start = 0
    for index in changes.indices.dropFirst()
    where changes[index].old.lowerBound - changes[index - 1].old.upperBound
      > 2 * contextLineCount
    {
      hunks.append(changes[start..<index])
      start = index
    }
    return changes.isEmpty ? [] : hunks + [changes[start...]]
  }

  /// Returns the difference as a unified diff.
  ///
  /// A brief diff has at most `maximumHunkCount` hunks, followed by the number of remaining hunks.
  /// A whole diff also has derived hashes.
  package func text(_ extent: Extent = .brief) -> String {
    let hunks = Self.hunks(
      of: extent == .brief ? changes : ShortestEdit.changes(old.lines, new.lines))
    let shown = extent == .brief ? hunks.prefix(Self.maximumHunkCount) : hunks[...]
    let omittedCount = hunks.count - shown.count
    return shown.map { unifiedText(of: $0, extent: extent) }.joined()
      + (omittedCount > 0
        ? "… and \(omittedCount) more \(omittedCount == 1 ? "hunk" : "hunks")\n" : "")
  }

  private func unifiedText(of hunk: ArraySlice<ListChange>, extent: Extent) -> String {
    guard let first = hunk.first, let last = hunk.last else { return "" }
    let lead = min(Self.contextLineCount, first.old.lowerBound)
    let trail = min(Self.contextLineCount, old.lines.count - last.old.upperBound)
    let before = (first.old.lowerBound - lead)..<(last.old.upperBound + trail)
    let after = (first.new.lowerBound - lead)..<(last.new.upperBound + trail)
    var text = "@@ -\(Self.hunkRange(before)) +\(Self.hunkRange(after)) @@\n"
    var nextLine = before.lowerBound
    for change in hunk {
      text +=
        unchangedLines(nextLine..<change.old.lowerBound, extent: extent)
        + unifiedText(of: change, extent: extent)
      nextLine = change.old.upperBound
    }
    return text + unchangedLines(nextLine..<before.upperBound, extent: extent)
  }

  /// Returns a range of lines as in the header of a hunk: the first line, counted from 1, and the
  /// number of lines, such as `12,7`.
  ///
  /// An empty range has the number of the line before it.
  private static func hunkRange(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  private func unchangedLines(_ lines: Range<Int>, extent: Extent) -> String {
    lines.map { index in
      let line = old.text(at: index)
      let text =
        extent == .brief
        ? LineShortening.beginning(of: line, maximumLength: Self.maximumContextLineLength) : line
      return " \(text)\n\(old.missingLineFeedNote(at: index))"
    }.joined()
  }

  private func unifiedText(of change: ListChange, extent: Extent) -> String {
    var removed = change.old.map { old.text(at: $0) }
    var added = change.new.map { new.text(at: $0) }
    if extent == .brief {
      for index in 0..<max(removed.count, added.count) {
        let sides = LineShortening.differingParts(
          index < removed.count ? removed[index] : "", index < added.count ? added[index] : "",
          maximumLength: Self.maximumChangedLineLength)
        if index < removed.count { removed[index] = sides.old }
        if index < added.count { added[index] = sides.new }
        if index + 1 == Self.maximumRunLineCount { break }
      }
    }
    return changedLines(
      removed, mark: "-", extent: extent,
      ending: change.old.last.map(old.missingLineFeedNote) ?? "")
      + changedLines(
        added, mark: "+", extent: extent,
        ending: change.new.last.map(new.missingLineFeedNote) ?? "")
  }

  private func changedLines(_ lines: [String], mark: String, extent: Extent, ending: String)
    -> String
  {
    let shown = extent == .brief ? lines.prefix(Self.maximumRunLineCount) : lines[...]
    let omittedCount = lines.count - shown.count
    let text = shown.map { "\(mark)\($0)\n" }.joined()
    if omittedCount == 0 { return text + ending }
    return text + "\(mark)… and \(omittedCount) more \(omittedCount == 1 ? "line" : "lines")\n"
  }
}

private struct TextLines: Hashable {
  /// The lines including their line feeds, so that a line feed added or removed at the end of the
  /// text is a difference.
  let lines: [ArraySlice<UInt8>]
  /// The hash of the email's content, which its `Message-ID` and its MIME boundary contain; `nil`
  /// if there is none.
  private let messageIDHash: [UInt8]?

  /// The maximum number of separate lines; the rest of a longer text counts as its last line.
  private static let maximumLineCount = 200_000

  init(_ text: [UInt8]) {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while lines.count < Self.maximumLineCount, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    self.lines = rest.isEmpty ? lines : lines + [rest]
    messageIDHash = Self.messageIDHash(in: self.lines)
  }

  /// Returns the line without its line feed.
  func text(at index: Int) -> String {
    let line = lines[index]
    return String(decoding: isTerminated(line) ? line.dropLast() : line, as: UTF8.self)
  }

  private func isTerminated(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: "\n")
  }

  /// Returns `\ No newline at end of file`, as in a unified diff, for a line without a line feed;
  /// otherwise an empty string.
  func missingLineFeedNote(at index: Int) -> String {
    isTerminated(lines[index]) ? "" : "\\ No newline at end of file\n"
  }

  /// The lines without the hashes that are derived from the rest of the text.
  ///
  /// These are an email's `Message-ID`, and the hash of the style sheet in a page's content
  /// security policy.
  var withoutDerivedHashes: [ArraySlice<UInt8>] {
    lines.map { line in
      var line = Self.withoutHashes(line)
      // Headers and delimiters are short; long lines are not searched.
      if let messageIDHash, line.count <= Self.maximumHeaderLength,
        let range = line.firstRange(ofBytes: messageIDHash)
      {
        line.removeSubrange(range)
      }
      return line
    }
  }

  /// Returns a line without the quoted `sha256-…` hashes of a content security policy.
  private static func withoutHashes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = Array("'sha256-".utf8)
    guard let first = line.firstRange(ofBytes: mark),
      line.firstRange(ofBytes: Array("Content-Security-Policy".utf8)) != nil
    else { return line }
    var kept = line[..<first.lowerBound]
    var rest = line[first.lowerBound...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "'")) {
      kept += rest[...quote]
      rest = rest[(quote + 1)...]
      let hash = rest.dropFirst(mark.count - 1).prefix(hashLength)
      let end = rest.startIndex + mark.count - 1 + hashLength
      if rest.starts(with: mark.dropFirst()), hash.count == hashLength,
        hash.allSatisfy(isBase64), end < rest.endIndex, rest[end] == UInt8(ascii: "'")
      {
        rest = rest[end...]
      }
    }
    return kept + rest
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "+/=".utf8.contains(byte)
  }

  /// The length of a SHA-256 hash in Base64.
  private static let hashLength = 44
  private static let maximumHeaderLength = 200
  private static let messageIDDigitCount = 32

  /// Returns `NAME` from the header `Message-ID: <NAME@…>` of an email, if it is a hash.
  private static func messageIDHash(in lines: [ArraySlice<UInt8>]) -> [UInt8]? {
    let field = Array("Message-ID: <".utf8)
    for line in lines {
      // An empty line ends the headers.
      if line.count <= 1 { return nil }
      guard line.starts(with: field) else { continue }
      let name = line.dropFirst(field.count).prefix(while: isDigitOfHash)
      return name.count == messageIDDigitCount ? Array(name) : nil
    }
    return nil
  }
}
