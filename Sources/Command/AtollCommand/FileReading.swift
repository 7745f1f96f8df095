import Bytes
import OperatingSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads whole files into memory, ready for `JSONReader`.
enum FileReading {
  /// The most bytes that are read: slices into an input count in 32 bits.
  static let mostBytes = Int(UInt32.max) - 4096

  /// The most bytes that are read from a device such as `/dev/zero`, which may never end.
  static let mostBytesOfDevice = 1 << 20

  enum Failure: Error, Hashable {
    case system(SystemError)
    case tooLarge(limit: Int)
    case folder
    /// A device has given more than `mostBytesOfDevice`.
    case device
    /// A pipe, a device or a socket, where only a plain file will do.
    case notPlain
    case noMemory(Int)
  }

  /// The kinds of files that a reader takes.
  enum Kinds {
    /// Plain files, and pipes, which are waited for as `cat` does.
    case all
    /// Plain files alone: reading never waits.
    case plain
  }

  /// The bytes of a file, with room behind them for the padding of `JSONReader`.
  static func bytes(
    of path: String, atMost limit: Int = mostBytes, _ kinds: Kinds = .all
  ) throws(Failure) -> [UInt8] {
    let file = try mapped { () throws(SystemError) in
      try OpenFile(reading: path, waits: kinds == .all)
    }
    let facts = try mapped { () throws(SystemError) in
      try FileFacts(ofDescriptor: file.descriptor)
    }
    switch facts.kind {
    case .folder: throw .folder
    case .device, .pipe, .link, .other:
      guard kinds == .all else { throw .notPlain }
      return try bytes(ofDescriptor: file.descriptor, atMost: limit)
    case .file:
      if facts.size > limit { throw .tooLarge(limit: limit) }
      return try bytes(ofDescriptor: file.descriptor, expecting: facts.size, atMost: limit)
    }
  }

  /// Everything a descriptor has to give; at best exactly as much as expected.
  static func bytes(
    ofDescriptor descriptor: Int32, expecting size: Int = 0, atMost limit: Int = mostBytes
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    let isDevice = try mapped { () throws(SystemError) in
      try FileFacts(ofDescriptor: descriptor).kind == .device && isatty(descriptor) == 0
    }
    if size > 0 {
      guard hasRoom(for: size + JSONReader.padding) else { throw .noMemory(size) }
      bytes = try mapped { () throws(SystemError) in
        try piece(of: descriptor, count: size, spare: JSONReader.padding)
      }
    }
    // The first piece finds the end of a file; what goes on, as a pipe does, comes in larger ones.
    var next = 1 << 16
    while true {
      let count = next
      let more = try mapped { () throws(SystemError) in
        try piece(of: descriptor, count: count, spare: 0)
      }
      if more.isEmpty { return bytes }
      let total = bytes.count + more.count
      if total > limit { throw .tooLarge(limit: limit) }
      if isDevice, total > mostBytesOfDevice { throw .device }
      if total > bytes.capacity {
        let capacity = max(total + JSONReader.padding, bytes.capacity * 2)
        guard hasRoom(for: capacity) else { throw .noMemory(total) }
        bytes.reserveCapacity(capacity)
      }
      bytes += more
      next = min(next * 2, 1 << 24)
    }
  }

  /// Returns whether the system would give so much memory; an array that gets none ends the process.
  ///
  /// It asks with `mmap`, as the optimizer removes a `malloc` whose memory is freed at once.
  private static func hasRoom(for count: Int) -> Bool {
    if count < 1 << 24 { return true }
    let memory = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    unsafe munmap(memory, count)
    return true
  }

  /// Reads up to `count` bytes, fewer only at the end.
  ///
  /// Room for `spare` more stays behind them.
  private static func piece(
    of descriptor: Int32, count: Int, spare: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count + spare) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      unsafe adviseHugePages(buffer)
      while filled < count {
        let got = unsafe read(descriptor, base + filled, count - filled)
        if got == 0 { return }
        if got > 0 {
          filled += got
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Asks for large pages under a large buffer: a hundred megabytes are else 25,000 page faults.
  private static func adviseHugePages(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    #if canImport(Glibc)
      let hugePage = 2 << 20
      guard buffer.count >= 2 * hugePage, let base = buffer.baseAddress else { return }
      let start = UInt(bitPattern: base)
      let aligned = (start + UInt(hugePage) - 1) & ~UInt(hugePage - 1)
      let skipped = Int(aligned - start)
      let length = (buffer.count - skipped) & ~(hugePage - 1)
      // Advice only: where it is not taken, the pages are small and all is as well.
      _ = unsafe madvise(base + skipped, length, MADV_HUGEPAGE)
    #endif
  }

  private static func mapped<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do { return try body() } catch { throw .system(error) }
  }
}
