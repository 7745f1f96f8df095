import AtollBytes

/// A check that each start tag of a template has an end tag, each end tag a start tag, and that
/// browsers leave all content inside the elements around it.
///
/// Sections can open and close elements, so the template is followed several times, with different
/// sections present. Only sections that open an element without closing it, or the reverse, are
/// varied; all others are always present. Up to six names of sections are followed in every
/// combination. With more names, every combination of any three of them occurs, unless the template
/// is very large.
///
/// A tag is an error if it never has a partner, or if one field's presence or absence is enough to
/// leave the tag without a partner. If this takes several fields, the tag is accepted, because
/// their combination may be impossible: a flag may be set only together with another.
struct NestingCheck {
  /// A tag, field or mark of the template.
  private struct TagOrContent {
    enum Kind {
      case startTag(isSelfClosing: Bool)
      case endTag
      case content(NestedContent, named: String)
    }

    let kind: Kind
    /// The name of a tag's element; empty for a field or a mark.
    let element: [UInt8]
    /// The index of the innermost section around it.
    let section: Int?
    /// An error at its position; its message is added if the item has a fault.
    let errorAtStart: SourceError
    /// The index of the other tag of the element, in the combination followed last.
    var partner: Int?
    /// The number of combinations in which it is written.
    var count = 0
    /// The first fault in each combination in which it has one, by the combination's index.
    var faults: [Int: Fault] = [:]
  }

  private struct Fault {
    let message: String
    var suggestion: String?
    /// True if the combination can occur, judging by the sections around the content and the
    /// element.
    var isPossible = true
  }

  private struct Section {
    let name: String
    let isPresent: Bool
    /// The index of the section around it.
    let outer: Int?
  }

  private struct OpenElement {
    /// The index of its start tag.
    let item: Int
    /// True if it is part of SVG or MathML, where a self-closing tag such as `<path/>` is a whole
    /// element.
    let isForeign: Bool
    /// True if content in it was reported; the rest of its content is not.
    var hasReportedContent = false
  }

  /// A message about content, and the index of the open element around it that does not allow it.
  private typealias Misplacement = (element: Int, message: String)

  /// For each name of a section, whether sections of this name are present.
  private typealias Combination = [String: Bool]

  private var items: [TagOrContent] = []
  private var sections: [Section] = []
  private var innermostSection: Int?
  /// True if another error makes it uncertain which tags the template has, so none are reported.
  private var isAbandoned = false
  /// The combination that is followed: its index, and the elements that are open in it.
  private var combinationIndex = 0
  private var openElements: [OpenElement] = []

  /// The maximum number of items in all combinations together, which bounds the time of a check.
  private static let maximumStepCount = 200_000
  private static let maximumCombinationCount = 4096
  /// The number of names up to which all combinations of them are followed.
  private static let maximumCompleteNameCount = 6
  /// The maximum number of names; a template that has more has unknown ones, which are errors.
  private static let maximumNameCount = 200
  /// The maximum number of open elements that are searched for the partner of an end tag, from the
  /// innermost outwards.
  private static let maximumSearchDepth = 64

  /// Abandons the check, because an error makes it uncertain which tags the template has.
  mutating func abandon() { isAbandoned = true }

  // MARK: Recording

  /// Records a tag whose `>` has been read.
  mutating func check(_ tag: MarkupTokenizer.Tag, isSelfClosing: Bool, errorAtTag: SourceError) {
    // A tag whose name is unknown may open or close any element.
    if tag.name.isEmpty { abandon() }
    add(
      tag.isEnd ? .endTag : .startTag(isSelfClosing: isSelfClosing), element: tag.name,
      at: errorAtTag)
  }

  /// Records a field or a mark.
  ///
  /// Literal text is not checked: it may be for the program that reads the HTML next, as in
  /// `<table>{% for row in rows %}`.
  mutating func check(_ content: NestedContent, named name: String, errorAtStart: SourceError) {
    add(.content(content, named: name), element: [], at: errorAtStart)
  }

  private mutating func add(_ kind: TagOrContent.Kind, element: [UInt8], at error: SourceError) {
    items.append(
      TagOrContent(kind: kind, element: element, section: innermostSection, errorAtStart: error))
  }

