import AtollBytes
import AtollOperatingSystem
import AtollSnapshots
import Synchronization

/// A running browser and the two pipes to it.
///
/// The browser reads commands from descriptor 3 and writes answers to descriptor 4. It never
/// outlives this process: it is killed together with its process group, and it exits by itself when
/// the pipes close.
struct BrowserProcess: ~Copyable {
  private let program: RunningProgram
  private let commandPipe: OpenFile
  private let answerPipe: OpenFile
  /// The folder of the browser's profile, removed when the browser has ended.
  private let profile: String
  /// The file that receives the browser's standard error.
  private let logPath: String
  private let isStopped: @Sendable () -> Bool
  private var unread: [UInt8] = []
  /// The number of bytes at the front of `unread` that belong to messages already returned.
  private var consumedCount = 0
  /// The number of bytes at the front of `unread` that were searched for the end of a message.
  private var searchedCount = 0

  /// The usual number of seconds to wait for a message.
  static let defaultTimeout = 60

  private static func logPath(ofProfile profile: String) -> String { "\(profile).log" }

  /// A lock that is held from the creation of the pipes until the browser has started.
  ///
  /// Without it, another browser that starts at the same time could inherit the pipes.
  private static let startLock = Mutex(())

  /// Starts a browser that gets these environment variables and no others.
  static func start(
    _ path: String, arguments: [String], environment: [String], profile: String,
    isStopped: @escaping @Sendable () -> Bool
  ) throws -> BrowserProcess {
    var program = Program([path] + arguments + ["--user-data-dir=\(profile)"])
    program.environment = .only(environment)
    program.startsGroup = true
    // Writing to a browser that has ended must fail, not end this process.
    ProcessSignals.ignoreWriteSignals()
    return try startLock.withLock { _ in
      try translatingErrors(
        of: BrowserProcess(starting: program, profile: profile, isStopped: isStopped)
      ) { (error: SystemError) in
        Failure.noBrowser("the browser cannot be started: \(error.message)")
      }
    }
  }

  private init(
    starting program: Program, profile: String, isStopped: @escaping @Sendable () -> Bool
  ) throws(SystemError) {
    self.profile = profile
    self.isStopped = isStopped
    logPath = Self.logPath(ofProfile: profile)
    // The descriptors are at least 20, so that moving one to 3 or 4 does not overwrite another.
    let toBrowser = try Pipe(minimumDescriptor: 20)
    let fromBrowser = try Pipe(minimumDescriptor: 20)
    var program = program
    program.redirections = [
      (0, .null), (1, .null), (2, .newFile(logPath)), (3, .descriptor(toBrowser.reader.descriptor)),
      (4, .descriptor(fromBrowser.writer.descriptor)),
    ]
    self.program = try program.start()
    commandPipe = toBrowser.keepOnlyWriter()
    answerPipe = fromBrowser.keepOnlyReader()
  }

  deinit {
    program.killGroup()
    program.wait()
    try? StoreFiles.removeTree(profile)
    try? StoreFiles.remove(logPath)
  }

  private static let maximumLastOutputBytes = 4096
  private static let maximumLastLineCount = 3
  private static let maximumLastLineLength = 200

  /// The last lines that the browser wrote to its standard error, joined.
  private var lastOutput: String {
    let bytes = (try? StoreFiles.contents(of: logPath)) ?? []
    let lines = String(decoding: bytes.suffix(Self.maximumLastOutputBytes), as: UTF8.self)
      .split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.suffix(Self.maximumLastLineCount).map {
      String($0.prefix(Self.maximumLastLineLength))
    }
    .joined(separator: " / ")
  }

  func send(_ message: String) throws {
    try whileRunning(writeAll(Array(message.utf8) + [0], to: commandPipe.descriptor))
  }

  /// Performs an exchange with the browser; an error means that the browser has ended.
  private func whileRunning<Value>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws -> Value {
    try translatingErrors(of: value()) { (_: SystemError) in
      Failure.browserEnded(lastOutput: lastOutput)
    }
  }

  /// Returns the next message; throws if nothing arrives in time, or when stopped.
  mutating func receive() throws -> [UInt8] {
    let seconds = Self.defaultTimeout
    guard let message = try receiveInTime(within: seconds) else {
      throw timeoutFailure(after: seconds)
    }
    return message
  }

  func timeoutFailure(after seconds: Int) -> Failure {
    .timedOut(seconds: seconds, lastOutput: lastOutput)
  }

  /// Returns the next message, or `nil` if nothing arrives for a number of seconds; throws when
  /// stopped.
  mutating func receiveInTime(within seconds: Int) throws -> [UInt8]? {
    while true {
      if let end = indexOfZeroByte(from: searchedCount) {
        let message = Array(unread[consumedCount..<end])
        consumedCount = end + 1
        searchedCount = consumedCount
        return message
      }
      searchedCount = unread.count
      if try !readMore(within: seconds) { return nil }
    }
  }

  private func indexOfZeroByte(from start: Int) -> Int? {
    unsafe unread.withUnsafeBytes { unsafe firstIndex(of: 0, in: $0, from: start) }
  }

  private static let pieceSize = 1 << 18

  /// Reads the bytes that have arrived; returns `false` if nothing arrives for a number of seconds.
  private mutating func readMore(within seconds: Int) throws -> Bool {
    if consumedCount > 0 {
      unread.removeSubrange(..<consumedCount)
      searchedCount -= consumedCount
      consumedCount = 0
    }
    guard try hasInput(within: seconds) else { return false }
    // If there is nothing to read, the browser has ended.
    if let count = try? readSomeMore(), count > 0 { return true }
    throw Failure.browserEnded(lastOutput: lastOutput)
  }

  /// The number of times per second that `isStopped` is called during a wait.
  private static let checksPerSecond = 10

  /// Waits until the browser has sent something; returns `false` if nothing arrives within the
  /// given number of seconds.
  private func hasInput(within seconds: Int) throws -> Bool {
    for _ in 0..<seconds * Self.checksPerSecond {
      if isStopped() { throw Failure.browserStopped }
      let slice = 1000 / Self.checksPerSecond
      if try whileRunning(
        waitForInput(of: answerPipe.descriptor, timeoutMilliseconds: slice))
      {
        return true
      }
    }
    return false
  }

  private mutating func readSomeMore() throws(SystemError) -> Int {
    let old = unread.count
    unread.append(contentsOf: repeatElement(0, count: Self.pieceSize))
    var count = 0
    defer { unread.removeLast(Self.pieceSize - count) }
    count = try unsafe unread.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
      let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[old...])
      return try unsafe readSome(
        of: answerPipe.descriptor, into: UnsafeMutableRawBufferPointer(room))
    }
    return count
  }
}
