import Atoll
import Comments
import Files

/// Where a report goes.
enum ReportTarget: Hashable, Sendable {
  case nowhere, standardError
  case file(String)

  init(_ invocation: Invocation) {
    if let path = invocation.value(MessageOptions.report), path != "-" {
      self = .file(path)
    } else {
      self = invocation.has(MessageOptions.report) ? .standardError : .nowhere
    }
  }
}

/// What there is to tell about a run: what was read, what was written, what was odd.
struct RunAccount: Sendable {
  let inputs: [String]
  let target: ReportTarget
  private(set) var form: InputForm?
  private(set) var notes: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var unpublishedCount = 0
  private(set) var commentCount = 0
  private(set) var blockCount = 0
  var bytesWritten = 0

  init(inputs: [String], target: ReportTarget) {
    self.inputs = inputs
    self.target = target
  }

  /// The input, where there is only one, so that messages need not say which.
  var onlyInput: String? { inputs.count == 1 ? inputs.first : nil }

  mutating func note(_ reading: Reading) {
    form = reading.form
    notes = reading.notes
    diagnostics += reading.diagnostics
    unpublishedCount = reading.unpublishedCount
  }

  mutating func note(_ report: Report) {
    commentCount = report.commentCount
    blockCount = report.blockCount
    diagnostics += report.diagnostics
  }

  /// Writes the report, if one was asked for.
  func write() throws(Stop) {
    switch target {
    case .nowhere: return
    case .standardError: try? writeAll(json(), to: 2)
    case .file(let path): try Destination(path).write(json())
    }
  }

  // MARK: JSON

  private func json() -> [UInt8] {
    var json = JSONText()
    json.begin("{")
    json.field("atoll", atollVersion)
    json.field("inputs", inputs)
    json.field("form", form?.rawValue ?? "")
    json.field("notes", notes)
    json.field("unpublished", unpublishedCount)
    json.field("comments", commentCount)
    json.field("blocks", blockCount)
    json.field("bytes", bytesWritten)
    json.key("diagnostics")
    json.begin("[")
    for diagnostic in diagnostics {
      json.element()
      json.begin("{")
      json.field("code", diagnostic.code.rawValue)
      json.field("message", diagnostic.message)
      switch diagnostic.place {
      case .path(let path): json.field("path", path)
      case .byte(let offset, of: let name):
        json.field("input", name)
        json.field("byte", offset)
      case .comment(let id): json.field("comment", id)
      case .input: break
      }
      json.end("}")
    }
    json.end("]")
    json.end("}")
    return json.bytes()
  }
}
