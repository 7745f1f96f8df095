import Bytes
import OperatingSystem
import Snapshots
import Synchronization

/// A running browser and the two pipes to it.
///
/// The browser reads commands from descriptor 3 and answers on descriptor 4. It has a process group
/// of its own, which is killed with it, and it exits by itself when the pipes close. However this
/// process ends, no browser is left behind.
struct BrowserProcess: ~Copyable {
  private let program: RunningProgram
  private let orders: OpenFile
  private let answers: OpenFile
  /// The folder of the browser's profile, removed when the browser has ended.
  private let profile: String
  /// The file that receives the browser's standard error.
  private let log: String
  private var unread: [UInt8] = []
  /// The numbers of bytes at the front of `unread` that have been returned and searched,
  /// respectively.
  private var taken = 0
  private var searched = 0

  /// The usual number of seconds to wait for a message.
  static let patience = 60

  private static func log(_ profile: String) -> String { "\(profile).log" }

  /// Locked from the creation of the pipes until the browser has started, so that no browser that
  /// starts at the same time inherits them.
  private static let starting = Mutex(())

  /// Starts a browser with only these environment variables.
  static func start(
    _ path: String, _ arguments: [String], environment: [String], profile: String
  ) throws(ShotError) -> BrowserProcess {
    var program = Program([path] + arguments + ["--user-data-dir=\(profile)"])
    program.environment = .only(environment)
    program.startsGroup = true
    // Writing to a browser that has ended must fail, not end this process.
    ProcessSignals.ignoreFailedWrites()
    do throws(SystemError) {
      return try starting.withLock { (_) throws(SystemError) in
        try BrowserProcess(starting: program, profile: profile)
      }
    } catch {
      throw .cannotStart(error.message)
    }
  }

  private init(starting program: Program, profile: String) throws(SystemError) {
    self.profile = profile
    log = Self.log(profile)
    // The descriptors are kept away from 3 and 4, so that moving one there does not overwrite the
    // other.
    let toBrowser = try Pipe(lowest: 20)
    let fromBrowser = try Pipe(lowest: 20)
    var program = program
    program.channels = [
      (0, .null), (1, .null), (2, .newFile(log)), (3, .descriptor(toBrowser.reader.descriptor)),
      (4, .descriptor(fromBrowser.writer.descriptor)),
    ]
    self.program = try program.start()
    orders = toBrowser.closeReader()
    answers = fromBrowser.closeWriter()
  }

  deinit {
    program.killGroup()
    program.wait()
    try? StoreFiles.removeTree(profile)
    try? StoreFiles.remove(log)
  }

  private static let longestLastWords = 4096
  private static let mostLastLines = 3
  private static let longestLastLine = 200

  /// The last lines that the browser wrote to its standard error, joined.
  private var lastWords: String {
    let bytes = (try? StoreFiles.contents(of: log)) ?? []
    let lines = String(decoding: bytes.suffix(Self.longestLastWords), as: UTF8.self)
      .split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.suffix(Self.mostLastLines).map { String($0.prefix(Self.longestLastLine)) }
      .joined(separator: " / ")
  }

  /// Sends one message.
  func send(_ message: String) throws(ShotError) {
    do { try writeAll(Array(message.utf8) + [0], to: orders.descriptor) } catch {
      throw .ended(lastWords: lastWords)
    }
  }

  /// Returns the next message; throws if nothing arrives for a number of seconds.
  mutating func receive(within seconds: Int = patience) throws(ShotError) -> [UInt8] {
    while true {
      if let end = zeroByte(from: searched) {
        let message = Array(unread[taken..<end])
        taken = end + 1
        searched = taken
        return message
      }
      searched = unread.count
      try readMore(within: seconds)
    }
  }

  private func zeroByte(from start: Int) -> Int? {
    unsafe unread.withUnsafeBytes { unsafe firstIndex(of: 0, in: $0, from: start) }
  }

  private static let pieceSize = 1 << 18

  private mutating func readMore(within seconds: Int) throws(ShotError) {
    if taken > 0 {
      unread.removeSubrange(..<taken)
      searched -= taken
      taken = 0
    }
    var hasInput = true
    do throws(SystemError) {
      hasInput = try waitForInput(of: answers.descriptor, milliseconds: seconds * 1000)
      if hasInput, try readSomeMore() > 0 { return }
    } catch {
      throw .ended(lastWords: lastWords)
    }
    throw hasInput
      ? .ended(lastWords: lastWords) : .silent(seconds: seconds, lastWords: lastWords)
  }

  private mutating func readSomeMore() throws(SystemError) -> Int {
    let old = unread.count
    unread.append(contentsOf: repeatElement(0, count: Self.pieceSize))
    var count = 0
    defer { unread.removeLast(Self.pieceSize - count) }
    count = try unsafe unread.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
      let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[old...])
      return try unsafe readSome(
        of: answers.descriptor, into: UnsafeMutableRawBufferPointer(room))
    }
    return count
  }
}
