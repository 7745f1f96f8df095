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
      for line in text.split(separator: 0x0A) {
        // What is told of a mapping follows it, with names that begin with capitals.
        if line.first.map({ $0 > UInt8(ascii: "Z") || $0 <= UInt8(ascii: "9") }) == true {
          unsafe pages = filePages(words(of: line))
        } else if line.starts(with: "Anonymous:".utf8), words(of: line).dropFirst().first == "0",
          let clean = unsafe pages
        {
          _ = unsafe madvise(clean.baseAddress, clean.count, MADV_DONTNEED)
        }
      }
    #endif
  }

  #if os(Linux)
    /// More than any list of mappings has; of a longer one the end is not looked at.
    private static let mostBytes = 1 << 19

    private static func words(of line: ArraySlice<UInt8>) -> [Substring] {
      String(decoding: line, as: UTF8.self).split(separator: " ")
    }

    /// The pages of a mapping such as `55d0-55e0 r-xp 0 fe:00 77 /bin/atoll`, if they are those of a file and cannot
    /// be written.
    private static func filePages(_ words: [Substring]) -> UnsafeMutableRawBufferPointer? {
      guard words.count > 5, words[4] != "0", words[1].hasPrefix("r-"), words[1].hasSuffix("p")
      else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1] else { return nil }
      return unsafe UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: ends[0]), count: Int(ends[1] - ends[0]))
    }
  #endif
}
