/// The candidate nearest to `name`, when one is near enough to be a slip of the fingers.
///
/// Among equally near ones the first wins, so that the order of the candidates is the only order.
package func nearest(to name: String, among candidates: [String]) -> String? {
  let wanted = Array(name.utf8.prefix(longestName))
  let limit = max(1, wanted.count / 3)
  var best: (distance: Int, name: String)?
  for candidate in candidates {
    let letters = Array(candidate.utf8.prefix(longestName))
    guard abs(letters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < best?.distance ?? .max {
      best = (distance, candidate)
    }
  }
  return best?.name
}

/// The work grows with the square of a name's length, and some names are a stranger's.
private let longestName = 64

/// How many bytes must be put in, taken out, replaced or swapped with their neighbour.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    for column in 0..<right.count {
      let isSame = lowercase(left[row]) == lowercase(right[column])
      var cost = last[column] + (isSame ? 0 : 1)
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

/// The ASCII lower case of a byte.
package func lowercase(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
