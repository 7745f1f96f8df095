import Atoll
import AtollBytes
import AtollComments
import AtollOperatingSystem

enum ReportTarget: Hashable, Sendable {
  case nowhere, standardError
  case file(String)

  /// Creates the target for `--report=PATH`; without a path, or with the path `-`, it is standard
  /// error.
  init(path: String?) {
    if let path, path != "-" { self = .file(path) } else { self = .standardError }
  }
}

/// The report about a run: the input, the number of comments and bytes, and the diagnostics.
struct RunReport: Sendable {
  let inputs: [String]
  let target: ReportTarget
  private(set) var form: InputForm?
  private(set) var notes: [String] = []
  /// The problems found; at first, those found while fetching from a server.
  private(set) var diagnostics: [Diagnostic]
  private(set) var unpublishedCount = 0
  private(set) var commentCount = 0
  private(set) var blockCount = 0
  var bytesWritten = 0
  /// The story given by `--previous`; its diagnostics are reported, too.
  var previous: PreviousStory?

  var diagnosticCount: Int { diagnostics.count + (previous?.diagnostics.count ?? 0) }

  var onlyInput: String? { inputs.count == 1 ? inputs.first : nil }

  mutating func add(_ reading: Reading) {
    form = reading.form
    notes = reading.notes
    diagnostics += reading.diagnostics
    unpublishedCount = reading.droppedCount
  }

  mutating func add(_ report: Report) {
    commentCount = report.commentCount
    blockCount = report.blockCount
    diagnostics += report.diagnostics
  }

  /// Writes the report, if one was asked for.
  func write() throws {
    switch target {
    case .nowhere: return
    case .standardError: try? writeAll(json(), to: 2)
    case .file(let path): try Destination(path).write(json())
    }
  }

  private func json() -> [UInt8] {
    let json: JSONValue = [
      "atoll": .string(atollVersion), "inputs": .array(inputs.map { .string($0) }),
      "form": .string(form?.rawValue ?? ""), "notes": .array(notes.map { .string($0) }),
      "unpublished": JSONValue(unpublishedCount), "comments": JSONValue(commentCount),
      "blocks": JSONValue(blockCount), "bytes": JSONValue(bytesWritten),
      "diagnostics": .array((diagnostics + (previous?.diagnostics ?? [])).map(Self.json)),
    ]
    var out = OutputBuffer()
    out.append(json, indented: true)
    out.append("\n")
    return out.bytes()
  }

  private static func json(_ diagnostic: Diagnostic) -> JSONValue {
    let code = JSONValue.string(diagnostic.code.rawValue)
    let message = JSONValue.string(diagnostic.message)
    return switch diagnostic.place {
    case .path(let path): ["code": code, "message": message, "path": .string(path)]
    case .byte(let offset, of: let name):
      ["code": code, "message": message, "input": .string(name), "byte": JSONValue(offset)]
    case .line(let line, let column, let offset, of: let name):
      [
        "code": code, "message": message, "input": .string(name), "line": JSONValue(line),
        "column": JSONValue(column), "byte": JSONValue(offset),
      ]
    case .comment(let id): ["code": code, "message": message, "comment": .string(id)]
    case .input: ["code": code, "message": message]
    }
  }
}
