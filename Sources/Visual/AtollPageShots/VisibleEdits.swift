package import AtollSnapshots

/// The style sheet edits that screenshots show, according to the findings of the screenshots.
package struct VisibleEdits {
  /// The findings of each screenshot that differs.
  private let findingsOfScreenshots: [[Finding]]

  package init(_ findingsOfScreenshots: [[Finding]]) {
    self.findingsOfScreenshots = findingsOfScreenshots
  }

  /// Returns whether a screenshot shows an edit, or may show it.
  ///
  /// A screenshot's findings list all edits to the page's style sheets, even those that are not
  /// visible in it, so any of several edits may be the visible one. Then an edit counts as shown
  /// only if a computed value of the same group of properties changed: for `border-color`, that of
  /// any `border` property. An edit of a property without a group always counts.
  package func contains(_ edit: Finding) -> Bool {
    findingsOfScreenshots.contains { findings in
      let edits = findings.filter(\.isStyleSheetEdit)
      guard edits.contains(where: edit.isSameEdit) else { return false }
      guard edits.count > 1, let group = Self.propertyGroup(of: edit) else { return true }
      return findings.contains { $0.kind == .style && Self.propertyGroup($0.property) == group }
    }
  }

  /// Returns the first word of the edited property, such as `border`; `nil` if no computed values
  /// of such properties are compared.
  ///
  /// Elements with `display: none` have no computed values, so `display` has no group if its old
  /// or new value is `none`.
  private static func propertyGroup(of edit: Finding) -> Substring? {
    guard edit.kind == .declaration, !edit.property.hasPrefix("--"),
      edit.property != "display"
        || ![edit.withoutPageDetails.old, edit.withoutPageDetails.new].contains("none")
    else { return nil }
    let group = propertyGroup(edit.property)
    return propertyGroups.contains(group) ? group : nil
  }

  private static let propertyGroups = Set(PageLayout.properties.map(propertyGroup))

  private static func propertyGroup(_ property: String) -> Substring {
    property.prefix { $0 != "-" }
  }
}
