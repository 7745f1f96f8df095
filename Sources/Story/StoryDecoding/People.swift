import Bytes
import Comments

/// The people that rows name: authors of comments, and accounts with rows of their own.
struct People {
  private var table = IDTable()
  private var people: [Person] = []
  /// The rows of a person from tenants other than that of `Person.row`, by the person's index.
  private var others: [Int: [Row]] = [:]

  struct Person {
    /// The person's id, as a slice of the story's bytes.
    let id: Slice
    /// The person's own row; `nil` if none was read.
    ///
    /// If there are more, it is the last one from the same tenant as the first.
    var row: Row?
  }

  struct Row {
    var tenant: Int?
    var author: AuthorRecord
    var tags: Tags
  }

  var count: Int { people.count }

  subscript(index: Int) -> Person { people[index] }

  /// Returns the index of the person whose id is this slice of `source`; known ids are slices of
  /// `bytes`.
  func index(of id: Slice, in source: [UInt8], knownIDsIn bytes: [UInt8]) -> Int? {
    table.find(id, of: source, in: bytes)
  }

  /// Adds a new person, whose id is a slice of `bytes`, and returns the person's index.
  mutating func add(_ id: Slice, in bytes: [UInt8]) -> Int {
    _ = table.insert(people.count, as: id, in: bytes)
    people.append(Person(id: id))
    return people.count - 1
  }

  mutating func add(_ row: Row, of index: Int) {
    if let known = people[index].row, known.tenant != row.tenant {
      others[index, default: []].append(row)
    } else {
      people[index].row = row
    }
  }

  /// Returns the row of a person that applies to the stories of a tenant; `nil` if there is none.
  func row(of index: Int, in tenant: Int?) -> Row? {
    let first = people[index].row
    guard let tenant, let other = first?.tenant, other != tenant else { return first }
    return others[index]?.last { $0.tenant == nil || $0.tenant == tenant }
  }
}
