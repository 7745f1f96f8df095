import Bytes
import Comments

/// Everybody whom rows name: those who wrote comments, and those whose own rows came.
struct People {
  private var table = IDTable()
  private var people: [Person] = []
  /// Rows of people of another tenant who have the same id as one that came before.
  private var others: [Int: [Row]] = [:]

  struct Person {
    /// Among the texts that stay.
    let id: Slice
    /// What their own row says, once it came.
    var row: Row?
  }

  struct Row {
    var tenant: Int?
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

  mutating func note(_ row: Row, of index: Int) {
    if let known = people[index].row, known.tenant != row.tenant {
      others[index, default: []].append(row)
    } else {
      people[index].row = row
    }
  }

  /// Returns the row of a person who wrote in a story of a tenant.
  func row(of index: Int, in tenant: Int?) -> Row? {
    let first = people[index].row
    guard let tenant, let other = first?.tenant, other != tenant else { return first }
    return others[index]?.last { $0.tenant == nil || $0.tenant == tenant }
  }
}
