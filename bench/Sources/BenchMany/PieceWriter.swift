#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gathers pages and writes them in portions as large as the yardstick's.
///
/// A write for every page of some kilobytes costs the kernel three times as much.
struct PieceWriter: ~Copyable {
  private let file: Int32
  private var gathered: [UInt8] = []

  private static let portion = 512 * 1024

  init(to file: Int32) {
    self.file = file
    gathered.reserveCapacity(Self.portion)
  }

  /// Takes bytes; false when the other end does not.
  mutating func append(_ piece: Span<UInt8>) -> Bool {
    if gathered.count + piece.count > Self.portion, !flush() { return false }
    unsafe piece.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
    return true
  }

  /// Writes what was gathered; false when the other end does not take it.
  mutating func flush() -> Bool {
    let isWritten = unsafe gathered.withUnsafeBytes { unsafe writeAll($0, to: file) }
    gathered.removeAll(keepingCapacity: true)
    return isWritten
  }
}

/// Writes all of the bytes; false when the other end does not take them.
func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
  guard let base = bytes.baseAddress else { return true }
  var done = 0
  while done < bytes.count {
    let wrote = unsafe write(file, base + done, bytes.count - done)
    guard wrote > 0 else { return false }
    done += wrote
  }
  return true
}
