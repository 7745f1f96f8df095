import AtollBytes
package import AtollSnapshots

/// The differences between the declarations in two style sheets.
package struct StyleSheetFindings {
  private var list: [Finding] = []
  private var removed: [Declaration] = []
  private var inserted: [Declaration] = []

  package static func between(_ old: [Declaration], _ new: [Declaration]) -> [Finding] {
    var findings = StyleSheetFindings()
    let sealed = SealedSheets(in: old + new)
    let (old, new) = (sealed.unsealed(old), sealed.unsealed(new))
    findings.compare(old, new)
    findings.joinReplaced()
    findings.joinMoved(RulesAndConditions(old), RulesAndConditions(new))
    for declaration in findings.removed { findings.report(declaration, nil) }
    for declaration in findings.inserted { findings.report(nil, declaration) }
    return joined(findings.list)
  }

  private mutating func compare(_ old: [Declaration], _ new: [Declaration]) {
    let changes = ShortestEdit.changes(old.map(Key.init), new.map(Key.init))
    var (left, right) = (0, 0)
    let end = ListChange(old: old.count..<old.count, new: new.count..<new.count)
    for change in changes + [end] {
      for (before, after) in zip(
        old[left..<change.old.lowerBound], new[right..<change.new.lowerBound])
      where before.value != after.value { report(before, after) }
      removed += old[change.old]
      inserted += new[change.new]
      (left, right) = (change.old.upperBound, change.new.upperBound)
    }
  }

  private struct Key: Equatable {
    let rule: String
    let property: String

    init(_ declaration: Declaration) {
      (rule, property) = (declaration.rule, declaration.property)
    }
  }

  private mutating func report(_ before: Declaration?, _ after: Declaration?) {
    guard let known = before ?? after else { return }
    list.append(
      Finding(
        .declaration, selector: known.rule, property: known.property, old: before?.value ?? "",
        new: after?.value ?? ""))
  }

  /// Pairs each removed declaration with an inserted one of the same rule and property, and reports
  /// the two as one change.
  private mutating func joinReplaced() {
    for (old, new) in takePairs(where: { Key($0) == Key($1) && $0.value != $1.value }) {
      report(old, new)
    }
  }

  /// Takes removed and inserted declarations that match, and returns them in pairs.
  private mutating func takePairs(
    where matches: (Declaration, Declaration) -> Bool
  ) -> [(old: Declaration, new: Declaration)] {
    var pairs: [(old: Declaration, new: Declaration)] = []
    removed = removed.filter { old in
      guard let index = inserted.firstIndex(where: { matches(old, $0) }) else { return true }
      pairs.append((old, inserted.remove(at: index)))
      return false
    }
    return pairs
  }

  // MARK: Other conditions, other selectors

  private struct RulesAndConditions {
    let rules: Set<String>
    let conditions: Set<String>

    init(_ declarations: [Declaration]) {
      rules = Set(declarations.map(\.rule))
      conditions = Set(declarations.map(\.conditions))
    }
  }

  private struct Move: Hashable {
    let old: String
    let new: String
  }

  /// Reports declarations with a new condition or selector as moved, not as removed and inserted.
  private mutating func joinMoved(_ old: RulesAndConditions, _ new: RulesAndConditions) {
    let pairs = takePairs {
      $0.property == $1.property && $0.value == $1.value
        && Self.detectedMove(from: $0, to: $1, before: old, after: new) != nil
    }
    let moves = pairs.compactMap {
      Self.detectedMove(from: $0.old, to: $0.new, before: old, after: new)
    }
    list += moves.grouped(by: \.self).map {
      Finding(.rule, selector: "", old: $0[0].old, new: $0[0].new, count: $0.count)
    }
  }

  /// Returns the old and the new condition or rule of a declaration that moved; `nil` if it did not
  /// move.
  ///
  /// A declaration moved if it has the same selector under another condition, or if its rule was
  /// renamed under the same condition.
  private static func detectedMove(
    from old: Declaration, to new: Declaration, before: RulesAndConditions,
    after: RulesAndConditions
  ) -> Move? {
    if old.rule == new.rule { return nil }
    if old.selector == new.selector {
      let isRenamed =
        !old.conditions.isEmpty && !after.conditions.contains(old.conditions)
        && !new.conditions.isEmpty && !before.conditions.contains(new.conditions)
      return isRenamed
        ? Move(old: old.conditions, new: new.conditions) : Move(old: old.rule, new: new.rule)
    }
    let isRenamed =
      old.conditions == new.conditions && !after.rules.contains(old.rule)
      && !before.rules.contains(new.rule)
    return isRenamed ? Move(old: old.rule, new: new.rule) : nil
  }

  // MARK: Tokens

  /// Joins the findings for custom properties that changed in the same way in the same rule.
  ///
  /// A theme derives most of its tokens from a few others, which come first.
  private static func joined(_ list: [Finding]) -> [Finding] {
    var joined: [Finding] = []
    var indexOfFinding: [Finding: Int] = [:]
    for finding in list {
      guard finding.kind == .declaration, finding.property.hasPrefix("--") else {
        joined.append(finding)
        continue
      }
      var key = finding
      key.property = ""
      if let position = indexOfFinding[key] {
        joined[position].relatedProperties.append(finding.property)
      } else {
        indexOfFinding[key] = joined.count
        joined.append(finding)
      }
    }
    return joined
  }
}
