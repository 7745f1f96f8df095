import AtollBytes

@testable import AtollTemplating

/// The values that a test gives to a program, by field number.
struct Values {
  var texts: [UInt16: String] = [:]
  var flags: [UInt16: Bool] = [:]
  var lists: [UInt16: [Values]] = [:]

  /// Returns the values that are visible inside an entry of a list.
  func overlaid(with entry: Values) -> Values {
    Values(
      texts: texts.merging(entry.texts) { $1 }, flags: flags.merging(entry.flags) { $1 },
      lists: lists.merging(entry.lists) { $1 })
  }

  /// Returns whether a section of this field is written.
  func isSet(_ id: UInt16) -> Bool {
    flags[id] ?? lists[id].map { !$0.isEmpty } ?? texts[id].map { !$0.isEmpty } ?? false
  }
}

/// The escaping that the tests use in every context.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Runs a program op by op, like a writer.
func run(_ program: Program, _ values: Values) -> String {
  var output: [UInt8] = []
  var entries: [(rest: ArraySlice<Values>, outer: Values)] = []
  var visible = values
  var pc = 0
  while pc < program.ops.count {
    let op = program.ops[pc]
    pc += 1
    switch op {
    case .literal(let slice): output += program.literals[slice.range]
    case .field(let id, _): output += escaped(visible.texts[id] ?? "").utf8
    case .html(let id): output += (visible.texts[id] ?? "").utf8
    case .mark(let id): output += "[mark \(id)]".utf8
    case .sectionBegin(let id, let end): if !visible.isSet(id) { pc = Int(end) }
    case .invertedBegin(let id, let end): if visible.isSet(id) { pc = Int(end) }
    case .listBegin(let id, let end):
      let list = visible.lists[id] ?? []
      if let first = list.first {
        entries.append((list.dropFirst(), visible))
        visible = visible.overlaid(with: first)
      } else {
        pc = Int(end)
      }
    case .listEnd(_, let begin):
      guard let (rest, outer) = entries.popLast() else { return "unbalanced" }
      if let next = rest.first {
        entries.append((rest.dropFirst(), outer))
        visible = outer.overlaid(with: next)
        pc = Int(begin)
      } else {
        visible = outer
      }
    }
  }
  return String(decoding: output, as: UTF8.self)
}

/// Returns the errors of the first of some files given as texts.
func errors(
  in files: [(String, String)], _ schema: TemplateSchema, checkingNesting: Bool = false
) -> [SourceError] {
  do throws(SourceErrors) {
    _ = try compile(files, schema, checkingNesting: checkingNesting)
    return []
  } catch {
    return error.errors
  }
}

/// Compiles the first of some files given as texts.
func compile(
  _ files: [(String, String)], _ schema: TemplateSchema, minifying: Bool = false,
  checkingNesting: Bool = false
) throws(SourceErrors) -> Program {
  let texts = files.map { ($0.0, Array($0.1.utf8)) }
  var set = TemplateSet(only: Dictionary(texts) { first, _ in first })
  set.checksNesting = checkingNesting
  return try set.compile(files[0].0, schema: schema, minifying: minifying)
}
