import Bytes

/// A check that each start tag of a template has an end tag, and each end tag a start tag.
///
/// Sections can open and close elements, so the check follows every combination of sections that
/// are present or absent. Combinations that lead to the same open elements are joined, so that only
/// one or two remain in most templates. If many remain, the check follows only the typical ones: all
/// sections but one are present, or all but one are absent, or all are the same. These are still all
/// combinations of any three sections, and their number does not double with each section.
///
/// A tag is an error if it never has a partner, or if one field's presence or absence is enough to
/// leave the tag without a partner. If this takes several fields, the tag is accepted, because
/// their combination may be impossible: a flag may be set only together with another.
struct NestingCheck {
  private struct Tag {
    let name: [UInt8]
    /// An error at the tag's position; its message is added if the tag has a fault.
    let errorAtTag: SourceError
    /// Whether the tag has a partner in at least one combination.
    var isMatched = false
    /// The fault that occurs with the fewest choices.
    var fault: Fault?
    /// The choices with which any fault of the tag occurs.
    var faultyChoices: [SectionChoices] = []
  }

  /// A fault of a tag, and the choices of sections with which it occurs.
  private struct Fault {
    let message: String
    let suggestion: String?
    var choices: SectionChoices
  }

  /// An open element, and the open element around it.
  private struct OpenElement {
    /// The index of its start tag.
    let tag: Int
    /// The index of the element around it; `nil` if there is none.
    let outer: Int?
    /// Whether it is part of SVG or MathML, where a self-closing tag such as `<path/>` is a whole
    /// element.
    let isForeign: Bool
    /// The sections around its start tag, and whether each is present.
    let sections: SectionChoices
  }

  private struct Section {
    let name: String
    let isPresent: Bool
    /// The alternatives in which the section is absent.
    let skipped: [Alternative]
  }

  /// Content inside an element that does not allow it.
  private struct Misplacement {
    /// The index of the element.
    let element: Int
    let message: String
  }

  /// The elements that are open in some combinations of sections.
  private struct Alternative {
    /// The index of the innermost open element; `nil` if none is open.
    var innermost: Int?
    /// For each section name on which the open elements depend, whether its sections are present.
    var choices: SectionChoices = [:]
  }

  private var tags: [Tag] = []
  private var elements: [OpenElement] = []
  private var alternatives = [Alternative()]
  /// The open sections.
  private var sections: [Section] = []
  /// The start tags of elements whose content was reported; the rest of their content is not.
  private var reportedElements: Set<Int> = []
  /// Whether the check was abandoned because of another error, so that it reports none.
  private var isAbandoned = false
  /// Whether only typical combinations of sections are followed.
  private var isLimitedToTypicalChoices = false
  /// The error if the template is too complex for the check.
  private var complexityError: SourceError?
  private var comparisonCount = 0

  /// The number of alternatives up to which all combinations of sections are followed.
  private static let maximumCompleteCount = 64
  /// The maximum number of alternatives of typical combinations; more are an error.
  private static let maximumAlternativeCount = 512
  /// The maximum number of comparisons of alternatives with the same open elements; more are an
  /// error.
  private static let maximumComparisonCount = 200_000
  /// The maximum number of open elements that are searched for the partner of an end tag, from the
  /// innermost outwards.
  private static let maximumSearchDepth = 64

  /// Abandons the check, because an error makes it uncertain which tags the template has.
  mutating func abandon() { isAbandoned = true }

  // MARK: Tags

  /// Checks a tag whose `>` has been read.
  mutating func check(
    _ tag: MarkupTokenizer.Tag, isSelfClosing: Bool, errorAtTag: SourceError
  ) {
    // A tag whose name is unknown may open or close any element.
    if tag.name.isEmpty { abandon() }
    if isAbandoned { return }
    tags.append(Tag(name: tag.name, errorAtTag: errorAtTag))
    let isVoid = VoidElements.contains(tag.name)
    if !tag.isEnd {
      tags[tags.count - 1].isMatched = isVoid
      checkPlace(of: .element(tag.name), named: "<\(tagName(at: tags.count - 1))>")
    }
    for index in alternatives.indices {
      var alternative = alternatives[index]
      if tag.isEnd && isVoid {
        let last = tags.count - 1
        report(last, in: alternative, message: "<\(tagName(at: last))> has no end tag; remove it")
      } else if tag.isEnd {
        close(in: &alternative)
      } else if !isVoid {
        open(in: &alternative, isSelfClosing: isSelfClosing)
      }
      alternatives[index] = alternative
    }
    if tag.isEnd { joinAlternatives() }
  }

