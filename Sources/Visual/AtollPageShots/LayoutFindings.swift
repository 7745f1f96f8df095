import AtollBytes
package import AtollSnapshots

/// The differences between two layouts of a page, by element and property.
package struct LayoutFindings {
  package private(set) var list: [Finding] = []
  private let old: PageLayout
  private let new: PageLayout
  private var pairs: [(old: Int, new: Int)] = []
  /// For each new element, the index of its pair in `pairs`; -1 if it has no pair.
  private var pairIndexOfNew: [Int]

  private static let maximumFindingsPerKind = 40
  private static let maximumTextLength = 80

  package static func between(
    _ old: PageLayout, _ new: PageLayout, comparison: Comparison
  ) -> [Finding] {
    var findings = LayoutFindings(old, new)
    findings.list = StyleSheetFindings.between(old.declarations, new.declarations)
    findings.pairElements()
    findings.compareTexts()
    findings.compareAttributes()
    findings.compareStyles()
    let count = findings.list.count
    findings.compareBoxes()
    if count == 0 { findings.reportPixels(comparison) }
    let sealed = SealedSheets(in: old.declarations + new.declarations)
    return findings.list.map { finding in
      var copy = finding
      copy.selector = sealed.unsealedSelector(finding.selector)
      return copy
    }
  }

  private init(_ old: PageLayout, _ new: PageLayout) {
    self.old = old
    self.new = new
    pairIndexOfNew = Array(repeating: -1, count: new.elements.count)
  }

  // MARK: Elements

  /// Pairs old and new elements by their order and signatures.
  private mutating func pairElements() {
    let before = old.elements
    let after = new.elements
    var (left, right) = (0, 0)
    var onlyOld: [Int] = []
    var onlyNew: [Int] = []
    let changes = ShortestEdit.changes(before.map(\.signature), after.map(\.signature))
    for change in changes + [
      ListChange(old: before.count..<before.count, new: after.count..<after.count)
    ] {
      for (oldIndex, newIndex) in zip(left..<change.old.lowerBound, right..<change.new.lowerBound) {
        pair(oldIndex, with: newIndex)
      }
      pairGap(old: change.old, new: change.new, onlyOld: &onlyOld, onlyNew: &onlyNew)
      (left, right) = (change.old.upperBound, change.new.upperBound)
    }
    pairReordered(&onlyOld, with: &onlyNew)
    let removedIndices = Set(onlyOld)
    report(.removed, at: onlyOld.filter { !removedIndices.contains(before[$0].parent) }, in: before)
    let insertedIndices = Set(onlyNew)
    report(.inserted, at: onlyNew.filter { !insertedIndices.contains(after[$0].parent) }, in: after)
  }

  private mutating func pair(_ oldIndex: Int, with newIndex: Int) {
    pairIndexOfNew[newIndex] = pairs.count
    pairs.append((oldIndex, newIndex))
  }

  /// Pairs elements of the same tag and depth whose class or id changed, in a gap between two
  /// pairs.
  private mutating func pairGap(
    old oldRange: Range<Int>, new newRange: Range<Int>, onlyOld: inout [Int], onlyNew: inout [Int]
  ) {
    var rest = Array(newRange)
    for oldIndex in oldRange {
      let element = old.elements[oldIndex]
      let match = rest.firstIndex {
        new.elements[$0].tag == element.tag && new.elements[$0].depth == element.depth
      }
      guard let match else {
        onlyOld.append(oldIndex)
        continue
      }
      let other = new.elements[rest[match]]
      pair(oldIndex, with: rest[match])
      rest.removeFirst(match + 1)
      let (before, after) = (
        element.classes.joined(separator: " "), other.classes.joined(separator: " ")
      )
      for (name, old, new) in [("class", before, after), ("id", element.id, other.id)]
      where old != new {
        list.append(
          Finding(.attribute, selector: element.selector, property: name, old: old, new: new))
      }
    }
    onlyNew += newRange.filter { pairIndexOfNew[$0] < 0 }
  }

  private mutating func report(
    _ kind: Finding.Kind, at indices: [Int], in elements: [PageLayout.Element]
  ) {
    var findings: [Finding] = []
    for index in indices {
      var finding = Finding(kind, selector: elements[index].selector)
      finding.isDerived = elements[index].isGenerated
      findings.append(finding)
    }
    report(findings)
  }

  /// Adds findings; equal findings become one finding with a count.
  private mutating func report(_ findings: [Finding]) {
    var reported: [Finding] = []
    var indexOfFinding: [Finding: Int] = [:]
    for finding in findings {
      if let index = indexOfFinding[finding] {
        reported[index].count += 1
      } else if reported.count < Self.maximumFindingsPerKind {
        indexOfFinding[finding] = reported.count
        reported.append(finding)
      }
    }
    list += reported
  }

  /// Pairs each removed element with an equal element that was inserted elsewhere below the same
  /// parent.
  private mutating func pairReordered(_ onlyOld: inout [Int], with onlyNew: inout [Int]) {
    let (before, after) = (old.elements, new.elements)
    var newOfOld: [Int: Int] = [:]
    for pair in pairs { newOfOld[pair.old] = pair.new }
    var candidates: [String: [Int]] = [:]
    for index in onlyNew.reversed() {
      candidates["\(after[index].parent) \(after[index].signature)", default: []].append(index)
    }
    var findings: [Finding] = []
    for oldIndex in onlyOld where newOfOld[oldIndex] == nil {
      let element = before[oldIndex]
      guard let parent = newOfOld[element.parent],
        let newIndex = candidates["\(parent) \(element.signature)"]?.popLast()
      else { continue }
      // The descendants move with the element, up to the first that differs.
      for (one, other) in zip(oldIndex..<old.end(of: oldIndex), newIndex..<new.end(of: newIndex)) {
        guard before[one].signature == after[other].signature, newOfOld[one] == nil,
          pairIndexOfNew[other] < 0
        else { break }
        newOfOld[one] = other
        pair(one, with: other)
      }
      findings.append(
        Finding(
          .reordered, selector: element.selector, old: old.siblingPosition(of: oldIndex),
          new: new.siblingPosition(of: newIndex)))
    }
    report(findings)
    onlyOld.removeAll { newOfOld[$0] != nil }
    onlyNew.removeAll { pairIndexOfNew[$0] >= 0 }
  }

  private mutating func compareTexts() {
    var findings: [Finding] = []
    for pair in pairs {
      let (before, after) = (old.elements[pair.old], new.elements[pair.new])
      if before.text.utf8.elementsEqual(after.text.utf8) { continue }
      let parts = Self.differingParts(
        Array(before.text.unicodeScalars), Array(after.text.unicodeScalars))
      var finding = Finding(.text, selector: after.selector, old: parts.old, new: parts.new)
      // If the text in the document is the same, only a style sheet can have changed the drawn
      // text.
      finding.isDerived =
        after.isGenerated || before.sourceText.utf8.elementsEqual(after.sourceText.utf8)
      findings.append(finding)
      if findings.count == Self.maximumFindingsPerKind { break }
    }
    list += findings
  }

  /// Compares attributes by name, in the order of the new element's attributes.
  private mutating func compareAttributes() {
    var findings: [Finding] = []
    for pair in pairs {
      let (before, after) = (old.elements[pair.old].attributes, new.elements[pair.new].attributes)
      if before == after { continue }
      let (oldValues, newValues) = (Self.valuesByName(before), Self.valuesByName(after))
      let names = after.map(\.name) + before.map(\.name).filter { newValues[$0] == nil }
      for name in names where oldValues[name] != newValues[name] {
        // A content security policy contains a hash of the style sheet, whose edits are already
        // findings.
        if let oldValue = oldValues[name], let newValue = newValues[name],
          WordReplacement.all(from: oldValue, to: newValue).isEmpty
        {
          continue
        }
        let parts = Self.differingParts(
          Array((oldValues[name] ?? "").unicodeScalars),
          Array((newValues[name] ?? "").unicodeScalars))
        findings.append(
          Finding(
            .attribute, selector: new.elements[pair.new].selector, property: name, old: parts.old,
            new: parts.new))
      }
    }
    report(findings)
  }

  private static func valuesByName(_ attributes: [PageLayout.Attribute]) -> [String: String] {
    Dictionary(attributes.map { ($0.name, $0.value) }) { _, last in last }
  }

  /// Returns the part of each string that begins shortly before the first difference.
  ///
  /// A part has at most `maximumTextLength` Unicode scalars.
  private static func differingParts(
    _ old: [Unicode.Scalar], _ new: [Unicode.Scalar]
  ) -> (old: String, new: String) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    let from = max(0, start - 16)
    func part(_ text: [Unicode.Scalar]) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text[min(from, text.count)...].prefix(maximumTextLength))
      let isTruncated = text.count - from > maximumTextLength
      return (from > 0 ? "…" : "") + String(view) + (isTruncated ? "…" : "")
    }
    return (part(old), part(new))
  }

  // MARK: Properties

  private struct Change: Hashable {
    var propertyIndex: Int
    var old: String
    var new: String
  }

  private mutating func compareStyles() {
    /// The changes of each pair, in the order of `pairs`.
    var changesOfPairs: [[Change]] = []
    var changeCounts: [(selector: String, change: Change, count: Int)] = []
    var countIndexOfKey: [String: Int] = [:]
    /// For each change of each pair, the index of its entry in `changeCounts`, which counts equal
    /// changes.
    ///
    /// A change that an element shares with its parent is counted in the same entry as the
    /// parent's.
    var countIndicesOfPairs: [[Int]] = []
    for (index, pair) in pairs.enumerated() {
      let changes = changes(of: pair)
      var countIndices: [Int] = []
      let parent = new.elements[pair.new].parent
      let above = parent >= 0 ? pairIndexOfNew[parent] : -1
      for change in changes {
        if above >= 0, above < index, let same = changesOfPairs[above].firstIndex(of: change) {
          countIndices.append(countIndicesOfPairs[above][same])
        } else {
          let selector = new.elements[pair.new].selector
          let key = "\(selector) \(change.propertyIndex) \(change.old) \(change.new)"
          let countIndex = countIndexOfKey[key] ?? changeCounts.count
          if countIndex == changeCounts.count {
            countIndexOfKey[key] = countIndex
            changeCounts.append((selector, change, 0))
          }
          countIndices.append(countIndex)
        }
        changeCounts[countIndices[countIndices.count - 1]].count += 1
      }
      changesOfPairs.append(changes)
      countIndicesOfPairs.append(countIndices)
    }
    for total in changeCounts.prefix(Self.maximumFindingsPerKind) {
      list.append(
        Finding(
          .style, selector: total.selector,
          property: PageLayout.properties[total.change.propertyIndex],
          old: total.change.old, new: total.change.new, count: total.count))
    }
  }

  private func changes(of pair: (old: Int, new: Int)) -> [Change] {
    let before = old.elements[pair.old].styles
    let after = new.elements[pair.new].styles
    guard before.count == after.count, before != after else { return [] }
    var changes: [Change] = []
    for property in before.indices where before[property] != after[property] {
      let change = Change(propertyIndex: property, old: before[property], new: after[property])
      let isDerivedFromColor =
        property > 0
        && PageLayout.colorDependentProperties.contains(PageLayout.properties[property])
        && changes.first.map {
          $0.propertyIndex == 0 && $0.old == change.old && $0.new == change.new
        }
          == true
      if !isDerivedFromColor { changes.append(change) }
    }
    return changes
  }

  // MARK: Positions

  private mutating func compareBoxes() {
    let moves = pairs.compactMap { pair -> String? in
      guard let before = old.elements[pair.old].box, let after = new.elements[pair.new].box,
        before != after, before.width == after.width, before.height == after.height
      else { return nil }
      return "\(after.left - before.left),\(after.top - before.top) px"
    }
    for equal in moves.grouped(by: \.self).sorted(by: { $0.count > $1.count }).prefix(3) {
      list.append(Finding(.moved, selector: "", new: equal[0], count: equal.count))
    }
  }

  /// Reports the elements in which pixels differ; used if there are no other findings.
  private mutating func reportPixels(_ comparison: Comparison) {
    var reported: Set<String> = []
    for box in comparison.boxes.prefix(Self.maximumFindingsPerKind) {
      let within = new.elements.last { element in
        guard let bounds = element.box else { return false }
        return bounds.left <= box.left && bounds.top <= box.top && bounds.right >= box.right
          && bounds.bottom >= box.bottom
      }
      let selector = within?.selector ?? "the page"
      if reported.insert(selector).inserted {
        list.append(
          Finding(
            .pixels, selector: selector,
            new: "\(box), up to \(comparison.maximumChannelDifference) of 255 on a channel"))
      }
    }
  }
}
