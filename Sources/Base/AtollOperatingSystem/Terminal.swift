#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminals that standard input, output and error may lead to.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Asks for a line, such as a password, and reads it from standard input without showing it.
  ///
  /// Ctrl-C and Ctrl-Z take effect only after the terminal shows input again. A process that was
  /// suspended asks again when it continues.
  package static func readSecretLine(prompt: String) -> String? {
    while true {
      try? writeAll(Array(prompt.utf8), to: 2)
      let blockedSignals = BlockedSignals(includingAllKeys: true)
      defer { blockedSignals.release() }
      if let line = readLineWithoutEcho() { return line.text }
    }
  }

  /// A line of input; its text is `nil` at the end of the input.
  private struct InputLine { let text: String? }

  /// Reads a line without showing it; returns `nil` if a signal that is held back arrives first.
  private static func readLineWithoutEcho() -> InputLine? {
    var settings = termios()
    unsafe tcgetattr(0, &settings)
    var previousSettings = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    unsafe tcsetattr(0, TCSAFLUSH, &settings)
    defer {
      unsafe _ = tcsetattr(0, TCSAFLUSH, &previousSettings)
      try? writeAll([0x0A], to: 2)
    }
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&input, 1, 100) == 0 {
      if BlockedSignals.isAnyPendingIncludingAllKeys { return nil }
    }
    return InputLine(text: readLine(strippingNewline: true))
  }
}

package struct TerminalSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates the size of the terminal that a descriptor refers to; returns `nil` if there is no
  /// terminal or its size is unknown.
  package init?(ofDescriptor descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// The keyboard of the terminal, read key by key; the terminal's settings are restored afterwards.
package struct Keyboard: ~Copyable {
  private let previousSettings: termios

  private init(previousSettings: termios) { self.previousSettings = previousSettings }

  /// Opens the keyboard, or returns `nil` if standard input is not a terminal.
  package static func open() -> Keyboard? {
    var settings = termios()
    guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
    let previousSettings = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard unsafe tcsetattr(0, TCSANOW, &settings) == 0 else { return nil }
    return Keyboard(previousSettings: previousSettings)
  }

  deinit {
    var settings = previousSettings
    unsafe tcsetattr(0, TCSANOW, &settings)
  }

  package enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown
    /// Any other key that sends an escape sequence.
    case other
  }

  /// Waits for the next key; returns `nil` when the terminal is closed.
  package func next() -> Key? {
    guard let byte = nextByte() else { return nil }
    if byte != Self.escape || !hasPendingInput {
      return .character(Character(Unicode.Scalar(byte)))
    }
    // A letter or `~` ends the sequence: `ESC [ A`, `ESC [ 5 ~`.
    var sequence = ""
    while hasPendingInput, let byte = nextByte() {
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
  /// The time to wait for the rest of an escape sequence.
  private static let sequenceTimeoutMilliseconds = 25

  private var hasPendingInput: Bool {
    (try? waitForInput(of: 0, timeoutMilliseconds: Self.sequenceTimeoutMilliseconds)) == true
  }

  private func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    let count = unsafe withUnsafeMutableBytes(of: &byte) { unsafe try? readSome(of: 0, into: $0) }
    return count == 1 ? byte : nil
  }
}
