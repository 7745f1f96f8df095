import Atoll
import AtollComments
import AtollRows
import CoralClient
import Foundation

/// A screen: a title, the thread, and at the bottom a message and keys, or the text that is being written.
@MainActor final class Reader: CommentTable {
  private let controller: CommentsController
  private let terminal = Terminal()
  /// The lines of each row; those of rows that do not change are kept.
  private var cells: [[String]] = []
  /// The first line of the thread on the screen, and the size of its part of the screen.
  private var (top, height, columns) = (0, 1, 0)
  private var selected = 0 {
    didSet { selectedID = feed.count > 0 ? feed.comment(at: selected).id : nil }
  }
  private var selectedID: String?
  private var showsHelp = false
  /// The comment to answer, or an empty id for a new thread; `nil` while reading.
  private var answered: String?
  private var texts: [String: String] = [:]
  private var feed: CommentFeed { controller.feed }

  private static let keys = [
    ("?", "keys"), ("q", "quit"), ("space", "fold"), ("r", "reply"), ("l", "like"), ("s", "sort"),
    ("c", "comment"), ("m", "more"), ("u", "update"), ("↑↓", "move"), ("←→", "parent and replies"),
    ("g G", "first and last"),
  ]

  init(_ controller: CommentsController) { self.controller = controller }

  func run() async {
    controller.table = self
    start { await $0.load() }
    for await event in terminal.events {
      if let answered { write(event, to: answered) } else if !read(event) { break }
      draw()
    }
    terminal.close()
  }

  /// Starts an action, and shows its result when it is there; the keys work meanwhile.
  private func start(_ action: @escaping @MainActor (CommentsController) async -> Void) {
    Task {
      await action(controller)
      draw()
    }
  }

  /// Acts on a key, and returns whether the program goes on.
  private func read(_ event: Terminal.Event) -> Bool {
    showsHelp = event == .character("?") && !showsHelp
    let comment = feed.count > 0 ? feed.comment(at: selected) : nil
    let id = comment?.tombstone == nil ? comment?.id : nil
    switch event {
    case .character("q"): return false
    case .down, .character("j"): move(by: 1)
    case .up, .character("k"): move(by: -1)
    case .pageDown: turnPage(by: 1)
    case .pageUp: turnPage(by: -1)
    case .home, .character("g"):
      top = 0
      select(0)
    case .end, .character("G"): select(feed.count - 1)
    case .left: if let parent = comment?.parentID.flatMap(feed.index) { select(parent) }
    case .right: if id.map(feed.isExpanded) != false { move(by: 1) } else { fallthrough }
    case .character(" "), .enter: if let comment { controller.toggleExpansion(of: comment.id) }
    case .character("l"): if let id { start { await $0.toggleLike(id) } }
    case .character("r"): answered = id
    case .character("c"): answered = ""
    case .character("m"): if let id = comment?.id { start { await $0.loadReplies(to: id) } }
    case .character("u"): start { await $0.refresh() }
    case .character("s"):
      let orders = CommentOrder.allCases
      let next = orders[((orders.firstIndex(of: feed.sortOrder) ?? 0) + 1) % orders.count]
      (selected, selectedID) = (0, nil)
      start { await $0.sort(by: next) }
    case _: break
    }
    return true
  }

  /// Changes the text that is being written, or posts it.
  private func write(_ event: Terminal.Event, to answered: String) {
    switch event {
    case .character(let character): texts[answered, default: ""].append(character)
    case .pasted(let text): texts[answered, default: ""] += text
    case .backspace: _ = texts[answered]?.popLast()
    case .escape, .enter:
      self.answered = nil
      guard event == .enter, let text = texts.removeValue(forKey: answered) else { return }
      if answered.isEmpty { (selected, selectedID) = (0, nil) }
      start { [self] controller in
        let parent = answered.isEmpty ? nil : answered
        await controller.post(text, answering: parent)
        let unsent = controller.takeText(answering: parent)
        guard !unsent.isEmpty else { return }
        // Another text may have been begun meanwhile.
        texts[answered] = [unsent, texts[answered]].compactMap(\.self).joined(separator: "\n")
      }
    case _: break
    }
  }

  private func select(_ row: Int) {
    selected = max(0, min(row, feed.count - 1))
    if selected + 1 >= feed.count { start { await $0.loadMore() } }
  }

