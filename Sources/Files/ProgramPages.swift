#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The pages of the program itself and of its libraries.
package enum ProgramPages {
  /// Gives back those that only starting has read; whatever is needed again comes from its file by itself.
  ///
  /// Loading some forty libraries reads twice as much of them as the work behind it, and whoever limits the memory
  /// of a worker counts that. Only what cannot be written, and what nobody, such as a debugger, has changed, is
  /// given back. Good only as long as there is one thread: nothing may be loaded or unloaded meanwhile.
  package static func giveBackThoseOfStarting() {
    #if os(Linux)
      guard let file = try? OpenFile(reading: "/proc/self/smaps"),
        let text = try? readBytes(of: file.descriptor, at: 0, count: mostBytes)
      else { return }
      var pages: UnsafeMutableRawBufferPointer?
      var rest = text[...]
      while let end = rest.firstIndex(of: 0x0A) {
        var line = MappingLine(rest: rest[..<end])
        rest = rest[(end + 1)...]
        if line.beginsMapping {
          unsafe pages = line.filePages()
        } else if let clean = unsafe pages, line.skip("Anonymous:"), line.number(radix: 10) == 0 {
          _ = unsafe madvise(clean.baseAddress, clean.count, MADV_DONTNEED)
        }
      }
    #endif
  }

  /// More than any list of mappings has; of a longer one the end is not looked at.
  private static let mostBytes = 1 << 19
}

/// A line of the list of mappings: one that begins a mapping, or one of some twenty that tell of it.
private struct MappingLine {
  var rest: ArraySlice<UInt8>

  /// What is told of a mapping has names that begin with capitals.
  var beginsMapping: Bool {
    guard let first = rest.first else { return false }
    return !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
  }

  /// The pages of a mapping such as `55d0-55e0 r-xp 0 fe:00 77 /bin/atoll`, if they are those of a file and cannot
  /// be written.
  mutating func filePages() -> UnsafeMutableRawBufferPointer? {
    guard let start = number(radix: 16), skip("-"), let end = number(radix: 16), start < end,
      skip(" r-"), skip("x") || skip("-"), skip("p")
    else { return nil }
    // Where in its file it begins, the numbers of its device, and that of the file: nothing where there is none.
    guard number(radix: 16) != nil, number(radix: 16) != nil, skip(":"),
      number(radix: 16) != nil, let file = number(radix: 10), file != 0
    else { return nil }
    return unsafe UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: start), count: Int(end - start))
  }

  mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    let isThere = literal.withUTF8Buffer { unsafe rest.prefix(count).elementsEqual($0) }
    if isThere { rest = rest.dropFirst(count) }
    return isThere
  }

  /// The number that comes next, behind spaces.
  mutating func number(radix: UInt) -> UInt? {
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    var number: UInt = 0
    var count = 0
    while let digit = rest.first.flatMap(Self.value), digit < radix {
      number = number &* radix &+ digit
      count += 1
      rest.removeFirst()
    }
    return count > 0 ? number : nil
  }

  private static func value(of digit: UInt8) -> UInt? {
    switch digit {
    case 0x30...0x39: UInt(digit - 0x30)
    case 0x61...0x66: UInt(digit - 0x61 + 10)
    case _: nil
    }
  }
}