  private mutating func open(in alternative: inout Alternative, isSelfClosing: Bool) {
    let name = tags[tags.count - 1].name
    let isInForeignElement = alternative.innermost.map { elements[$0].isForeign } ?? false
    let isForeign =
      name.isExactly("svg") || name.isExactly("math")
      || isInForeignElement && !name.isExactly("foreignobject") && !name.isExactly("annotation-xml")
    if isSelfClosing && isForeign {
      tags[tags.count - 1].isMatched = true
      return
    }
    elements.append(
      OpenElement(
        tag: tags.count - 1, outer: alternative.innermost, isForeign: isForeign,
        sections: openSections))
    alternative.innermost = elements.count - 1
  }

  /// Closes the element of the last tag, and all that are open inside it.
  private mutating func close(in alternative: inout Alternative) {
    let end = tags.count - 1
    if let found = element(named: tags[end].name, in: alternative) {
      while let inner = alternative.innermost, inner != found {
        reportUnclosed(elements[inner].tag, in: alternative, before: end)
        alternative.innermost = elements[inner].outer
      }
      match(found, with: end, in: &alternative)
      return
    }
    let name = tagName(at: end)
    // One misspelled name is one error, not two.
    if let innermost = alternative.innermost, name.utf8.count > 1,
      let near = nearest(to: name, among: [tagName(at: elements[innermost].tag)])
    {
      report(end, in: alternative, message: "</\(name)> has no start tag", suggestion: "</\(near)>")
      tags[elements[innermost].tag].isMatched = true
      alternative.innermost = elements[innermost].outer
    } else {
      report(
        end, in: alternative,
        message: "</\(name)> has no start tag; remove it, or write <\(name)> before it")
    }
  }

  private mutating func match(_ element: Int, with end: Int, in alternative: inout Alternative) {
    tags[elements[element].tag].isMatched = true
    tags[end].isMatched = true
    alternative.innermost = elements[element].outer
  }

  /// Returns the innermost open element with this name.
  private func element(named name: [UInt8], in alternative: Alternative) -> Int? {
    var next = alternative.innermost
    for _ in 0..<Self.maximumSearchDepth {
      guard let element = next else { return nil }
      if tags[elements[element].tag].name == name { return element }
      next = elements[element].outer
    }
    return nil
  }

  // MARK: Content

  /// Checks that the elements around a field or a mark allow it.
  ///
  /// Literal text is not checked: it may be for the program that reads the HTML next, as in
  /// `<table>{% for row in rows %}`.
  mutating func check(_ content: NestedContent, named name: String, errorAtStart: SourceError) {
    if isAbandoned { return }
    tags.append(Tag(name: [], errorAtTag: errorAtStart, isMatched: true))
    checkPlace(of: content, named: name)
  }

  /// Checks that the elements around the last tag or content allow it.
  private mutating func checkPlace(of content: NestedContent, named name: String) {
    let found = alternatives.map { misplacement(of: content, named: name, in: $0) }
    let isCertain = found.allSatisfy { $0 != nil }
    let here = openSections
    var newlyReported: Set<Int> = []
    for (alternative, misplacement) in zip(alternatives, found) {
      guard let misplacement else { continue }
      let outer = elements[misplacement.element].tag
      if reportedElements.contains(outer) { continue }
      let there = elements[misplacement.element].sections
      // Of the sections around the element and those around the content, the ones must include the
      // others. Otherwise they may exclude each other.
      let isPossible =
        alternative.choices.keys.allSatisfy { here[$0] != nil || there[$0] != nil }
        && (here.allSatisfy { there[$0.key] == $0.value }
          || there.allSatisfy { here[$0.key] == $0.value })
      guard isCertain || isPossible else { continue }
      newlyReported.insert(outer)
      let more = there.filter { here[$0.key] == nil }
      report(
        tags.count - 1,
        fault: Fault(
          message: misplacement.message, suggestion: nil,
          choices: !isCertain && more.count == 1 ? more : [:]))
    }
    reportedElements.formUnion(newlyReported)
  }

