import Bytes
import Templating

/// Fills the template of a document without blocks of a thread.
protocol DocumentFiller {
  /// Writes the value of the field with this id.
  mutating func write(_ id: UInt16, to out: inout OutputBuffer)
  /// Returns whether a flag is set, or whether a list has elements.
  func isSet(_ id: UInt16) -> Bool
  /// Makes the first element of a list the current one; returns false if there is none.
  mutating func enterFirst(of listID: UInt16) -> Bool
  /// Makes the next element of a list the current one; returns false after the last.
  mutating func enterNext(of listID: UInt16) -> Bool
}

extension DocumentFiller {
  mutating func enterFirst(of listID: UInt16) -> Bool { false }
  mutating func enterNext(of listID: UInt16) -> Bool { false }

  /// Runs a compiled template.
  mutating func run(_ program: Program, to out: inout OutputBuffer) {
    var next = 0
    while next < program.ops.count {
      switch program.ops[next] {
      case .literal(let slice):
        out.append(slice, of: program.literals)
        next += 1
      case .field(let id, _, _):
        write(id, to: &out)
        next += 1
      case .html, .mark: next += 1
      case .sectionBegin(let id, let end): next = isSet(id) ? next + 1 : Int(end)
      case .invertedBegin(let id, let end): next = isSet(id) ? Int(end) : next + 1
      case .listBegin(let id, let end): next = enterFirst(of: id) ? next + 1 : Int(end)
      case .listEnd(let id, let begin): next = enterNext(of: id) ? Int(begin) : next + 1
      }
    }
  }
}

extension StyleElement {
  /// Appends the content security policy for a page without sort controls, and the style.
  func appendHead(to out: inout OutputBuffer) {
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    out.append(contentsOf: policies[0])
    out.append("\">")
    appendElement(to: &out)
  }
}
