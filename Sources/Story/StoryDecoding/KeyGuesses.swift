import Bytes

/// A reader for the keys of similar objects, which guesses from earlier objects which key follows
/// which.
///
/// Two guesses are kept for every key, since optional keys come and go; the end of the object
/// counts as a key. A right guess costs one comparison of bytes. After a wrong one, which costs no
/// more, the key is read and looked up. Guesses made in one story can be used in the next.
struct KeyGuesses<Key: Sendable>: Sendable {
  private let table: KeyTable<Key>
  /// One for the start of an object, one for its end, then one for each key that was found.
  private var places: [Place]

  private struct Place: Sendable {
    var key: Key?
    var first = Guess()
    var second = Guess()
  }

  private struct Guess: Sendable {
    var imprint = KeyImprint()
    var place = 0
    /// The key of that place, or `nil` at the end of an object.
    var key: Key?
  }

  /// The next item of an object.
  enum Next {
    case key(Key)
    case unknown(Slice)
    case end
  }

  /// The place at the start of an object.
  static var start: Int { 0 }
  private static var end: Int { 1 }

  init(_ table: KeyTable<Key>) {
    self.table = table
    places = [Place(key: nil), Place(key: nil)]
  }

  private mutating func learn(_ imprint: KeyImprint, to next: Int, after place: Int) {
    places[place].second = places[place].first
    places[place].first = Guess(imprint: imprint, place: next, key: places[next].key)
  }
}

// `Key` is constrained only here: to instantiate a generic type with a constrained parameter, the
// runtime searches all conformances in the program.
extension KeyGuesses where Key: Equatable {
  /// Returns the item after the key at `place`; `place` moves on to it.
  @inline(__always)
  mutating func next(
    after place: inout Int, _ reader: inout JSONReader
  ) throws(JSONError) -> Next {
    if reader.readKey(like: places[place].first.imprint) {
      let key = places[place].first.key
      place = places[place].first.place
      if let key { return .key(key) }
      return .end
    }
    if reader.readKey(like: places[place].second.imprint) {
      let key = places[place].second.key
      place = places[place].second.place
      if let key { return .key(key) }
      return .end
    }
    return try lookUp(after: &place, &reader)
  }

  @inline(never)
  private mutating func lookUp(
    after place: inout Int, _ reader: inout JSONReader
  ) throws(JSONError) -> Next {
    var imprint = KeyImprint()
    guard let name = try reader.nextKey(imprint: &imprint) else {
      learn(imprint, to: Self.end, after: place)
      return .end
    }
    guard let key = table.key(name, in: reader) else { return .unknown(name) }
    var next = places.count
    for index in places.indices where places[index].key == key { next = index }
    if next == places.count { places.append(Place(key: key)) }
    learn(imprint, to: next, after: place)
    place = next
    return .key(key)
  }
}
