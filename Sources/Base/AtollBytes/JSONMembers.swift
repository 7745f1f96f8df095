/// Methods to write JSON objects and arrays member by member, with the commas between members.
///
/// In an array, `appendCommaIfNeeded()` has to be called before each element.
///
///     line.beginObject()
///     line.append(member: "rows", 12)
///     line.append(member: "state", string: "done")
///     line.endObject()                              // {"rows":12,"state":"done"}
extension OutputBuffer {
  package mutating func beginObject() { append(UInt8(ascii: "{")) }
  package mutating func endObject() { append(UInt8(ascii: "}")) }
  package mutating func beginArray() { append(UInt8(ascii: "[")) }
  package mutating func endArray() { append(UInt8(ascii: "]")) }

  /// Appends the name of a member and its colon; the caller then appends the value.
  package mutating func append(key name: StaticString) {
    appendCommaIfNeeded()
    append(UInt8(ascii: "\""))
    append(name)
    append("\":")
  }

  package mutating func append(member name: StaticString, _ number: Int) {
    append(key: name)
    append(decimal: number)
  }

  package mutating func append(member name: StaticString, _ flag: Bool) {
    append(key: name)
    append(flag ? "true" : "false")
  }

  /// Appends a member whose value is an array of strings.
  package mutating func append(member name: StaticString, strings texts: [String]) {
    append(key: name)
    append(jsonStrings: texts)
  }

  package mutating func append(jsonStrings texts: [String]) {
    beginArray()
    for text in texts {
      appendCommaIfNeeded()
      append(jsonString: text)
    }
    endArray()
  }

  /// Appends a member whose value is a string, with as few escapes as possible.
  package mutating func append(member name: StaticString, string text: String) {
    append(key: name)
    append(jsonString: text)
  }

  /// Appends a member whose value is a string that needs no escapes, such as a hash or a key that
  /// is already escaped.
  package mutating func append(member name: StaticString, escaped text: [UInt8]) {
    append(key: name)
    append(UInt8(ascii: "\""))
    append(contentsOf: text)
    append(UInt8(ascii: "\""))
  }

  /// Appends a comma unless an object or array has just begun.
  package mutating func appendCommaIfNeeded() {
    guard count > 0 else { return }
    let last = withBytes { $0.last }
    if last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
  }
}
