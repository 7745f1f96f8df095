import Dispatch
import Foundation

/// The terminal: its size, its keys, and a screen of its own while the program runs.
@MainActor final class Terminal {
  /// A key, or a change of the size.
  enum Event: Hashable {
    case character(Character)
    case up, down, left, right, pageUp, pageDown, home, end, enter, escape, backspace, resized
  }

  /// The keys and changes of the size, until the program has to end.
  let events: AsyncStream<Event>
  private var sources: [any DispatchSourceProtocol] = []
  private var usual = termios()

  init() {
    let (events, feed) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    tcgetattr(STDIN_FILENO, &usual)
    var raw = usual
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    // A second screen, without a cursor and without line breaks of its own.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    keys.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      // Keys that are pressed quickly come together.
      if count <= 0 || bytes[..<count].contains(Self.interrupt) { return feed.finish() }
      for event in Self.events(in: bytes[..<count]) { feed.yield(event) }
    }
    let sizes = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
    sizes.setEventHandler { feed.yield(.resized) }
    let ends = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    ends.setEventHandler { feed.finish() }
    signal(SIGTERM, SIG_IGN)
    sources = [keys, sizes, ends]
    for source in sources { source.activate() }
  }

  /// Gives the terminal back as it was.
  func close() {
    write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
  }

  var size: (columns: Int, rows: Int) {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return (max(20, Int(size.ws_col)), max(4, Int(size.ws_row)))
  }

  /// Replaces the lines on the screen.
  func show(_ lines: [String]) {
    write("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
  }

  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  /// Ctrl-C.
  private static let interrupt: UInt8 = 3

  private static let sequences: [(String, Event)] = [
    ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left), ("[5~", .pageUp),
    ("[6~", .pageDown), ("[H", .home), ("[F", .end),
  ]

  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var (events, rest) = ([Event](), String(decoding: bytes, as: UTF8.self)[...])
    while let first = rest.popFirst() {
      switch first {
      case "\u{1B}":
        let known = sequences.first { rest.hasPrefix($0.0) }
        rest = rest.dropFirst(known?.0.count ?? 0)
        events.append(known?.1 ?? .escape)
      case "\r", "\n", "\r\n": events.append(.enter)
      case "\u{7F}", "\u{8}": events.append(.backspace)
      case _: if first >= " " { events.append(.character(first)) }
      }
    }
    return events
  }
}
