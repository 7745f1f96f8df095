/// Returns the candidate that was probably meant by a mistyped name, or `nil` if none is similar
/// enough.
///
/// If several candidates are equally similar, returns the first.
package func nearest(to name: String, among candidates: [String]) -> String? {
  allNearest(to: name, among: candidates).first
}

/// Returns the candidates that are most similar to a mistyped name: several if they are equally
/// similar, none if no candidate is similar enough.
package func allNearest(to name: String, among candidates: [String]) -> [String] {
  let wanted = name.utf8.prefix(maximumComparedLength).map(lowercase)
  let limit = max(1, wanted.count / 3)
  var best: [String] = []
  var least = limit
  for candidate in candidates {
    let letters = candidate.utf8.prefix(maximumComparedLength).map(lowercase)
    guard abs(letters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, letters)
    if distance > least { continue }
    if distance < least { best = [] }
    least = distance
    best.append(candidate)
  }
  return best
}

/// The maximum number of bytes of a name that are compared.
///
/// The work grows with the square of the length, and some names come from untrusted input.
private let maximumComparedLength = 64

/// Returns the number of edits that turn one name into another (optimal string alignment distance).
///
/// An edit inserts, removes or replaces a byte, or swaps two adjacent ones.
package func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    for column in 0..<right.count {
      var cost = last[column] + (left[row] == right[column] ? 0 : 1)
      cost = min(cost, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