  private var openSections: SectionChoices {
    Dictionary(sections.map { ($0.name, $0.isPresent) }) { $1 }
  }

  private func misplacement(
    of content: NestedContent, named name: String, in alternative: Alternative
  ) -> Misplacement? {
    guard let innermost = alternative.innermost, !elements[innermost].isForeign else { return nil }
    if let parent = NestedContent.Parent(tags[elements[innermost].tag].name),
      !content.isAllowed(directlyIn: parent)
    {
      let outer = tagName(at: elements[innermost].tag)
      let effect = content.effect(directlyIn: parent).map { ", so browsers \($0)" } ?? ""
      return Misplacement(
        element: innermost,
        message:
          "\(name) is directly inside \(withArticle(outer))\(effect); put it in \(parent.child)")
    }
    if content.isPartOfTable { return misplacement(ofTablePart: name, in: innermost) }
    guard content.endsParagraph || content.isInteractive else { return nil }
    var isInReachOfParagraph = true
    var isInReachOfEntry = true
    var next = alternative.innermost
    for _ in 0..<Self.maximumSearchDepth {
      guard let element = next else { return nil }
      let outer = tags[elements[element].tag].name
      if content.isInteractive && NestedContent.excludesInteractiveContent(outer) {
        return Misplacement(
          element: element, message: nestingMessage(of: content, named: name, inside: outer))
      }
      if isInReachOfParagraph && content.endsParagraph && outer.isExactly("p") {
        return Misplacement(
          element: element,
          message: "\(name) is inside a <p>, which it would end; use a <div> instead of the <p>")
      }
      if isInReachOfEntry && content.endsOpenEntry(outer)
        || element == innermost && content.endsHeading(directlyAround: outer)
      {
        return Misplacement(element: element, message: endingMessage(of: name, inside: outer))
      }
      if NestedContent.isParagraphBoundary(outer) { isInReachOfParagraph = false }
      isInReachOfEntry = isInReachOfEntry && !NestedContent.isEntryBoundary(outer)
      if outer.isExactly("template") { return nil }
      next = elements[element].outer
    }
    return nil
  }

