#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keys as they are pressed, without a line end after them; the terminal is as it was afterwards.
struct RawKeys: ~Copyable {
  private let before: termios

  private init(before: termios) { self.before = before }

  /// The keys of the terminal, or nothing where there is none.
  static func open() -> RawKeys? {
    var settings = termios()
    guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
    let before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard unsafe tcsetattr(0, TCSANOW, &settings) == 0 else { return nil }
    return RawKeys(before: before)
  }

  deinit {
    var settings = before
    unsafe tcsetattr(0, TCSANOW, &settings)
  }

  /// A key that was pressed.
  enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown
    /// Any other key that sends a sequence.
    case other
  }

  /// The next key, or nothing once the terminal is gone.
  func next() -> Key? {
    guard let byte = nextByte() else { return nil }
    if byte != Self.escape || !hasMore { return .character(Character(Unicode.Scalar(byte))) }
    // `ESC [ A`, or `ESC [ 5 ~`: letters and `~` end it.
    var sequence = ""
    while hasMore, let byte = nextByte() {
      sequence.unicodeScalars.append(Unicode.Scalar(byte))
      if byte == UInt8(ascii: "~") || (byte >= UInt8(ascii: "A") && sequence.utf8.count > 1) {
        break
      }
    }
    return switch sequence {
    case "[A", "OA": .up
    case "[B", "OB": .down
    case "[5~": .pageUp
    case "[6~": .pageDown
    case _: .other
    }
  }

  private static let escape: UInt8 = 0x1B
  /// The milliseconds within which the rest of a sequence arrives.
  private static let patience: Int32 = 25

  private var hasMore: Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&input, 1, Self.patience) == 1
  }

  private func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(0, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}
