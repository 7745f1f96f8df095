package import Snapshots

/// Which edits of a style sheet the findings about some pictures show.
package struct SeenEdits {
  /// For each picture that differs, what is different.
  private let pictures: [[Finding]]

  package init(_ pictures: [[Finding]]) { self.pictures = pictures }

  /// Returns whether a picture shows an edit; where its findings leave that open, it does.
  ///
  /// All edits of a page's style sheets are found in each picture of it that differs, those too that
  /// this picture does not show: of several, one is shown where something came to look different in
  /// a property of its kind.
  package func contain(_ edit: Finding) -> Bool {
    pictures.contains { findings in
      let edits = findings.filter(\.isOfStyleSheet)
      guard edits.contains(where: edit.isSameEdit) else { return false }
      guard edits.count > 1, let kind = Self.kind(of: edit) else { return true }
      return findings.contains { $0.kind == .style && Self.family($0.property) == kind }
    }
  }

  /// What the properties of one kind begin with, where what they come to is looked at; of what is not
  /// displayed, nothing is.
  private static func kind(of edit: Finding) -> Substring? {
    guard edit.kind == .declaration, !edit.property.hasPrefix("--"),
      edit.property != "display" || ![edit.ofCause.old, edit.ofCause.new].contains("none")
    else { return nil }
    let family = family(edit.property)
    return families.contains(family) ? family : nil
  }

  private static let families = Set(PageLayout.properties.map(family))

  private static func family(_ property: String) -> Substring { property.prefix { $0 != "-" } }
}
