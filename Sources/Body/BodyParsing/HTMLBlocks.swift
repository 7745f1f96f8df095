import BodyText

/// The quotes, lists and items that are open: a stack of at most `BodyLimits.blockDepth`.
struct HTMLBlocks {
  enum Kind: Sendable { case quote, list, item }

  private struct Block {
    var kind: Kind
    /// Whether an item has no words yet; its first words are not in a paragraph, and later ones
    /// are.
    var isFresh = true
    /// Whether the items are numbered.
    var isOrdered = false
  }

  private var open: [Block] = []
  /// The number of these blocks that are open in the tokens.
  private var written = 0
  /// The number of open quotes and lists beyond the limit, whose end tags are ignored, too.
  private var refusedQuotes = 0
  private var refusedLists = 0

  /// Opens a block, or returns `false` if there is no room for it.
  mutating func open(_ kind: Kind, isOrdered: Bool = false, into richText: inout RichText) -> Bool {
    switch kind {
    case .item: return openItem(&richText)
    case .quote, .list:
      // A block directly in a list needs an item around it, and a list needs an item inside it.
      let wanted = (open.last?.kind == .list ? 1 : 0) + (kind == .list ? 2 : 1)
      guard open.count + wanted <= BodyLimits.blockDepth else {
        if kind == .quote { refusedQuotes += 1 } else { refusedLists += 1 }
        return false
      }
      if open.last?.kind == .list { open.append(Block(kind: .item)) }
      open.append(Block(kind: kind, isOrdered: isOrdered))
      return true
    }
  }

  /// Ends the previous item and opens a new one; outside a list, an item is only the end of a line.
  private mutating func openItem(_ richText: inout RichText) -> Bool {
    if refusedLists > 0 { return true }
    if open.last?.kind == .item { pop(&richText) }
    if open.last?.kind == .list { open.append(Block(kind: .item)) }
    return true
  }

  /// Closes the innermost block of a kind and all blocks inside it; an item only in the innermost
  /// list.
  mutating func close(_ kind: Kind, in richText: inout RichText) {
    switch kind {
    case .quote where refusedQuotes > 0: refusedQuotes -= 1
    case .list where refusedLists > 0: refusedLists -= 1
    case .item where refusedLists > 0: break
    case .quote, .list, .item:
      var place = open.count
      while place > 0 {
        place -= 1
        if open[place].kind == kind { break }
        if kind == .item && open[place].kind == .list || place == 0 { return }
      }
      while open.count > place { pop(&richText) }
    }
  }

  mutating func closeAll(_ richText: inout RichText) {
    while !open.isEmpty { pop(&richText) }
  }

  /// Writes pending containers before words; returns `true` if the words are the first ones
  /// directly in an item.
  mutating func write(_ richText: inout RichText) -> Bool {
    if open.last?.kind == .list { open.append(Block(kind: .item)) }
    while written < open.count {
      switch open[written].kind {
      case .quote: richText.append(.quoteOpen)
      case .list where open[written].isOrdered: richText.append(.orderedListOpen, number: 1)
      case .list: richText.append(.bulletListOpen)
      case .item: richText.append(.itemOpen)
      }
      // A container that begins with a block counts as having had its first words.
      if written + 1 < open.count { open[written].isFresh = false }
      written += 1
    }
    guard let last = open.indices.last, open[last].kind == .item else { return false }
    defer { open[last].isFresh = false }
    return open[last].isFresh
  }

  private mutating func pop(_ richText: inout RichText) {
    guard let block = open.popLast(), written > open.count else { return }
    written = open.count
    switch block.kind {
    case .quote: richText.append(.quoteClose)
    case .list where block.isOrdered: richText.append(.orderedListClose)
    case .list: richText.append(.bulletListClose)
    case .item: richText.append(.itemClose)
    }
  }
}
