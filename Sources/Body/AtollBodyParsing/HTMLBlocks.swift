import AtollBodyText

/// The quotes, lists and items that are open: a stack of at most `BodyLimits.maximumBlockDepth`.
struct HTMLBlocks {
  enum Kind: Sendable { case quote, list, item }

  private struct Block {
    var kind: Kind
    /// True if an item has no words yet; its first words are written directly into it, later ones
    /// into paragraphs.
    var isEmpty = true
    var isOrdered = false
  }

  private var openBlocks: [Block] = []
  /// The number of open blocks, counted from the outermost, whose opening tokens are written.
  private var writtenCount = 0
  /// The numbers of open quotes and lists beyond the limit; their end tags are ignored, too.
  private var refusedQuoteCount = 0
  private var refusedListCount = 0

  /// Opens a block, or returns `false` if there is no room for it.
  mutating func open(_ kind: Kind, isOrdered: Bool = false, into richText: inout RichText) -> Bool {
    switch kind {
    case .item:
      openItem(&richText)
      return true
    case .quote, .list:
      // A block directly in a list needs an item around it, and a list needs an item inside it.
      let wanted = (openBlocks.last?.kind == .list ? 1 : 0) + (kind == .list ? 2 : 1)
      guard openBlocks.count + wanted <= BodyLimits.maximumBlockDepth else {
        if kind == .quote { refusedQuoteCount += 1 } else { refusedListCount += 1 }
        return false
      }
      if openBlocks.last?.kind == .list { openBlocks.append(Block(kind: .item)) }
      openBlocks.append(Block(kind: kind, isOrdered: isOrdered))
      return true
    }
  }

  /// Ends the previous item and opens a new one; outside a list, an item's tag only ends the line.
  private mutating func openItem(_ richText: inout RichText) {
    if refusedListCount > 0 { return }
    if openBlocks.last?.kind == .item { pop(&richText) }
    if openBlocks.last?.kind == .list { openBlocks.append(Block(kind: .item)) }
  }

  /// Closes the innermost block of a kind and all blocks inside it; an item is closed only in the
  /// innermost list.
  mutating func close(_ kind: Kind, in richText: inout RichText) {
    switch kind {
    case .quote where refusedQuoteCount > 0: refusedQuoteCount -= 1
    case .list where refusedListCount > 0: refusedListCount -= 1
    case .item where refusedListCount > 0: break
    case .quote, .list, .item:
      var index = openBlocks.count
      while index > 0 {
        index -= 1
        if openBlocks[index].kind == kind { break }
        if kind == .item && openBlocks[index].kind == .list || index == 0 { return }
      }
      while openBlocks.count > index { pop(&richText) }
    }
  }

  mutating func closeAll(in richText: inout RichText) {
    while !openBlocks.isEmpty { pop(&richText) }
  }

  /// Writes the open blocks that are not written yet.
  ///
  /// Returns whether the next words are the first of an item, which are written directly into the
  /// item.
  mutating func writePendingBlocks(into richText: inout RichText) -> Bool {
    if openBlocks.last?.kind == .list { openBlocks.append(Block(kind: .item)) }
    while writtenCount < openBlocks.count {
      switch openBlocks[writtenCount].kind {
      case .quote: richText.append(.quoteOpen)
      case .list where openBlocks[writtenCount].isOrdered:
        richText.append(.orderedListOpen, number: 1)
      case .list: richText.append(.bulletListOpen)
      case .item: richText.append(.itemOpen)
      }
      // If a container begins with a block, words after the block are not its first words.
      if writtenCount + 1 < openBlocks.count { openBlocks[writtenCount].isEmpty = false }
      writtenCount += 1
    }
    guard let last = openBlocks.indices.last, openBlocks[last].kind == .item else { return false }
    defer { openBlocks[last].isEmpty = false }
    return openBlocks[last].isEmpty
  }

  private mutating func pop(_ richText: inout RichText) {
    guard let block = openBlocks.popLast(), writtenCount > openBlocks.count else { return }
    writtenCount = openBlocks.count
    switch block.kind {
    case .quote: richText.append(.quoteClose)
    case .list where block.isOrdered: richText.append(.orderedListClose)
    case .list: richText.append(.bulletListClose)
    case .item: richText.append(.itemClose)
    }
  }
}
