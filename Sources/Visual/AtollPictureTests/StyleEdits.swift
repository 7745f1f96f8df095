import Atoll
import AtollBytes
import AtollSnapshots

/// An edit of one property, rule or condition of a style.
package struct StyleEdit: Sendable {
  enum Kind: String, Sendable {
    case property
    /// A length in the condition of `@media` or `@container`.
    case condition
    /// The removal of all declarations of a rule.
    case rule
  }

  var kind = Kind.property
  /// The file and the line, counted from 1.
  let path: String
  let line: Int
  let property: String
  let old: String
  let new: String
  let files: [StyleSource]

  package var description: String { "\(path):\(line): \(property): \(old) → \(new)" }

  /// Returns whether a finding is about the edited token, or about the edited property.
  ///
  /// The lengths and sizes of a theme become values in many style sheets, so for such a token any
  /// finding about a style sheet counts. A browser may report a shorthand such as `border` as its
  /// longhands.
  func isNamed(by finding: Finding) -> Bool {
    switch kind {
    case .property: break
    case .condition: return finding.isStyleSheetEdit
    case .rule: return finding.isStyleSheetEdit && finding.new.isEmpty
    }
    guard finding.kind == .declaration, !finding.selector.isEmpty else { return false }
    if path.hasSuffix(".json") {
      let isLength = !old.utf8.contains(UInt8(ascii: "#"))
      return isLength && finding.isStyleSheetEdit
        || finding.property.hasPrefix("--") && finding.property.hasSuffix("-\(property)")
    }
    return finding.property == property || finding.property.hasPrefix("\(property)-")
      || property.hasPrefix("\(finding.property)-")
  }
}

/// All edits of the files of a style; each edit is of one property, condition or rule.
///
/// A value is edited if it is a length, a color, a weight or a keyword with a counterpart: such a
/// value has a similar value of the same type.
struct StyleEdits {
  let files: [StyleSource]

  func all() -> [StyleEdit] {
    let structural = files.indices.filter { !files[$0].path.hasSuffix(".json") }
    return files.indices.flatMap(valueEdits) + structural.flatMap(structuralEdits)
  }

