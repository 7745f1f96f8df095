import AtollBytes
import AtollOperatingSystem

/// The parts of an SQLite file that hold no value.
///
/// These are free pages, the gaps in the pages of tables and indexes, and the ends of the last
/// pages of long values. The file is read without SQLite, according to
/// <https://www.sqlite.org/fileformat2.html>. Whatever is not known to be used counts as unused.
/// The file must not change meanwhile.
struct UnusedSpace {
  private let descriptor: Int32
  private let path: String
  private let pageSize: Int
  /// The usable size of a page: the page size without the bytes reserved at the end of each page.
  private let usableSize: Int
  private let pageCount: Int
  private let firstFreePage: Int
  /// The numbers of the pages whose used bytes are known.
  private var knownPages = IDSet()
  /// The numbers of the pages of tables and indexes that are still to be read.
  private var nextPages: [Int] = []

  init(of descriptor: Int32, at path: String) throws {
    self.descriptor = descriptor
    self.path = path
    let header = Page(
      try attributingSystemErrors(to: path, problem: "cannot be read") {
        try readBytes(of: descriptor, at: 0, count: 100)
      })
    let size = header.number(at: 16, size: 2)
    // A size that does not fit into two bytes is written as 1.
    pageSize = size == 1 ? 65_536 : max(512, size)
    usableSize = pageSize - header.number(at: 20, size: 1)
    firstFreePage = header.number(at: 32, size: 4)
    let bytes = try attributingSystemErrors(to: path, problem: "cannot be read") {
      try FileMetadata(ofDescriptor: descriptor).size
    }
    pageCount = (bytes + pageSize - 1) / pageSize
  }

  /// Calls `body` with each page that can have unused bytes, with zeros in place of its used bytes.
  ///
  /// - Parameter roots: The numbers of the first pages of all tables and indexes.
  mutating func search(roots: [Int], _ body: ([UInt8]) -> Void) throws {
    nextPages = roots
    while let number = nextPages.popLast() {
      if let page = try readNewPage(number) {
        try readTreePage(page, isFirst: number == 1, visit: body)
      }
    }
    var number = firstFreePage
    while var page = try readNewPage(number) {
      // This page begins with the number of the next such page and the numbers of free pages.
      page.markUsed(0, count: 8 + 4 * page.number(at: 4, size: 4))
      body(page.unusedBytes)
      number = page.number(at: 0, size: 4)
    }
    for number in stride(from: 1, through: pageCount, by: 1) {
      if let page = try readNewPage(number) { body(page.unusedBytes) }
    }
  }

  /// Reads a page; returns `nil` if it has been read before or does not exist.
  private mutating func readNewPage(_ number: Int) throws -> Page? {
    guard (1...max(1, pageCount)).contains(number), knownPages.insert(number) else { return nil }
    return Page(try bytes(ofPage: number, count: pageSize))
  }

  private func bytes(ofPage number: Int, count: Int) throws -> [UInt8] {
    try attributingSystemErrors(to: path, problem: "cannot be read") {
      try readBytes(of: descriptor, at: (number - 1) * pageSize, count: count)
    }
  }

  /// Blanks the values in a page of a table or index, and notes the pages below it.
  private mutating func readTreePage(
    _ page: Page, isFirst: Bool, visit body: ([UInt8]) -> Void
  ) throws {
    var page = page
    // The file begins with a header.
    let start = isFirst ? 100 : 0
    guard let kind = Page.Kind(rawValue: page.number(at: start, size: 1)) else {
      return body(page.unusedBytes)
    }
    let cellPointers = start + (kind.isInterior ? 12 : 8)
    let cellCount = page.number(at: start + 3, size: 2)
    page.markUsed(0, count: cellPointers + 2 * cellCount)
    if kind.isInterior { nextPages.append(page.number(at: start + 8, size: 4)) }
    for index in 0..<cellCount {
      let cell = page.number(at: cellPointers + 2 * index, size: 2)
      var end = cell
      if kind.isInterior {
        nextPages.append(page.number(at: cell, size: 4))
        end += 4
      }
      let size = page.readVarint(at: &end)
      if kind == .tableLeaf { _ = page.readVarint(at: &end) }
      if kind != .interiorTable {
        let localSize = localSize(of: size, isTable: kind == .tableLeaf)
        end += localSize
        if localSize < size {
          try readOverflow(from: page.number(at: end, size: 4), size: size - localSize, body)
          end += 4
        }
      }
      page.markUsed(cell, count: max(4, end - cell))
    }
    // Each gap begins with the offset of the next gap and its own size.
    var gap = page.number(at: start + 1, size: 2)
    while gap > 0 {
      page.markUsed(gap, count: 4)
      let next = page.number(at: gap, size: 2)
      gap = next > gap ? next : 0
    }
    body(page.unusedBytes)
  }

  /// Returns how many bytes of a row are in the page itself, and not on overflow pages.
  private func localSize(of size: Int, isTable: Bool) -> Int {
    let maximum = isTable ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
    if size <= maximum { return size }
    let minimum = (usableSize - 12) * 32 / 255 - 23
    let size = minimum + (size - minimum) % (usableSize - 4)
    return size <= maximum ? size : minimum
  }

  /// Follows the overflow pages of a row; only the last one can have unused bytes.
  private mutating func readOverflow(
    from first: Int, size: Int, _ body: ([UInt8]) -> Void
  ) throws {
    var (number, size) = (first, size)
    while size > 0, (1...max(1, pageCount)).contains(number), knownPages.insert(number) {
      let isLast = size <= usableSize - 4
      var page = Page(try bytes(ofPage: number, count: isLast ? pageSize : 4))
      if isLast {
        page.markUsed(0, count: 4 + size)
        body(page.unusedBytes)
      }
      size -= usableSize - 4
      number = page.number(at: 0, size: 4)
    }
  }
}

private struct Page {
  enum Kind: Int {
    case interiorIndex = 2
    case interiorTable = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isInterior: Bool { self == .interiorIndex || self == .interiorTable }
  }

  private let bytes: [UInt8]
  /// The bytes, with zeros in place of those that are known to be used.
  private(set) var unusedBytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    unusedBytes = bytes
  }

  /// Returns a big-endian number of up to four bytes; 0 if it is not within the page.
  func number(at offset: Int, size: Int) -> Int {
    guard offset >= 0, offset + size <= bytes.count else { return 0 }
    return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a number of up to nine bytes (a varint), and moves the offset to its end.
  ///
  /// Returns 0 if the number is not within the page, or needs more than 32 bits.
  func readVarint(at offset: inout Int) -> Int {
    var value = 0
    for index in 0..<9 where offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      value = index == 8 ? value << 8 | Int(byte) : value << 7 | Int(byte & 0x7F)
      if byte < 0x80 || index == 8 { return value >> 32 == 0 ? value : 0 }
    }
    return 0
  }

  mutating func markUsed(_ start: Int, count: Int) {
    let end = min(unusedBytes.count, start + count)
    if start < end {
      unusedBytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
    }
  }
}
