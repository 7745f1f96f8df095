import AtollBytes
import AtollSnapshots

/// The results of a run as JUnit XML, with one test case for each snapshot and each obsolete
/// reference.
struct JUnitReport {
  /// The texts with which such a file can begin.
  static let beginnings = ["\(declaration)<testsuites"]
  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  let results: VerifyResults

  /// The element that says why a test case did not pass.
  private enum Outcome: String {
    case failure, error, skipped

    init?(_ state: RunRecord.Entry.State) {
      switch state {
      case .same: return nil
      case .changed, .missing, .refused: self = .failure
      case .corrupt, .otherEngine, .failed: self = .error
      case .skipped: self = .skipped
      }
    }
  }

  func text() -> String {
    let outcomes = results.entries.map { Outcome($0.state) }
    let counts = [
      ("tests", results.entries.count + results.obsoleteReferences.count),
      ("failures", outcomes.count { $0 == .failure } + results.obsoleteReferences.count),
      ("errors", outcomes.count { $0 == .error }), ("skipped", outcomes.count { $0 == .skipped }),
    ].map { " \($0)=\"\($1)\"" }.joined()
    var text = Self.declaration
    text += "<testsuites\(counts)>\n"
    text += "<testsuite name=\"\(Self.escaped(results.runName))\"\(counts)>\n"
    for (entry, outcome) in zip(results.entries, outcomes) {
      text += element(for: entry, outcome: outcome)
    }
    for name in results.obsoleteReferences {
      text += startTag(of: name.text) + ">"
      text += "<failure type=\"obsolete\" message=\"no case of the suite uses this reference\"/>"
      text += "</testcase>\n"
    }
    return text + "</testsuite>\n</testsuites>\n"
  }

  /// Returns the start tag of a test case, without its `>`.
  ///
  /// The folders of the name become the class name, because reports are grouped by class.
  private func startTag(of name: String) -> String {
    let words = name.split(separator: "/", omittingEmptySubsequences: false)
    let folders = words.dropLast().joined(separator: ".")
    return "<testcase classname=\"\(Self.escaped(folders))\""
      + " name=\"\(Self.escaped(String(words.last ?? "")))\""
  }

  private func element(for entry: RunRecord.Entry, outcome: Outcome?) -> String {
    guard let outcome else { return startTag(of: entry.name) + "/>\n" }
    let reasons = entry.causeText.split(separator: "\n").map(String.init)
    let message = Self.escaped(abbreviated(reasons.first ?? entry.state.rawValue))
    var text = startTag(of: entry.name) + "><\(outcome.rawValue)"
    if outcome == .skipped { return text + " message=\"\(message)\"/></testcase>\n" }
    text += " type=\"\(entry.state.rawValue)\" message=\"\(message)\">"
    var lines = entry.findings.map { abbreviated($0.description) }
    if !entry.note.isEmpty { lines.append(abbreviated(entry.note)) }
    if let path = results.picturePath(of: entry) {
      lines.append("screenshot \(escapingInvisibles(path))")
    }
    text += Self.escaped(lines.joined(separator: "\n"))
    return text + "</\(outcome.rawValue)></testcase>\n"
  }

  /// Returns text escaped for an attribute or content.
  ///
  /// The text must not contain control characters other than this report's own line breaks.
  static func escaped(_ text: String) -> String {
    // These two characters are not allowed in XML.
    escapedForMarkup(text).replacing(text: "\u{FFFE}", with: "\u{FFFD}")
      .replacing(text: "\u{FFFF}", with: "\u{FFFD}")
  }
}
