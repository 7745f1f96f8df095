import Snapshots
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running browser and the two pipes to it.
///
/// The browser reads orders from its descriptor 3 and answers on 4. It is alone in a process group,
/// which is ended with it, and ends by itself when the pipes close: whatever kills us leaves no
/// browser behind.
struct BrowserProcess: ~Copyable {
  private let process: pid_t
  private let orders: Int32
  private let answers: Int32
  /// What the browser keeps while it runs; it goes when the browser has gone.
  private let profile: String
  /// The file that takes what the browser writes to its standard error.
  private let log: String
  private var unread: [UInt8] = []
  /// How many bytes at the front of `unread` were handed out already, and how many were searched.
  private var taken = 0
  private var searched = 0

  static let patience = 60

  private init(process: pid_t, orders: Int32, answers: Int32, profile: String) {
    self.process = process
    self.orders = orders
    self.answers = answers
    self.profile = profile
    log = Self.log(profile)
  }

  private static func log(_ profile: String) -> String { "\(profile).log" }

  /// Held from making pipes to handing them on, so that no other browser that is started at this
  /// moment inherits them.
  private static let starting = Mutex(())

  /// Starts a browser with these variables and no others.
  static func start(
    _ program: String, _ arguments: [String], environment: [String], profile: String
  ) throws(ShotError) -> BrowserProcess {
    let started = starting.withLock { _ in
      Result { () throws(ShotError) in
        try startAlone(
          program, arguments + ["--user-data-dir=\(profile)"], environment, log(profile))
      }
    }
    let (process, orders, answers) = try started.get()
    return BrowserProcess(process: process, orders: orders, answers: answers, profile: profile)
  }

  private static func startAlone(
    _ program: String, _ arguments: [String], _ environment: [String], _ log: String
  ) throws(ShotError) -> (pid_t, orders: Int32, answers: Int32) {
    var toBrowser: [Int32] = [-1, -1]
    var fromBrowser: [Int32] = [-1, -1]
    guard unsafe pipe(&toBrowser) == 0, unsafe pipe(&fromBrowser) == 0 else {
      throw .cannotStart("no pipe can be made: \(systemMessage(errno))")
    }
    // Out of the way of 3 and 4, so that placing one does not overwrite the other.
    let ends = [toBrowser[0], fromBrowser[1], toBrowser[1], fromBrowser[0]].map { end in
      let moved = fcntl(end, F_DUPFD_CLOEXEC, 20)
      close(end)
      return moved
    }
    let (process, error) = spawn(
      program, arguments, environment, reading: ends[0], writing: ends[1], errors: log)
    close(ends[0])
    close(ends[1])
    if error != 0 {
      close(ends[2])
      close(ends[3])
      throw .cannotStart(systemMessage(error))
    }
    return (process, ends[2], ends[3])
  }

  deinit {
    close(orders)
    close(answers)
    // Asked to end by the closed pipe, and not asked twice.
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    try? StoreFiles.removeTree(profile)
    try? StoreFiles.remove(log)
  }

  private static let longestLastWords = 4096
  private static let mostLastLines = 3
  private static let longestLastLine = 200

  /// The last lines that the browser wrote to its standard error, joined.
  private var lastWords: String {
    let bytes = (try? StoreFiles.contents(of: log)).flatMap { $0 } ?? []
    let lines = String(decoding: bytes.suffix(Self.longestLastWords), as: UTF8.self)
      .split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.suffix(Self.mostLastLines).map { String($0.prefix(Self.longestLastLine)) }
      .joined(separator: " / ")
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String], reading: Int32,
    writing: Int32, errors: String
  ) -> (pid_t, Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, reading, 3)
    unsafe posix_spawn_file_actions_adddup2(&actions, writing, 4)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) }
    let variables = unsafe environment.map { unsafe strdup($0) }
    defer {
      unsafe (words + variables).forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    let error = unsafe posix_spawn(
      &process, program, &actions, &attributes, words + [nil], variables + [nil])
    return (process, error)
  }

  static func systemMessage(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// Sends one message.
  func send(_ message: String) throws(ShotError) {
    let bytes = Array(message.utf8) + [0]
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe write(orders, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw .ended(lastWords: lastWords)
      }
    }
  }

  /// The next message, if it begins to come within so many seconds.
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
    unsafe unread.withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, 0, buffer.count - start)
      else { return nil }
      return unsafe base.distance(to: UnsafeRawPointer(found))
    }
  }

  private mutating func readMore(within seconds: Int) throws(ShotError) {
    if taken > 0 {
      unread.removeSubrange(..<taken)
      searched -= taken
      taken = 0
    }
    var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&waiting, 1, Int32(seconds * 1000))
    if ready == 0 { throw .silent(seconds: seconds, lastWords: lastWords) }
    if ready < 0 {
      if errno == EINTR { return }
      throw .ended(lastWords: lastWords)
    }
    let piece = 1 << 18
    let old = unread.count
    unread.append(contentsOf: repeatElement(0, count: piece))
    let count = unsafe unread.withUnsafeMutableBytes { buffer in
      unsafe read(answers, buffer.baseAddress.map { unsafe $0 + old }, piece)
    }
    unread.removeLast(piece - max(count, 0))
    if count == 0 || (count < 0 && errno != EINTR) { throw .ended(lastWords: lastWords) }
  }
}
