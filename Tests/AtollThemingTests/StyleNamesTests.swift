import Testing

@testable import AtollTheming

/// The table of names in a style sheet.
@Suite struct StyleNamesTests {
  private var names = StyleNames()

  private mutating func add(_ name: String, _ kind: StyleNames.Kind) -> Int {
    let bytes = Array(name.utf8)
    return names.add(bytes.span, as: kind)
  }

  private func number(_ name: String, _ kind: StyleNames.Kind) -> Int? {
    let bytes = Array(name.utf8)
    return names.number(of: bytes.span, as: kind)
  }

  @Test mutating func numbersNamesInTheOrderOfTheirFirstUse() {
    #expect(add("a-b", .class) == 0)
    #expect(add("--atoll-ink", .property) == 1)
    #expect(add("a-b", .class) == 0)
    #expect(names.count == 2 && names[0] == "a-b" && names[1] == "--atoll-ink")
    #expect(number("a-c", .class) == nil)
  }

  @Test mutating func distinguishesAnElementAndAClassOfTheSameName() {
    let (element, rule) = (add("summary", .element), add("summary", .class))
    #expect(element != rule)
    #expect(number("summary", .element) == element && number("summary", .class) == rule)
    #expect(number("summary", .property) == nil)
  }

  @Test mutating func ignoresCaseOnlyInElementNames() {
    let element = add("H2", .element)
    #expect(number("h2", .element) == element && number("H2", .element) == element)
    #expect(names[element] == "h2")
    let rule = add("Note", .class)
    #expect(number("Note", .class) == rule && number("note", .class) == nil)
  }

  @Test mutating func findsEveryNameOfALargeSheet() {
    let many = (0..<5_000).map { "a-\($0 * 7_919 % 100_003)" }
    for (number, name) in many.enumerated() { #expect(add(name, .class) == number) }
    for (number, name) in many.enumerated() { #expect(self.number(name, .class) == number) }
    #expect(names.count == many.count)
  }

  @Test mutating func findsClassesByPrefix() {
    for name in ["a-r", "b", "a", "a-rail"] { _ = add(name, .class) }
    _ = add("a-r", .property)
    let start = Array("a-r".utf8)
    #expect(names.classes(beginningWith: start.span) == [0, 3])
    #expect(names.classes(beginningWith: start.span.extracting(0..<0)) == [0, 1, 2, 3])
  }
}