  /// Selects the next or the previous row, or scrolls in a comment that is longer than the screen.
  private func move(by step: Int) {
    let lines = linesOfSelected
    let cut = step > 0 ? lines.upperBound - top - height : top - lines.lowerBound
    if cut > 0 { top += step } else { select(selected + step) }
  }

  private func turnPage(by step: Int) {
    top = max(0, top + step * height)
    var line = top
    let row = cells.firstIndex { lines in
      line -= lines.count
      return line < 0
    }
    select(row ?? feed.count - 1)
  }

  func perform(_ changes: RowChanges) {
    cells = changes.apply(to: cells, newElement: lines)
    selected = selectedID.flatMap(feed.index) ?? max(0, min(selected, feed.count - 1))
    draw()
  }

  private func lines(ofRow index: Int) -> [String] {
    let row = feed.row(at: index)
    let depth = min(row.depth, max(0, columns - 27) / 2)
    let (rails, folding) = (String(repeating: "│ ", count: depth), row.isExpanded ? "▾" : "▸")
    var lines = lines(of: feed.comment(at: index), in: columns - 3 - 2 * depth)
    if row.hiddenReplies > 0 { lines[0] += " · +\(row.hiddenReplies)" }
    if feed.story.viewerState(of: feed.comment(at: index).id).hasLiked { lines[0] += " ♥" }
    lines = lines.enumerated().map { "\(rails)\($0 > 0 || row.replies == 0 ? " " : folding) \($1)" }
    return row.depth == 0 ? [""] + lines : lines
  }

  /// The lines of a comment, as `atoll render` shows it in a terminal: safe, whatever it contains.
  private func lines(of comment: Comment, in width: Int) -> [String] {
    var options = Options()
    options.format = .ansi
    options.terminal.width = max(20, width)
    options.now = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))
    var alone = comment
    alone.parentID = nil
    let bytes = (try? Renderer(options: options).render(Story(comments: [alone])).bytes) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
    // The head of the thread ends with an empty line.
    return Array(lines.drop { !$0.isEmpty }.dropFirst().dropLast())
  }

  /// The lines of a text of a server or a reader.
  private func lines(of text: String) -> [String] {
    Array(lines(of: Comment(id: "", body: Body(text, syntax: .plain)), in: columns).dropFirst())
  }

  private var linesOfSelected: Range<Int> {
    let start = cells.prefix(selected).reduce(0) { $0 + $1.count }
    return start..<start + (cells.isEmpty ? 0 : cells[selected].count)
  }

  private func draw() {
    let size = terminal.size
    if size.columns != columns {
      columns = size.columns
      cells = (0..<feed.count).map(lines)
    }
    let footer = Array(footer.suffix(size.rows / 2))
    height = size.rows - 1 - footer.count
    var thread = cells.enumerated().flatMap { row, lines in
      lines.map { (row == selected && !$0.isEmpty ? "\u{1B}[31m▌\u{1B}[0m" : " ") + $0 }
    }
    // As much of the selected comment as there is room for.
    let (first, other) = (linesOfSelected.lowerBound, linesOfSelected.upperBound - height)
    top = max(0, min(max(top, min(first, other)), max(first, other)))
    if showsHelp {
      thread = Self.keys.map { "  " + $0.padding(toLength: 8, withPad: " ", startingAt: 0) + $1 }
    }
    thread += repeatElement("", count: height)
    let facts = " · \(feed.story.commentCount) comments · \(feed.sortOrder.rawValue)"
    let title = (lines(of: feed.story.title).first ?? "…") + facts
    terminal.show(
      ["\u{1B}[7m\(title)\u{1B}[0m"] + thread.dropFirst(showsHelp ? 0 : top).prefix(height) + footer
    )
  }

  private var footer: [String] {
    if let answered {
      let name = feed.index(of: answered).flatMap { feed.comment(at: $0).author?.name }
      let prompt = name.map { "Reply to \($0)" } ?? "New comment"
      return lines(of: "\(prompt) · Enter sends, Esc goes back\n\(texts[answered] ?? "")▏")
    }
    let keys = lines(of: Self.keys.map { "\($0)\u{A0}\($1)" }.joined(separator: " ·\u{A0}")).prefix(
      1)
    return (controller.message.map(lines) ?? []) + keys.map { "\u{1B}[2m\($0)\u{1B}[0m" }
  }
}
