import AtollBytes

/// The texts and accessibility trees that changed only because a style sheet was edited.
///
/// They get the causes of the screenshots that show the edit.
///
/// An accessibility tree follows from the edit if the screenshots of the same page differ only by
/// edits of the style sheet, and at least one of these edits is not of a color. A text follows from
/// the edit if it differs only in its style sheet, or if every word that was replaced elsewhere in
/// the text was also replaced in a declaration or a computed value. For example, the tags of an
/// email contain the theme's colors.
package struct SharedCauses {
  private let plan: [PlannedSnapshot]
  private let folder: String
  private let record: RunRecord

  /// Creates the shared causes of a run; texts are read from the store in `folder`.
  package init(of record: RunRecord, plan: [PlannedSnapshot], folder: String) {
    (self.record, self.plan, self.folder) = (record, plan, folder)
  }

  /// Returns the entries whose causes change, with their new causes.
  package func entries() throws(SnapshotError) -> [RunRecord.Entry] {
    let pictures = plan.filter { $0.kind == .screenshot && record[$0.name.text]?.state == .changed }
    if pictures.isEmpty { return [] }
    var found: [RunRecord.Entry] = []
    for snapshot in plan {
      guard var entry = record[snapshot.name.text], entry.state == .changed,
        var line = entry.findings.first, line.kind == .line, line.editHash.isEmpty
      else { continue }
      let causes: [Finding]?
      switch snapshot.kind {
      case .screenshot: causes = nil
      case .accessibility: causes = self.causes(of: snapshot, among: pictures)
      case .text(let format):
        causes =
          Self.styledFormats.contains(format)
          ? try self.causes(ofText: snapshot, among: pictures) : nil
      }
      guard let causes else { continue }
      line.isDerived = true
      entry.findings = causes + [line]
      found.append(entry)
    }
    return found
  }

  /// The output formats that contain parts of the theme.
  private static let styledFormats: Set<String> = ["page", "fragment", "card", "email"]

  /// Returns the causes of the first changed screenshot of the page that `tree` describes.
  ///
  /// Returns `nil` if no screenshot of the page changed, if any has causes other than edits of the
  /// style sheet, or if all causes of the first one are edits of colors.
  private func causes(
    of tree: PlannedSnapshot, among pictures: [PlannedSnapshot]
  ) -> [Finding]? {
    let causes = pictures.filter {
      $0.caseIndex == tree.caseIndex && $0.style == tree.style && $0.direction == tree.direction
    }.map { styleSheetCauses(of: $0) }
    let known = causes.compactMap { $0 }
    guard known.count == causes.count, let first = known.first else { return nil }
    return first.allSatisfy(\.isColorEdit) ? nil : first
  }

  /// Returns the causes of the first screenshot that explains how a text changed; `nil` if none
  /// does.
  ///
  /// A screenshot explains the change if every word that was replaced outside of the text's style
  /// sheets was also replaced in a finding of the screenshot.
  private func causes(
    ofText text: PlannedSnapshot, among pictures: [PlannedSnapshot]
  ) throws(SnapshotError) -> [Finding]? {
    let name = text.name
    guard let old = try StoreFiles.contents(of: "\(folder)/\(name)"),
      let new = try StoreFiles.contents(of: name.pendingPath(inStore: folder)),
      let replaced = LineDifference(
        from: Self.withoutStyleSheets(old), to: Self.withoutStyleSheets(new)
      ).replacements
    else { return nil }
    let ofSameCase = pictures.filter { $0.caseIndex == text.caseIndex }
    for picture in ofSameCase + pictures where picture.style == text.style {
      guard let causes = styleSheetCauses(of: picture) else { continue }
      var known: Set<WordReplacement> = []
      for finding in record[picture.name.text]?.findings ?? []
      where finding.isStyleSheetEdit || finding.kind == .style {
        known.formUnion(WordReplacement.all(from: finding.old, to: finding.new))
      }
      if replaced.isSubset(of: known) { return causes }
    }
    return nil
  }

  /// Returns a text without its `<style>` elements and their hashes in a content security policy.
  package static func withoutStyleSheets(_ text: [UInt8]) -> [UInt8] {
    text.removing(from: "<style".utf8, through: "</style>".utf8)
      .removing(from: "'sha256-".utf8, through: "'".utf8)
  }

  /// Returns a screenshot's causes, if there are any and all are edits of the style sheet.
  private func styleSheetCauses(of picture: PlannedSnapshot) -> [Finding]? {
    let causes = record[picture.name.text]?.findings.filter(\.isCause) ?? []
    return causes.isEmpty || !causes.allSatisfy(\.isStyleSheetEdit)
      ? nil : causes.map(\.withoutPageDetails)
  }
}

extension Finding {
  /// True if the finding is the edit of a color, which no accessibility tree shows.
  fileprivate var isColorEdit: Bool {
    kind == .declaration && old.hasPrefix("#") && new.hasPrefix("#")
  }
}
