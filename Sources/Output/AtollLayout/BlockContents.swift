import AtollComments

/// The features of a block list on which its markup and its style sheet rules depend.
package struct BlockContents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the contents of a list that has only blocks of one kind.
  package init(_ kind: Block.Kind) { rawValue = 1 << UInt32(kind.rawValue) }

  package static let media = feature(0)
  package static let stars = feature(1)
  package static let newComments = feature(2)
  /// Comments that, at some width, are not indented below the comment that they answer.
  package static let flattened = feature(3)
  /// The comment that the rendering is about.
  package static let highlighted = feature(4)
  package static let meanRating = feature(5)
  package static let sortControls = feature(6)
  package static let folded = feature(7)
  /// Pictures of media and authors that the reader's program loads from their servers.
  package static let pictures = feature(8)

  private static func feature(_ number: UInt32) -> BlockContents {
    BlockContents(rawValue: 1 << (UInt32(Block.Kind.allCases.count) + number))
  }

  /// The kinds of blocks that the list has, in the order of their declaration.
  package var kinds: [Block.Kind] {
    Block.Kind.allCases.filter { contains(BlockContents($0)) }
  }

  /// All contents that a list of chosen comments can have.
  package static let chosenComments: BlockContents = [
    BlockContents(.comment), BlockContents(.tombstone), BlockContents(.moreComments),
    BlockContents(.noComments), media, stars, newComments, flattened, pictures,
  ]

  /// The contents of most pages of a divided thread.
  ///
  /// Every page's style sheet covers at least these, so that most pages can share one sheet.
  package static let typicalThreadPage: BlockContents = [
    BlockContents(.heading), BlockContents(.comment), BlockContents(.tombstone),
    BlockContents(.ancestor), BlockContents(.moreComments), flattened, folded,
  ]
}

extension BlockList {
  /// Returns the contents that the style of the list depends on.
  ///
  /// - Parameter narrowDepth: The deepest level that is indented on narrow screens.
  package func contents(narrowDepth: Int) -> BlockContents {
    var contents: BlockContents = []
    for block in blocks {
      contents.formUnion(BlockContents(block.kind))
      if block.isFolded, block.isThreadComment { contents.insert(.folded) }
      guard block.position >= 0 else { continue }
      let record = story.comments[Int(block.position)]
      if record.media >= 0 { contents.insert(.media) }
      if record.rating > 0 { contents.insert(.stars) }
      if block.level > Int32(min(Int(block.depth), narrowDepth)) { contents.insert(.flattened) }
    }
    if newComments != nil { contents.insert(.newComments) }
    if highlightedPosition >= 0 { contents.insert(.highlighted) }
    if header.ratingCount > 0 { contents.insert(.meanRating) }
    if rootRanks != nil { contents.insert(.sortControls) }
    if images == .load { contents.insert(.pictures) }
    return contents
  }
}
