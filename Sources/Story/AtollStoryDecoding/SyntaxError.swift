import AtollBytes
import AtollComments

/// An error of the JSON reader with its line and column.
///
/// Line and column are counted immediately: the reader unescapes strings in place, so they cannot
/// be counted later.
struct SyntaxError {
  var reason: JSONError.Reason
  var place: StoryError.Place

  init(
    _ error: JSONError, in part: JoinedInput.Part, from reader: borrowing JSONReader
  ) {
    reason = error.reason
    place = StoryError.Place(
      input: part.name, byte: error.offset - part.start, line: reader.lineEndCount + 1,
      column: max(1, error.offset - reader.lineStart + 1))
  }

  /// Creates an error in the first line of a part.
  init(_ reason: JSONError.Reason, at byte: Int, of part: JoinedInput.Part) {
    self.reason = reason
    place = StoryError.Place(input: part.name, byte: byte, line: 1, column: byte + 1)
  }

  var message: String { reason.message }

  var diagnosticPlace: Diagnostic.Place {
    .line(place.line, column: place.column, byte: place.byte, of: place.input)
  }

  /// Reports an input that could be read in part; `outcome` says what became of it.
  func report(to diagnostics: inout DiagnosticList, outcome: @autoclosure () -> String) {
    diagnostics.add(
      .truncatedInput, message: "\(message); \(outcome())", at: diagnosticPlace)
  }

  /// The error for an input that cannot be used because of the syntax error.
  var decodingError: StoryError {
    StoryError(
      .brokenJSON, message: message, at: place, advice: "correct the JSON, or fetch it again")
  }
}

extension DiagnosticList {
  /// Reports the repairs that a reader made in an input, and values that break a rule of JSON.
  mutating func add(_ repairs: Repairs, in part: JoinedInput.Part) {
    for repair in repairs.firstRepairs {
      let (code, message): (Diagnostic.Code, String) =
        switch repair.kind {
        case .badScalar: (.badScalar, "a NUL or half a surrogate pair was replaced by U+FFFD")
        case .invalidUTF8:
          (
            .invalidUTF8,
            "bytes of this string that are not UTF-8, replaced by U+FFFD: \(repair.count)"
          )
        case .rawControl:
          (
            .nonstandardJSON,
            "a string has a line end or another control character without an escape"
          )
        case .nonstandardNumber: (.nonstandardJSON, "a number is not written as JSON demands")
        }
      add(code, message: message, at: .byte(repair.offset - part.start, of: part.name))
    }
    guard repairs.firstRepairs.count == Repairs.maximumKeptCount else { return }
    let words = [
      (repairs.badScalarCount, "bad character", ""),
      (repairs.invalidByteCount, "byte", " of invalid UTF-8"),
      (repairs.nonstandardValueCount, "value", " of invalid JSON"),
    ].filter { $0.0 > 0 }.map { counted($0.0, noun: $0.1) + $0.2 }
    add(
      .suppressed, message: "in total, repaired or accepted: \(words.joined(separator: ", "))",
      at: .input)
  }
}

extension Slice {
  /// Returns the beginning of a string for messages, cut after 60 bytes.
  func excerpt(_ text: (Slice) -> String) -> String {
    let limit: UInt32 = 60
    return count > limit ? text(Slice(start: start, count: limit)) + "…" : text(self)
  }
}
