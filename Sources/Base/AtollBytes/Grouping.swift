extension Sequence {
  /// Returns the elements in groups with the same key, in the order in which the keys first occur.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var indexOfKey: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let index = indexOfKey[key] {
        groups[index].append(element)
      } else {
        indexOfKey[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
