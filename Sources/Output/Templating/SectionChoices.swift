/// Names of sections, and whether each section is present.
typealias SectionChoices = [String: Bool]

extension SectionChoices {
  /// Returns the choices that two sets of choices cover together; `nil` unless they have the same
  /// names and differ in at most one.
  func joined(with other: SectionChoices) -> SectionChoices? {
    guard count == other.count else { return nil }
    var different: String?
    for (name, choice) in self where other[name] != choice {
      if different != nil || other[name] == nil { return nil }
      different = name
    }
    var result = self
    if let different { result[different] = nil }
    return result
  }

  /// Returns whether all sections are present or all absent, with at most one exception, apart from
  /// the sections that are open.
  func isTypical(apartFrom open: Set<String>) -> Bool {
    let choices = filter { !open.contains($0.key) }.values
    return choices.count { $0 } <= 1 || choices.count { !$0 } <= 1
  }
}

/// Returns the single choice that several sets of choices cover together; `nil` if there is none.
///
/// For example, `a` without `b` and neither of them together are: without `b`.
func decisiveChoice(among sets: [SectionChoices]) -> SectionChoices? {
  var all = sets
  var index = 0
  while index < all.count {
    if all[index].count <= 1 { return all[index] }
    let first = all[index]
    let other = all.indices.dropFirst(index + 1).first { first.joined(with: all[$0]) != nil }
    guard let other, let joined = first.joined(with: all.remove(at: other)) else {
      index += 1
      continue
    }
    all[index] = joined
    index = 0
  }
  return nil
}
