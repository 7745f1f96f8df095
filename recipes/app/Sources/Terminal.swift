import Dispatch
import Foundation

/// The terminal: its size, its keys, and a screen of its own while the program runs.
@MainActor final class Terminal {
  /// A key, a text that was pasted, or a change of the size.
  enum Event: Hashable {
    case character(Character)
    case up, down, left, right, pageUp, pageDown, home, end, enter, escape, backspace, resized
    case pasted(String)
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
    // A second screen, without a cursor and without line breaks of its own, with marks around what is
    // pasted.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h")
    var input = Input()
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    keys.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      // Keys that are pressed quickly come together.
      if count <= 0 || bytes[..<count].contains(Self.interrupt) { return feed.finish() }
      for event in input.events(in: bytes[..<count]) { feed.yield(event) }
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
    write("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
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
}

/// The bytes from a terminal, as keys and pasted texts.
private struct Input {
  /// The bytes of a character or a mark that is not complete yet.
  private var rest: [UInt8] = []
  private var isPasted = false

  private static let (pasteStart, pasteEnd) = (Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8))
  private static let sequences: [(String, Terminal.Event)] = [
    ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left), ("[5~", .pageUp),
    ("[6~", .pageDown), ("[H", .home), ("[F", .end),
  ]

  mutating func events(in bytes: ArraySlice<UInt8>) -> [Terminal.Event] {
    rest += bytes
    var events: [Terminal.Event] = []
    while let mark = rest.firstRange(of: isPasted ? Self.pasteEnd : Self.pasteStart) {
      events += take(mark.lowerBound)
      rest.removeFirst(mark.count)
      isPasted.toggle()
    }
    return events + take(rest.count - incompleteCount)
  }

  /// The number of bytes at the end that more bytes can make a character or a mark.
  private var incompleteCount: Int {
    let mark = isPasted ? Self.pasteEnd : Self.pasteStart
    // The escape key is one byte.
    let shortest = isPasted ? 1 : 2
    let count = (shortest..<mark.count).last { rest.suffix($0) == mark.prefix($0) }
    guard let lead = rest.suffix(3).lastIndex(where: { $0 >= 0xC0 }) else { return count ?? 0 }
    let length = rest[lead] >= 0xF0 ? 4 : rest[lead] >= 0xE0 ? 3 : 2
    return rest.count - lead < length ? rest.count - lead : count ?? 0
  }

  /// Removes the first bytes, and returns what they stand for.
  private mutating func take(_ count: Int) -> [Terminal.Event] {
    let text = String(decoding: rest.prefix(count), as: UTF8.self)
    rest.removeFirst(count)
    guard isPasted else { return Self.keys(in: text) }
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return [.pasted(String(lines.filter { $0 >= " " || $0 == "\n" || $0 == "\t" }))]
  }

  private static func keys(in text: String) -> [Terminal.Event] {
    var (events, rest) = ([Terminal.Event](), text[...])
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
