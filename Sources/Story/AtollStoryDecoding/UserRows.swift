import AtollBytes
import AtollComments

/// The people in the rows of an export: authors of comments, and accounts with their own row.
struct UserRows {
  private var table = IDTable()
  private var people: [Person] = []
  /// The other rows of a person, one for each further tenant, by the person's index.
  private var rowsOfOtherTenants: [Int: [Row]] = [:]
  /// The index of a person's row for a tenant, in the person's array in `rowsOfOtherTenants`.
  private var otherRowIndices: [TenantPerson: Int] = [:]
  /// The people of whom one tenant has rows with different contents.
  private var ambiguousIndices: Set<Int> = []

  struct Person {
    /// The person's id, as a slice of the story's bytes.
    let id: Slice
    /// The person's first row; `nil` if none was read.
    var row: Row?
  }

  private struct TenantPerson: Hashable {
    let person: Int
    let tenant: Int?
  }

  struct Row {
    var tenant: Int?
    var author: AuthorRecord
    var tags: Tags

    /// Returns the contents of the row as bytes; rows with different contents have different bytes.
    fileprivate func contents(withLabels labels: [Slice], in bytes: [UInt8]) -> [UInt8] {
      let first = Int(author.firstLabel)
      let parts = [author.name, author.avatar] + labels[first..<first + Int(author.labelCount)]
      return Array(parts.map { bytes[$0.range] }.joined(separator: [0]))
        + "\0\(tags.rawValue)".utf8
    }
  }

  var count: Int { people.count }

  subscript(index: Int) -> Person { people[index] }

  /// Returns the index of the person whose id is this slice of `source`; known ids are slices of
  /// `bytes`.
  func index(of id: Slice, in source: [UInt8], knownIDsIn bytes: [UInt8]) -> Int? {
    table.find(id, of: source, amongIDsIn: bytes)
  }

  /// Adds a new person, whose id is a slice of `bytes`, and returns the person's index.
  mutating func add(_ id: Slice, in bytes: [UInt8]) -> Int {
    _ = table.insert(people.count, as: id, in: bytes)
    people.append(Person(id: id))
    return people.count - 1
  }

  /// Adds a row of a person.
  ///
  /// If a tenant has several different rows of the person, only one is kept, whatever their order. A
  /// row without a name is preferred, because its account was deleted. The contents of rows are
  /// slices of `bytes` and `labels`.
  mutating func add(_ row: Row, of index: Int, labels: [Slice], in bytes: [UInt8]) {
    guard let first = people[index].row else {
      people[index].row = row
      return
    }
    var otherIndex: Int?
    if first.tenant != row.tenant {
      let key = TenantPerson(person: index, tenant: row.tenant)
      otherIndex = otherRowIndices[key]
      if otherIndex == nil {
        otherRowIndices[key] = rowsOfOtherTenants[index]?.count ?? 0
        return rowsOfOtherTenants[index, default: []].append(row)
      }
    }
    let known = otherIndex.flatMap { rowsOfOtherTenants[index]?[$0] } ?? first
    let (new, old) = (
      row.contents(withLabels: labels, in: bytes), known.contents(withLabels: labels, in: bytes)
    )
    if new == old { return }
    ambiguousIndices.insert(index)
    let isNameless = row.author.name.isEmpty
    if isNameless != known.author.name.isEmpty {
      if !isNameless { return }
    } else if new.lexicographicallyPrecedes(old) {
      return
    }
    if let otherIndex {
      rowsOfOtherTenants[index]?[otherIndex] = row
    } else {
      people[index].row = row
    }
  }

  func isAmbiguous(_ index: Int) -> Bool { ambiguousIndices.contains(index) }

  /// Returns a person's row for the stories of a tenant; `nil` if there is none.
  ///
  /// A row that states no tenant is valid for every tenant. If several rows are valid, one without
  /// the person's name is preferred.
  func row(of index: Int, in tenant: Int?) -> Row? {
    guard let first = people[index].row else { return nil }
    let isFirstValid = tenant == nil || first.tenant == nil || first.tenant == tenant
    guard let others = rowsOfOtherTenants[index] else { return isFirstValid ? first : nil }
    // With a tenant, the rows of all other tenants need not be copied.
    let candidates =
      tenant == nil
      ? others
      : [tenant, nil].compactMap {
        otherRowIndices[TenantPerson(person: index, tenant: $0)].map { others[$0] }
      }
    let valid = (isFirstValid ? [first] : []) + candidates
    return valid.first { $0.author.name.isEmpty } ?? valid.first { $0.tenant == tenant }
      ?? valid.first
  }
}