  /// Returns how a part of a table is misplaced; `nil` if it is in a table.
  private func misplacement(ofTablePart name: String, in innermost: Int) -> Misplacement? {
    var next = Optional(innermost)
    for _ in 0..<Self.maximumSearchDepth {
      guard let element = next else {
        return Misplacement(
          element: innermost,
          message: "\(name) is in no table, so browsers leave out its tags; put it in a <table>")
      }
      let outer = tags[elements[element].tag].name
      // An element between the table and its part is reported at its own start tag.
      if NestedContent.Parent(outer) == .tablePart || outer.isExactly("template") { return nil }
      if NestedContent.isEndedByPartsOfTables(outer) {
        return Misplacement(element: element, message: endingMessage(of: name, inside: outer))
      }
      next = elements[element].outer
    }
    return nil
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
      return
        "\(name) is inside \(withArticle(outer)), so a click is ambiguous\(advice)"
    case .inserted:
      return
        "\(name) may contain links, but is inside \(withArticle(outer))\(advice)"
    }
  }

  // MARK: Sections

  /// Begins a section; `name` is the same for all sections that are present or absent together.
  mutating func beginSection(_ name: String, isInverted: Bool) {
    if isAbandoned { return }
    var (present, skipped): ([Alternative], [Alternative]) = ([], [])
    for alternative in alternatives {
      let choice = alternative.choices[name]
      if choice != isInverted {
        present.append(alternative)
        present[present.count - 1].choices[name] = !isInverted
      }
      if choice != !isInverted {
        skipped.append(alternative)
        skipped[skipped.count - 1].choices[name] = isInverted
      }
    }
    // None of the typical combinations includes this section.
    if present.isEmpty, !alternatives.isEmpty, openSections[name] != isInverted { giveUp() }
    sections.append(Section(name: name, isPresent: !isInverted, skipped: skipped))
    alternatives = present
  }

  mutating func endSection() {
    guard !isAbandoned, let section = sections.popLast() else { return }
    alternatives += section.skipped
    joinAlternatives()
    if alternatives.count > Self.maximumCompleteCount { keepTypicalAlternatives() }
  }

  /// Removes the alternatives in which two or more sections are present and two or more absent,
  /// apart from the open sections.
  private mutating func keepTypicalAlternatives() {
    isLimitedToTypicalChoices = true
    let open = Set(sections.map(\.name))
    alternatives.removeAll { !$0.choices.isTypical(apartFrom: open) }
    if alternatives.count > Self.maximumAlternativeCount { giveUp() }
  }

  /// Ends the check, and makes this an error at the last tag or content.
  private mutating func giveUp() {
    guard complexityError == nil, var error = tags.last?.errorAtTag else { return }
    error.message =
      "too many sections before this decide which elements are open, so the tags cannot be checked;"
      + " close elements in the sections that open them"
    complexityError = error
    abandon()
  }

  /// Joins alternatives that have the same open elements and differ in at most one choice.
  private mutating func joinAlternatives() {
    if isLimitedToTypicalChoices, let first = alternatives.first,
      alternatives.allSatisfy({ $0.innermost == first.innermost })
    {
      alternatives = [Alternative(innermost: first.innermost, choices: openSections)]
      return
    }
    var hasJoined = true
    while hasJoined {
      hasJoined = false
      var index = 0
      while index < alternatives.count {
        // A joined alternative may be joined again, also with an earlier one.
        while joinAlternative(index) { hasJoined = true }
        index += 1
      }
    }
    if comparisonCount > Self.maximumComparisonCount { giveUp() }
  }

  /// Joins an alternative with a later one; returns false if none fits.
  private mutating func joinAlternative(_ index: Int) -> Bool {
    for other in alternatives.indices.dropFirst(index + 1)
    where alternatives[index].innermost == alternatives[other].innermost {
      comparisonCount += 1
      if let joined = alternatives[index].choices.joined(with: alternatives[other].choices) {
        alternatives[index].choices = joined
        alternatives.remove(at: other)
        return true
      }
    }
    return false
  }

  // MARK: Errors

  /// Returns the errors of the whole template.
  mutating func finish() -> [SourceError] {
    if let complexityError { return [complexityError] }
    if isAbandoned { return [] }
    for alternative in alternatives {
      var next = alternative.innermost
      while let element = next {
        reportUnclosed(elements[element].tag, in: alternative, before: nil)
        next = elements[element].outer
      }
    }
    return tags.compactMap { tag in
      guard var fault = tag.fault else { return nil }
      if tag.isMatched, fault.choices.count > 1 {
        guard let choice = decisiveChoice(among: tag.faultyChoices) else { return nil }
        fault.choices = choice
      }
      var error = tag.errorAtTag
      error.message = fault.message
      error.suggestion = fault.suggestion
      if tag.isMatched, let choice = fault.choices.first {
        // The first part of a message says what is wrong.
        let parts = fault.message.split(separator: ";", maxSplits: 1)
        error.message =
          "\(parts[0]) where '\(choice.key)' is \(choice.value ? "present" : "absent")"
          + parts.dropFirst().map { ";\($0)" }.joined()
      }
      return error
    }
  }

  private mutating func reportUnclosed(_ start: Int, in alternative: Alternative, before end: Int?)
  {
    let name = tagName(at: start)
    let context = end.map { " before </\(tagName(at: $0))>" } ?? ""
    report(start, in: alternative, message: "<\(name)> has no end tag\(context); write </\(name)>")
  }

  /// Records a fault of a tag in an alternative; the fault with the fewest choices is kept.
  private mutating func report(
    _ tag: Int, in alternative: Alternative, message: String, suggestion: String? = nil
  ) {
    report(
      tag, fault: Fault(message: message, suggestion: suggestion, choices: alternative.choices))
  }

  private mutating func report(_ tag: Int, fault: Fault) {
    if tags[tag].faultyChoices.count < Self.maximumCompleteCount {
      tags[tag].faultyChoices.append(fault.choices)
    }
    if let known = tags[tag].fault, known.choices.count <= fault.choices.count { return }
    tags[tag].fault = fault
  }

  private func tagName(at index: Int) -> String {
    String(decoding: tags[index].name, as: UTF8.self)
  }
}

/// Returns a tag with its article, as the name is read: `an <li>`, `a <td>`.
private func withArticle(_ name: String) -> String {
  let isReadWithVowel = name == "a" || name == "li" || name == "ol" || name.hasPrefix("h")
  return "\(isReadWithVowel ? "an" : "a") <\(name)>"
}
