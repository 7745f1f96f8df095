import AtollBytes

/// A reason why snapshots changed, usually an edit; accepting it covers all these snapshots.
package struct Cause: Hashable, Sendable {
  /// A short name that is easy to type, such as `3f09ab`.
  package let name: String
  /// A description of the cause, with one finding per line.
  package let text: String
  /// The location of the edit in the sources, if it is known.
  package let source: SourcePlace?

  init(_ text: String, key: String, source: SourcePlace? = nil) {
    (self.text, self.source) = (text, source)
    name = String(SHA256.hexadecimal(of: Array(key.utf8)).prefix(6))
  }
}

extension RunRecord.Entry {
  /// The causes of the snapshot's change; other snapshots can have the same causes.
  ///
  /// Findings from the same source edit are one cause. Where the edit is unknown, each rule and
  /// each token of a style sheet is a cause, and all other findings together are one more cause.
  package var causes: [Cause] {
    if state == .missing { return [Cause("new", key: "new")] }
    let groups = causeFindings.grouped(by: Self.key)
    if groups.isEmpty {
      let text = note.isEmpty ? state.rawValue : note
      return [Cause(text, key: text)]
    }
    return groups.map { findings in
      let first = findings[0]
      let causeKeys = findings.map(\.causeKey).joined(separator: "\n")
      let texts = findings.map(\.causeText).joined(separator: "\n")
      return Cause(
        texts, key: first.editHash.isEmpty ? causeKeys : first.editHash, source: first.source)
    }
  }

  package var undecidedCauses: [Cause] { causes.filter { !acceptedCauses.contains($0.name) } }

  /// A description of all causes, with one finding per line.
  package var causeText: String { causes.map(\.text).joined(separator: "\n") }

  /// The findings that can be causes; if there are none, all findings except moved elements.
  package var causeFindings: [Finding] {
    let causes = findings.filter(\.isCause)
    return causes.isEmpty ? findings.filter { $0.kind != .moved } : causes
  }

  private static func key(of finding: Finding) -> String {
    if !finding.editHash.isEmpty { return finding.editHash }
    guard finding.isStyleSheetEdit else { return "" }
    let isOfRule = finding.kind == .declaration && !finding.property.hasPrefix("--")
    return isOfRule ? finding.withoutPageDetails.selector : finding.causeKey
  }

  /// Copies the accepted causes from the entry of an earlier run, unless all causes were accepted.
  package mutating func carryOverAcceptedCauses(from earlier: RunRecord.Entry) {
    guard state.isPending, !earlier.acceptedCauses.isEmpty else { return }
    let names = causes.map(\.name)
    let kept = names.filter(earlier.acceptedCauses.contains)
    acceptedCauses = kept.count == names.count ? [] : kept
  }
}

extension Finding {
  /// A description of the finding as a cause, without line numbers, which differ between texts.
  fileprivate var causeText: String {
    var copy = withoutPageDetails
    if copy.kind == .line, editHash.isEmpty { copy.selector = "" }
    return copy.description
  }
}
