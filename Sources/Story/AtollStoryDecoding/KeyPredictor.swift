import AtollBytes

/// A reader for the keys of similar objects, which predicts their order from earlier objects.
///
/// Two guesses are kept for every key, since optional keys come and go; the end of the object
/// counts as a key. A right guess costs one comparison of bytes. After a wrong one, which costs no
/// more, the key is read and looked up. Guesses made in one story can be used in the next.
struct KeyPredictor<Key: Sendable>: Sendable {
  private let table: KeyTable<Key>
  /// The states: one for the start of an object, one for its end, then one for each key of
  /// `table` that was read so far.
  private var states: [State]

  private struct State: Sendable {
    var key: Key?
    var first = Prediction()
    var second = Prediction()
  }

  private struct Prediction: Sendable {
    var pattern = KeyPattern()
    var state = 0
    /// The key that `state` stands for, or `nil` if `state` is the end of an object.
    var key: Key?
  }

  enum Next {
    case key(Key)
    case unknown(Slice)
    case end
  }

  /// The state at the start of an object.
  static var start: Int { 0 }
  private static var end: Int { 1 }

  init(_ table: KeyTable<Key>) {
    self.table = table
    states = [State(key: nil), State(key: nil)]
  }

  private mutating func learn(_ pattern: KeyPattern, to next: Int, after state: Int) {
    states[state].second = states[state].first
    states[state].first = Prediction(pattern: pattern, state: next, key: states[next].key)
  }
}

// `Key` is constrained only here: to instantiate a generic type with a constrained parameter, the
// runtime searches all conformances in the program.
extension KeyPredictor where Key: Equatable {
  /// Returns the next key, or the end of the object; `state` moves from the key before to this
  /// result, unless the key is unknown.
  @inline(__always)
  mutating func next(
    after state: inout Int, from reader: inout JSONReader
  ) throws(JSONError) -> Next {
    if reader.readKey(like: states[state].first.pattern) {
      let key = states[state].first.key
      state = states[state].first.state
      if let key { return .key(key) }
      return .end
    }
    if reader.readKey(like: states[state].second.pattern) {
      let key = states[state].second.key
      state = states[state].second.state
      if let key { return .key(key) }
      return .end
    }
    return try lookUp(after: &state, from: &reader)
  }

  @inline(never)
  private mutating func lookUp(
    after state: inout Int, from reader: inout JSONReader
  ) throws(JSONError) -> Next {
    var pattern = KeyPattern()
    guard let name = try reader.nextKey(pattern: &pattern) else {
      learn(pattern, to: Self.end, after: state)
      return .end
    }
    guard let key = table.key(name, in: reader) else { return .unknown(name) }
    var next = states.count
    for index in states.indices where states[index].key == key { next = index }
    if next == states.count { states.append(State(key: key)) }
    learn(pattern, to: next, after: state)
    state = next
    return .key(key)
  }
}