  /// Begins a section; `name` is the same for all sections that are present or absent together.
  mutating func beginSection(_ name: String, isInverted: Bool) {
    sections.append(Section(name: name, isPresent: !isInverted, outer: innermostSection))
    innermostSection = sections.count - 1
  }

  mutating func endSection() { innermostSection = innermostSection.flatMap { sections[$0].outer } }

  // MARK: Combinations

  /// Returns the errors of the whole template.
  mutating func finish() -> [SourceError] {
    if isAbandoned { return [] }
    follow([:], index: 0)
    var combinations: [Combination] = [[:]]
    let names = namesOfUnbalancedSections()
    if names.count > Self.maximumNameCount { return [] }
    if !names.isEmpty {
      combinations = self.combinations(of: names)
      for index in items.indices { (items[index].count, items[index].faults) = (0, [:]) }
      for (index, combination) in combinations.enumerated() { follow(combination, index: index) }
    }
    return items.compactMap { error(of: $0, in: combinations, of: names) }
  }

  /// Returns the names of the sections that contain a tag but not its partner; if there are too
  /// many, only some of them.
  private func namesOfUnbalancedSections() -> [String] {
    var names: [String] = []
    for item in items where item.partner != nil || !item.faults.isEmpty {
      let partnerSections = item.partner.map { sections(around: items[$0].section) } ?? []
      for section in sections(around: item.section) where !partnerSections.contains(section) {
        if !names.contains(sections[section].name) { names.append(sections[section].name) }
      }
      if names.count > Self.maximumNameCount { break }
    }
    return names
  }

  /// Returns the indices of a section and of those around it, the innermost first.
  private func sections(around innermost: Int?) -> [Int] {
    var found: [Int] = []
    var next = innermost
    while let section = next {
      found.append(section)
      next = sections[section].outer
    }
    return found
  }

