/// A list of diagnostics that keeps a limited number of each kind.
///
/// A hostile input of a million broken comments must not produce a million messages: beyond the
/// limit, diagnostics are only counted, and `list()` ends with those counts.
package struct DiagnosticList: Sendable {
  /// The maximum number of diagnostics kept for each code; more are only counted.
  package static let limitPerCode = 20

  private var kept: [Diagnostic] = []
  /// The number of diagnostics with each code; empty as long as there are none.
  private var counts: [Int] = []

  package init() {}

  package var isEmpty: Bool { kept.isEmpty }

  /// Adds a diagnostic; its message and place are evaluated only if it is kept.
  package mutating func add(
    _ code: Diagnostic.Code, message: @autoclosure () -> String,
    at place: @autoclosure () -> Diagnostic.Place
  ) {
    if counts.isEmpty { counts = [Int](repeating: 0, count: Diagnostic.Code.allCases.count) }
    let index = Self.index(of: code)
    counts[index] += 1
    guard counts[index] <= Self.limitPerCode else { return }
    kept.append(Diagnostic(code, message: message(), at: place()))
  }

  package mutating func add(contentsOf other: DiagnosticList) {
    if other.isEmpty { return }
    for diagnostic in other.kept {
      add(diagnostic.code, message: diagnostic.message, at: diagnostic.place)
    }
    for index in counts.indices {
      counts[index] += max(0, other.counts[index] - Self.limitPerCode)
    }
  }

  /// Returns the number of diagnostics with a code, kept or not.
  package func count(of code: Diagnostic.Code) -> Int {
    counts.isEmpty ? 0 : counts[Self.index(of: code)]
  }

  /// Returns whether another diagnostic with a code would be kept, and not only counted.
  package func keepsAnother(_ code: Diagnostic.Code) -> Bool {
    count(of: code) < Self.limitPerCode
  }

  /// Returns the kept diagnostics in the order in which they were added, without those whose codes
  /// are in `excluded`.
  ///
  /// For each code beyond the limit, a diagnostic at the end says how many were not kept.
  package func list(without excluded: Set<Diagnostic.Code> = []) -> [Diagnostic] {
    if kept.isEmpty { return [] }
    var all = kept.filter { !excluded.contains($0.code) }
    for code in Diagnostic.Code.allCases where !excluded.contains(code) {
      let suppressedCount = counts[Self.index(of: code)] - Self.limitPerCode
      if suppressedCount > 0 {
        all.append(
          Diagnostic(
            .suppressed,
            message: "\(suppressedCount) more of the kind '\(code.rawValue)' are not listed",
            at: .input))
      }
    }
    return all
  }

  private static func index(of code: Diagnostic.Code) -> Int {
    Diagnostic.Code.allCases.firstIndex(of: code) ?? 0
  }
}
