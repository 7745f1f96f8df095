import Bytes
import Comments

/// Everybody whom rows name: those who wrote comments, and those whose own rows came.
struct People {
  private var table = IDTable()
  private var people: [Person] = []

  struct Person {
    /// Among the texts that stay.
    let id: Slice
    /// What their own row says, once it came.
    var row: Row?
  }

  struct Row {
    var author: AuthorRecord
    var tags: Tags
  }

  var count: Int { people.count }

  subscript(index: Int) -> Person { people[index] }

  /// The place of somebody whose id stands in some bytes.
  func place(of id: Slice, in source: [UInt8], known bytes: [UInt8]) -> Int? {
    table.find(id, of: source, in: bytes)
  }

  /// Adds somebody who is not among them yet, whose id stays where it is.
  mutating func add(_ id: Slice, in bytes: [UInt8]) -> Int {
    _ = table.insert(people.count, as: id, in: bytes)
    people.append(Person(id: id))
    return people.count - 1
  }

  mutating func note(_ row: Row, of index: Int) { people[index].row = row }
}