  private func lines(ofFileAt index: Int) -> [String] {
    files[index].bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns an edit; `line` is the index of the line where it begins, and `lines` are all lines of
  /// the edited file.
  private func makeEdit(
    _ kind: StyleEdit.Kind, of property: String? = nil, ofFileAt index: Int, line: Int,
    from old: String, to new: String, lines: [String]
  ) -> StyleEdit {
    var edited = files
    edited[index].bytes = Array(lines.joined(separator: "\n").utf8)
    return StyleEdit(
      kind: kind, path: files[index].path, line: line + 1, property: property ?? kind.rawValue,
      old: old, new: new, files: edited)
  }

  /// Returns the edits of the values of properties and tokens.
  private func valueEdits(ofFileAt index: Int) -> [StyleEdit] {
    let lines = lines(ofFileAt: index)
    let isTokens = files[index].path.hasSuffix(".json")
    var edits: [StyleEdit] = []
    for (number, line) in lines.enumerated() {
      let found = isTokens ? Self.token(in: line) : Self.declaration(in: line)
      guard let (property, value) = found else { continue }
      for new in isTokens
        ? Self.changedValues(ofToken: value) : Self.changedValues(value, of: property)
      {
        var changed = lines
        changed[number] = line.replacingFirst(text: value, with: new)
        edits.append(
          makeEdit(
            .property, of: property, ofFileAt: index, line: number, from: value, to: new,
            lines: changed))
      }
    }
    return edits
  }

  /// Returns the edits of conditions and of whole rules.
  private func structuralEdits(ofFileAt index: Int) -> [StyleEdit] {
    let lines = lines(ofFileAt: index)
    var edits: [StyleEdit] = []
    for (number, line) in lines.enumerated() where line.hasSuffix(" {") {
      let head = String(line.drop { $0 == " " }.dropLast(2))
      if head.hasPrefix("@") {
        guard head.contains(text: "px"), let new = Self.changedNumber(head, isUnitless: true) else {
          continue
        }
        var changed = lines
        changed[number] = line.replacingFirst(text: head, with: new)
        edits.append(
          makeEdit(.condition, ofFileAt: index, line: number, from: head, to: new, lines: changed))
      } else if let end = lines[number...].firstIndex(where: { $0.drop { $0 == " " } == "}" }),
        end > number + 1
      {
        var changed = lines
        changed.removeSubrange(number + 1..<end)
        edits.append(
          makeEdit(.rule, ofFileAt: index, line: number, from: head, to: "nothing", lines: changed))
      }
    }
    return edits
  }

  /// Returns the property and the value of a line such as `  color: red;`.
  private static func declaration(in line: String) -> (String, String)? {
    let text = line.drop { $0 == " " }
    guard text.hasSuffix(";"), let colon = text.firstIndex(of: ":") else { return nil }
    let property = String(text[..<colon])
    guard property.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || ($0 >= 97 && $0 <= 122) }),
      !excludedPropertyPrefixes.contains(where: property.hasPrefix)
    else { return nil }
    let value = text[text.index(after: colon)...].dropLast().drop { $0 == " " }
    return (property, String(value))
  }

  /// Returns the name and the value of a line such as `    "space-1": 4,`.
  private static func token(in line: String) -> (String, String)? {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let name = parts[0].filter { $0 != "\"" && $0 != " " }
    var value = parts[1].drop { $0 == " " }
    if value.last == "," { value.removeLast() }
    guard value.first == "\"" ? value.last == "\"" : Int(value) != nil else { return nil }
    return (name, String(value))
  }

  /// The prefixes of properties that are not edited, because no screenshot can show them: they are
  /// about motion and the pointer.
  private static let excludedPropertyPrefixes = [
    "transition", "animation", "cursor", "scroll", "will-change", "pointer-events", "user-select",
  ]

  private static let keywordReplacements = [
    "bold": "normal", "none": "underline", "start": "end", "center": "start",
    "flex": "block", "baseline": "center", "uppercase": "none", "underline": "none",
    "solid": "dotted", "currentcolor": "transparent", "currentColor": "transparent",
    "inline-block": "inline", "wrap": "nowrap", "normal": "nowrap", "nowrap": "normal",
  ]

  /// Returns other values of the same type.
  ///
  /// For a font weight, these include the next weight, which looks the same in most fonts.
  static func changedValues(_ value: String, of property: String) -> [String] {
    var values = [changedValue(value, of: property)].compactMap(\.self)
    if property == "font-weight", let weight = Int(value) {
      let next = "\(weight < 700 ? weight + 100 : weight - 100)"
      if !values.contains(next) { values.append(next) }
    }
    return values
  }

  /// Returns another value of the same type, or `nil` if none is known.
  static func changedValue(_ value: String, of property: String) -> String? {
    if value == "none", !property.hasPrefix("text-decoration") { return nil }
    if property == "font-style" { return value == "normal" ? "italic" : "normal" }
    if let other = keywordReplacements[value] { return other }
    // A border without a style is not drawn, so a width alone would change nothing.
    if property.hasPrefix("border"), !property.hasSuffix("-width"), value == "0" {
      return "1px solid"
    }
    // The first number is a minimum width that no column reaches, so it is not edited.
    if property.hasPrefix("grid-template") {
      return value.contains(text: "auto") ? value.replacingFirst(text: "auto", with: "5em") : nil
    }
    if property == "font" {
      return value.contains(text: "400") ? value.replacing(text: "400", with: "700") : nil
    }
    if property == "font-weight" { return (Int(value) ?? 0) < 600 ? "700" : "400" }
    if let color = value.utf8.firstIndex(of: UInt8(ascii: "#")) {
      return String(value[..<color]) + changedColor(value[color...])
    }
    return changedNumber(value, isUnitless: unitlessProperties.contains(property))
  }

  /// The properties whose numbers are not lengths.
  private static let unitlessProperties: Set<String> = [
    "line-height", "opacity", "order", "z-index", "flex", "flex-grow", "flex-shrink", "tab-size",
    "orphans", "widows", "columns", "scale", "zoom", "aspect-ratio",
  ]

  private static func changedValues(ofToken value: String) -> [String] {
    if let number = Int(value), number < .max { return ["\(number + 1)"] }
    let text = value.dropFirst().dropLast()
    if text.utf8.first == UInt8(ascii: "#") { return ["\"\(changedColor(text))\""] }
    // `16/24` is a font size and a line height.
    let sides = text.split(separator: "/").compactMap { Int($0) }.filter { $0 < .max }
    guard sides.count == 2, text == "\(sides[0])/\(sides[1])" else { return [] }
    return ["\"\(sides[0] + 1)/\(sides[1])\"", "\"\(sides[0])/\(sides[1] + 1)\""]
  }

  /// Returns a color whose last hexadecimal digit differs by one or two, which is hard to see.
  private static func changedColor(_ text: Substring) -> String {
    let digits = text.dropFirst().prefix { $0.isHexDigit }
    guard let last = digits.last?.hexDigitValue else { return String(text) }
    let other = last == 15 ? 13 : last + 1
    return "#" + digits.dropLast() + String(other, radix: 16, uppercase: true)
      + text.dropFirst(digits.count + 1)
  }

  /// Returns a value with its first number changed a little: `4px` becomes `5px`, `0.5em` becomes
  /// `0.6em`.
  ///
  /// Returns `nil` if the value contains no number, or if the first number is part of a name. A
  /// length of `0` gets a unit. Percentages of 50 and more become smaller, because a radius above
  /// 50 % looks the same.
  private static func changedNumber(_ value: String, isUnitless: Bool) -> String? {
    guard let start = value.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
    let isPartOfName =
      value[..<start].last.map {
        $0.isLetter || $0 == "-" && value.contains(text: "var(")
      } ?? false
    if isPartOfName { return nil }
    let digits = value[start...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number < maximumNumber else { return nil }
    let rest = value[digits.endIndex...]
    let front = value[..<start]
    if rest.hasPrefix("%"), number >= 50 { return "\(front)\(rounded(number / 2))\(rest)" }
    let hasUnit = rest.first.map { $0.isLetter || $0 == "%" } ?? false
    let unit = number == 0 && !isUnitless && !hasUnit && !value.hasPrefix("rgb") ? "px" : ""
    let new = digits.contains(".") ? rounded(number + 0.1) : "\(Int(number) + 1)"
    return "\(front)\(new)\(unit)\(rest)"
  }

  /// The number from which on values are not edited, because a browser clamps most of them, so that
  /// an edit would change nothing.
  private static let maximumNumber = 1e9

  private static func rounded(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    var text = "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
