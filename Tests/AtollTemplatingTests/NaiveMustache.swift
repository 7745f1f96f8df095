/// A value as a Mustache implementation without schemas sees it.
indirect enum NaiveValue {
  case text(String)
  case flag(Bool)
  case list([[String: NaiveValue]])
}

/// A second implementation of Mustache, line by line and recursive, that shares nothing with the compiler.
struct NaiveMustache {
  private enum Part {
    case text([UInt8])
    case tag(sigil: UInt8, name: String, indentation: [UInt8])
  }

  var partials: [String: String]

  func render(_ template: String, _ data: [String: NaiveValue]) -> String {
    String(decoding: render(parse(Array(template.utf8)), [data]), as: UTF8.self)
  }

  // MARK: Parsing

  private func parse(_ text: [UInt8]) -> [Part] {
    var parts: [Part] = []
    for line in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let isLast = line.offset == text.count { $0 == 10 }
      let content = Array(line.element)
      var pieces = cut(content)
      let tags = pieces.filter {
        if case .tag(let sigil, _, _) = $0 { "#^/!>".utf8.contains(sigil) } else { false }
      }
      let isBlank = pieces.allSatisfy { piece in
        guard case .text(let bytes) = piece else { return true }
        return bytes.allSatisfy { $0 == 32 || $0 == 9 }
          || (!isLast && bytes.last == 13 && bytes.dropLast().allSatisfy { $0 == 32 || $0 == 9 }
            && isEnd(piece, of: pieces))
      }
      if tags.count == 1, isBlank,
        pieces.count(where: { if case .tag = $0 { true } else { false } }) == 1,
        case .tag(let sigil, let name, _) = tags[0]
      {
        var indentation: [UInt8] = []
        if case .text(let bytes) = pieces[0] { indentation = bytes }
        parts.append(.tag(sigil: sigil, name: name, indentation: indentation))
        continue
      }
      if !isLast { pieces.append(.text([10])) }
      parts += pieces
    }
    return parts
  }

  private func isEnd(_ piece: Part, of pieces: [Part]) -> Bool {
    guard case .text(let bytes) = piece, case .text(let last) = pieces.last else { return false }
    return bytes == last
  }

  /// Returns the pieces of one line; its tags never span lines.
  private func cut(_ line: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var text: [UInt8] = []
    var index = 0
    while index < line.count {
      guard line[index...].starts(with: "{{".utf8) else {
        text.append(line[index])
        index += 1
        continue
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
      let isTriple = line[index...].starts(with: "{{{".utf8)
      let close = Array((isTriple ? "}}}" : "}}").utf8)
      var end = index
      while !line[end...].starts(with: close) { end += 1 }
      var inside = Array(line[(index + (isTriple ? 3 : 2))..<end])
      var sigil: UInt8 = isTriple ? 38 : 32
      if let first = inside.first, "#^/!>&".utf8.contains(first) { sigil = inside.removeFirst() }
      let name = String(decoding: inside.filter { $0 != 32 }, as: UTF8.self)
      parts.append(.tag(sigil: sigil, name: name, indentation: []))
      index = end + close.count
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
  }

  // MARK: Rendering

  private func render(_ parts: [Part], _ stack: [[String: NaiveValue]]) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index < parts.count {
      let part = parts[index]
      index += 1
      guard case .tag(let sigil, let name, let indentation) = part else {
        if case .text(let bytes) = part { output += bytes }
        continue
      }
      switch sigil {
      case 32, 38:
        if case .text(let value) = lookUp(name, stack) {
          output += (sigil == 38 ? value : escaped(value)).utf8
        }
      case 35, 94:
        let end = closing(index, in: parts)
        output += section(sigil, name, Array(parts[index..<end]), stack)
        index = end + 1
      case 62: output += partial(name, indentation, stack)
      default: break
      }
    }
    return output
  }

  private func section(
    _ sigil: UInt8, _ name: String, _ body: [Part], _ stack: [[String: NaiveValue]]
  ) -> [UInt8] {
    let value = lookUp(name, stack)
    if sigil == 35, case .list(let entries) = value {
      return entries.flatMap { render(body, stack + [$0]) }
    }
    let isTrue =
      switch value {
      case .flag(let flag): flag
      case .text(let text): !text.isEmpty
      case .list(let entries): !entries.isEmpty
      case nil: false
      }
    return isTrue == (sigil == 35) ? render(body, stack) : []
  }

  private func partial(
    _ name: String, _ indentation: [UInt8], _ stack: [[String: NaiveValue]]
  ) -> [UInt8] {
    let lines = Array((partials[name] ?? "").utf8)
      .split(separator: 10, omittingEmptySubsequences: false)
    let indented = lines.map { line in
      line.isEmpty || line.elementsEqual([13]) ? Array(line) : indentation + line
    }
    return render(parse(Array(indented.joined(separator: [10]))), stack)
  }

  private func closing(_ start: Int, in parts: [Part]) -> Int {
    var depth = 0
    for index in start..<parts.count {
      guard case .tag(let sigil, _, _) = parts[index] else { continue }
      if sigil == 35 || sigil == 94 { depth += 1 }
      if sigil == 47 {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return parts.count
  }

  private func lookUp(_ name: String, _ stack: [[String: NaiveValue]]) -> NaiveValue? {
    for scope in stack.reversed() {
      if let value = scope[name] { return value }
    }
    return nil
  }
}
