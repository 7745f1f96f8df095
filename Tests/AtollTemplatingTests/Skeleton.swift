/// Returns the tags, attribute names and comments of a document as a browser's tokenizer sees them.
///
/// It follows the states of the HTML standard, as leniently as browsers do, and shares nothing with the strict state
/// machine of the compiler.
func skeleton(of document: String) -> [String] {
  var reader = SkeletonReader(Array(document.unicodeScalars))
  return reader.read()
}

private struct SkeletonReader {
  let text: [Unicode.Scalar]
  var index = 0
  var found: [String] = []

  init(_ text: [Unicode.Scalar]) { self.text = text }

  mutating func read() -> [String] {
    while index < text.count {
      if starts("<!--") {
        readComment()
      } else if starts("<!") || starts("<?") {
        found.append("declaration")
        skip(past: ">")
      } else if starts("<"), index + 1 < text.count,
        text[index + 1].properties.isAlphabetic || text[index + 1] == "/"
      {
        readTag()
      } else {
        index += 1
      }
    }
    return found
  }

  private func starts(_ prefix: String) -> Bool {
    var position = index
    for scalar in prefix.unicodeScalars {
      guard position < text.count, text[position].properties.lowercaseMapping == String(scalar)
      else { return false }
      position += 1
    }
    return true
  }

  private mutating func skip(past stop: String) {
    while index < text.count && !starts(stop) { index += 1 }
    index += stop.unicodeScalars.count
  }

  private mutating func readComment() {
    index += 4
    found.append("comment")
    if starts(">") || starts("->") { return skip(past: ">") }
    while index < text.count && !starts("-->") && !starts("--!>") { index += 1 }
    skip(past: ">")
  }

  private var isBlank: Bool {
    index < text.count && " \n\t\r\u{C}".unicodeScalars.contains(text[index])
  }

  private mutating func take(until stop: String) -> String {
    var taken = ""
    while index < text.count, !isBlank, !stop.unicodeScalars.contains(text[index]) {
      taken.unicodeScalars.append(text[index])
      index += 1
    }
    return taken.lowercased()
  }

  private mutating func readTag() {
    index += 1
    let name = starts("/") ? "" : take(until: "/>")
    var tag = name
    if name.isEmpty { tag = take(until: ">") }
    while index < text.count, !starts(">") {
      if isBlank || starts("/") {
        index += 1
        continue
      }
      let attribute = take(until: "/>=")
      tag += " [" + attribute + "]"
      while isBlank { index += 1 }
      if starts("=") {
        index += 1
        readValue()
      } else if attribute.isEmpty {
        index += 1
      }
    }
    index += 1
    found.append(tag)
    if ["script", "style", "title", "textarea", "iframe", "xmp"].contains(name) {
      while index < text.count && !starts("</" + name) { index += 1 }
    }
  }

  private mutating func readValue() {
    while isBlank { index += 1 }
    for quote in ["\"", "'"] where starts(quote) {
      index += 1
      return skip(past: quote)
    }
    _ = take(until: ">")
  }
}

/// Returns a document with only its visible white space: none next to blocks, otherwise one space.
func shown(_ document: String) -> String {
  let blocks = ["p", "li", "br/", "title", "br"]
  var text = document.split { $0.isWhitespace }.joined(separator: " ")
  text = (document.first?.isWhitespace ?? false ? " " : "") + text
  for name in blocks {
    for tag in ["<\(name)", "</\(name)"] { text = text.replacing(" " + tag, with: tag) }
  }
  for end in ["<p class=\"x\">", "</p>", "<br/>", "<li>", "</title>"] {
    text = text.replacing(end + " ", with: end)
  }
  text = text.replacing(" >", with: ">")
  while text.hasPrefix(" ") { text.removeFirst() }
  return text
}