  private func choices(around innermost: Int?) -> Combination {
    Combination(
      sections(around: innermost).map { (sections[$0].name, sections[$0].isPresent) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns all combinations of the names or, if these are too many, a selection of them.
  ///
  /// In the selection, all sections are present, or all are absent, except for a single name or for
  /// the sections around one section.
  private func combinations(of names: [String]) -> [Combination] {
    let maximumCount = min(
      max(2, Self.maximumStepCount / items.count), Self.maximumCombinationCount)
    let completeCount = 1 << min(names.count, Self.maximumCompleteNameCount + 1)
    if names.count <= Self.maximumCompleteNameCount, completeCount <= maximumCount {
      return (0..<completeCount).map { bits in
        Combination(
          uniqueKeysWithValues: names.enumerated().map { ($1, bits >> $0 & 1 == 0) })
      }
    }
    // The following combinations include every choice among three sections.
    var nested: [Combination] = []
    var seen: Set<Combination> = []
    for section in sections.indices where nested.count < maximumCount {
      let choices = choices(around: section).filter { names.contains($0.key) }
      if choices.count > 3, seen.insert(choices).inserted { nested.append(choices) }
    }
    var combinations: [Combination] = []
    for isPresent in [true, false] {
      let uniform = Combination(uniqueKeysWithValues: names.map { ($0, isPresent) })
      let exceptions = [[:]] + names.map { [$0: !isPresent] } + nested
      combinations += exceptions.map { uniform.merging($0) { $1 } }
    }
    return Array(combinations.prefix(maximumCount))
  }

  /// Follows the template with a combination of sections; sections of other names are all present.
  private mutating func follow(_ combination: Combination, index: Int) {
    combinationIndex = index
    openElements = []
    var isWritten: [Bool] = []
    for section in sections {
      let isChosen = combination[section.name].map { $0 == section.isPresent } ?? true
      isWritten.append(isChosen && section.outer.map { isWritten[$0] } ?? true)
    }
    for item in items.indices where items[item].section.map({ isWritten[$0] }) ?? true {
      items[item].count += 1
      switch items[item].kind {
      case .content(let content, _): checkPlace(of: content, item: item)
      case .startTag(let isSelfClosing):
        checkPlace(of: .element(items[item].element), item: item)
        open(item, isSelfClosing: isSelfClosing)
      case .endTag: close(item)
      }
    }
    for element in openElements.reversed() { reportUnclosed(element.item, before: nil) }
  }

  // MARK: Tags

  private mutating func open(_ item: Int, isSelfClosing: Bool) {
    let name = items[item].element
    if VoidElements.contains(name) { return }
    let isInForeignElement = openElements.last?.isForeign ?? false
    let isForeign =
      name.isExactly("svg") || name.isExactly("math")
      || isInForeignElement && !name.isExactly("foreignobject") && !name.isExactly("annotation-xml")
    if isSelfClosing && isForeign { return }
    openElements.append(OpenElement(item: item, isForeign: isForeign))
  }

  /// Closes the element of an end tag, and all that are open inside it.
  private mutating func close(_ end: Int) {
    let name = tagName(of: end)
    if VoidElements.contains(items[end].element) {
      return report(end, fault: Fault(message: "<\(name)> has no end tag; remove it"))
    }
    let inReach = openElements.suffix(Self.maximumSearchDepth)
    let start = inReach.lastIndex { items[$0.item].element == items[end].element }
    if let start {
      for element in openElements[(start + 1)...].reversed() {
        reportUnclosed(element.item, before: end)
      }
      items[end].partner = openElements[start].item
      items[openElements[start].item].partner = end
      openElements.removeSubrange(start...)
    } else if let innermost = openElements.last, name.utf8.count > 1,
      let near = nearest(to: name, among: [tagName(of: innermost.item)])
    {
      // One misspelled name is one error, not two.
      report(end, fault: Fault(message: "</\(name)> has no start tag", suggestion: "</\(near)>"))
      openElements.removeLast()
    } else {
      report(
        end,
        fault: Fault(
          message: "</\(name)> has no start tag; remove it, or write <\(name)> before it"))
    }
  }

  // MARK: Content

  /// Checks that the elements around an item allow it.
  private mutating func checkPlace(of content: NestedContent, item: Int) {
    guard let misplacement = misplacement(of: content, item: item),
      !openElements[misplacement.element].hasReportedContent
    else { return }
    let here = choices(around: items[item].section)
    let there = choices(around: items[openElements[misplacement.element].item].section)
    // One of the two must be inside all sections around the other. Otherwise, their sections may
    // exclude each other.
    let isPossible =
      here.allSatisfy { there[$0.key] == $0.value } || there.allSatisfy { here[$0.key] == $0.value }
    openElements[misplacement.element].hasReportedContent = isPossible
    report(item, fault: Fault(message: misplacement.message, isPossible: isPossible))
  }

  private func misplacement(of content: NestedContent, item: Int) -> Misplacement? {
    guard let innermost = openElements.last, !innermost.isForeign else { return nil }
    let name = label(of: item)
    if let parent = NestedContent.RestrictiveParent(items[innermost.item].element),
      !content.isAllowed(directlyIn: parent)
    {
      let outer = withArticle(tagName(of: innermost.item))
      let effect = content.effect(directlyIn: parent).map { ", so browsers \($0)" } ?? ""
      return (
        openElements.count - 1,
        "\(name) is directly inside \(outer)\(effect); put it in \(parent.requiredChild)"
      )
    }
    if content.isPartOfTable { return misplacement(ofTablePart: name) }
    guard content.endsParagraph || content.isInteractive else { return nil }
    var isInReachOfParagraph = true
    var isInReachOfEntry = true
    for index in openElements.indices.suffix(Self.maximumSearchDepth).reversed() {
      let outer = items[openElements[index].item].element
      if content.isInteractive && NestedContent.excludesInteractiveContent(outer) {
        return (index, nestingMessage(of: content, named: name, inside: outer))
      }
      if isInReachOfParagraph && content.endsParagraph && outer.isExactly("p") {
        return (
          index, "\(name) is inside a <p>, which it would end; use a <div> instead of the <p>"
        )
      }
      if isInReachOfEntry && content.endsOpenEntry(outer)
        || index == openElements.count - 1 && content.endsHeading(directlyAround: outer)
      {
        return (index, endingMessage(of: name, inside: outer))
      }
      if NestedContent.isParagraphBoundary(outer) { isInReachOfParagraph = false }
      isInReachOfEntry = isInReachOfEntry && !NestedContent.isEntryBoundary(outer)
      if outer.isExactly("template") { return nil }
    }
    return nil
  }

  /// Returns how a part of a table is misplaced; `nil` if it is in a table.
  private func misplacement(ofTablePart name: String) -> Misplacement? {
    for index in openElements.indices.suffix(Self.maximumSearchDepth).reversed() {
      let outer = items[openElements[index].item].element
      // An element between the table and its part is reported at its own start tag.
      if NestedContent.RestrictiveParent(outer) == .tablePart || outer.isExactly("template") {
        return nil
      }
      if NestedContent.isEndedByPartsOfTables(outer) {
        return (index, endingMessage(of: name, inside: outer))
      }
    }
    if openElements.count > Self.maximumSearchDepth { return nil }
    return (
      openElements.count - 1,
      "\(name) is in no table, so browsers leave out its tags; put it in a <table>"
    )
  }

  private func endingMessage(of name: String, inside outer: [UInt8]) -> String {
    let outer = String(decoding: outer, as: UTF8.self)
    return "\(name) is inside \(withArticle(outer)), which it would end; write it after </\(outer)>"
  }

  /// Returns the message about interactive content inside an `<a>` or `<button>`.
  private func nestingMessage(
    of content: NestedContent, named name: String, inside outer: [UInt8]
  ) -> String {
    let outer = String(decoding: outer, as: UTF8.self)
    let advice = "; write it after </\(outer)>"
    switch content {
    case .element(let inner) where inner.elementsEqual(outer.utf8):
      return "\(name) is inside another \(name), which it would end\(advice)"
    case .element, .text:
      return "\(name) is inside \(withArticle(outer)), so a click is ambiguous\(advice)"
    case .inserted:
      return "\(name) may contain links, but is inside \(withArticle(outer))\(advice)"
    }
  }

  // MARK: Errors

  /// Returns the error about an item if it has a fault whenever it is written, or whenever one of
  /// the named sections is present or absent.
  private func error(
    of item: TagOrContent, in combinations: [Combination], of names: [String]
  ) -> SourceError? {
    guard let first = item.faults.keys.min() else { return nil }
    if item.faults.count == item.count {
      return error(of: item, fault: item.faults[first], where: "")
    }
    for name in names {
      for isPresent in [true, false] {
        let indices = combinations.indices.filter { combinations[$0][name] == isPresent }
        guard let first = indices.first,
          indices.allSatisfy({ item.faults[$0]?.isPossible ?? false })
        else { continue }
        let condition = " where '\(name)' is \(isPresent ? "present" : "absent")"
        return error(of: item, fault: item.faults[first], where: condition)
      }
    }
    return nil
  }

  private func error(of item: TagOrContent, fault: Fault?, where condition: String) -> SourceError?
  {
    guard let fault else { return nil }
    var error = item.errorAtStart
    // The first part of a message says what is wrong, the second what to do.
    let parts = fault.message.split(separator: ";", maxSplits: 1)
    error.message = "\(parts[0])\(condition)" + parts.dropFirst().map { ";\($0)" }.joined()
    error.suggestion = fault.suggestion
    return error
  }

  private mutating func reportUnclosed(_ start: Int, before end: Int?) {
    let name = tagName(of: start)
    let context = end.map { " before </\(tagName(of: $0))>" } ?? ""
    report(start, fault: Fault(message: "<\(name)> has no end tag\(context); write </\(name)>"))
  }

  /// Records a fault of an item, unless it already has one in this combination.
  private mutating func report(_ item: Int, fault: Fault) {
    if items[item].faults[combinationIndex] == nil { items[item].faults[combinationIndex] = fault }
  }

  private func tagName(of item: Int) -> String {
    String(decoding: items[item].element, as: UTF8.self)
  }

  /// Returns the name of an item for messages, such as `<li>` or the name of a field.
  private func label(of item: Int) -> String {
    switch items[item].kind {
    case .startTag, .endTag: "<\(tagName(of: item))>"
    case .content(_, let name): name
    }
  }
}

/// Returns a tag after the indefinite article with which its name is read: `an <li>`, `a <td>`.
private func withArticle(_ name: String) -> String {
  let isReadWithVowel = name == "a" || name == "li" || name == "ol" || name.hasPrefix("h")
  return "\(isReadWithVowel ? "an" : "a") <\(name)>"
}
