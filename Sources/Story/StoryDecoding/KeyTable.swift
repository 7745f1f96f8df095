import Bytes

/// The values that words of JSON stand for, such as the keys of an object, found by their bytes:
/// first by length, then one by one.
struct KeyTable<Key: Sendable>: Sendable {
  /// Every word, in the order in which messages list them.
  let words: [String]
  private let byLength: [[Entry]]

  private struct Entry: Sendable {
    var bytes: [UInt8]
    var key: Key
  }

  /// A table of words that need not be the names of the values they stand for.
  init(_ pairs: [(word: String, key: Key)]) {
    var byLength: [[Entry]] = []
    for (word, key) in pairs {
      let bytes = Array(word.utf8)
      while byLength.count <= bytes.count { byLength.append([]) }
      byLength[bytes.count].append(Entry(bytes: bytes, key: key))
    }
    self.byLength = byLength
    words = pairs.map(\.word)
  }

  func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Key? {
    guard bytes.count < byLength.count else { return nil }
    search: for entry in byLength[bytes.count] {
      for index in entry.bytes.indices where unsafe entry.bytes[index] != bytes[index] {
        continue search
      }
      return entry.key
    }
    return nil
  }

  func key(_ slice: Slice, in reader: borrowing JSONReader) -> Key? {
    unsafe reader.withBytes(of: slice) { unsafe key($0) }
  }

  func key(_ slice: Slice, in bytes: [UInt8]) -> Key? {
    guard slice.count < byLength.count else { return nil }
    let start = Int(slice.start)
    search: for entry in byLength[Int(slice.count)] {
      for index in entry.bytes.indices where entry.bytes[index] != bytes[start + index] {
        continue search
      }
      return entry.key
    }
    return nil
  }

  /// The key that someone who wrote this probably meant.
  func nearest(to word: String) -> String? {
    nearestWord(to: word, among: words)
  }
}

extension KeyTable where Key: RawRepresentable<String> & CaseIterable {
  /// The table of an enum whose raw values are the words.
  init() {
    self.init(Key.allCases.map { ($0.rawValue, $0) })
  }
}

/// The word that someone who wrote another probably meant: at most two slips away.
func nearestWord(to word: String, among known: [String]) -> String? {
  // Case and the choice between `parent_id` and `parentId` are no slips at all.
  func plain(_ word: String) -> [UInt8] {
    word.utf8.prefix(64).filter { $0 != 0x5F && $0 != 0x2D }
      .map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
  }
  let wanted = plain(word)
  var best: String?
  var bestCount = 3
  for candidate in known {
    let letters = plain(candidate)
    // Among short words nearly everything is two slips away.
    let limit = min(2, letters.count / 3)
    let count = slips(wanted, letters)
    if count <= limit, count < bestCount {
      best = candidate
      bestCount = count
    }
  }
  return best
}

/// How many letters must be put in, left out, replaced or swapped with their neighbour.
private func slips(_ left: [UInt8], _ right: [UInt8]) -> Int {
  if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    for column in 1...right.count {
      let isSame = left[row - 1] == right[column - 1]
      var least = min(last[column], current[column - 1]) + 1
      least = min(least, last[column - 1] + (isSame ? 0 : 1))
      if row > 1, column > 1, left[row - 1] == right[column - 2],
        left[row - 2] == right[column - 1]
      {
        least = min(least, beforeLast[column - 2] + 1)
      }
      current.append(least)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
