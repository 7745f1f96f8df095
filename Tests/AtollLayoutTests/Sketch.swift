import AtollBytes
import AtollComments

@testable import AtollLayout

/// A story in the short notation of the tests: ids with their parents, and other fields as needed.
struct Sketch {
  var builder = StoryBuilder(bytes: [])

  init() {}

  /// Creates roots and replies from a list such as `a b<a` (b is a reply to a).
  init(_ comments: String) {
    for word in comments.split(separator: " ") {
      let parts = word.split(separator: "<")
      add(String(parts[0]), under: parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  /// Adds a comment that is a minute older than the one before it, so that comments are listed newest first.
  mutating func add(
    _ id: String, under parent: String? = nil, by author: String? = nil,
    _ change: (inout CommentRecord) -> Void = { _ in }
  ) {
    var record = CommentRecord()
    record.id = builder.add(text: id)
    if let parent { record.parentID = builder.add(text: parent) }
    record.body = builder.add(text: "body of \(id)")
    record.createdAt = Timestamp(
      milliseconds: 1_556_973_240_000 - Int64(builder.comments.count) * 60_000)
    var person = AuthorRecord()
    person.name = builder.add(text: author ?? "author of \(id)")
    record.author = Int32(builder.authors.count)
    builder.authors.append(person)
    change(&record)
    builder.comments.append(record)
  }

  /// Sets a text of the story.
  mutating func set(_ path: WritableKeyPath<StoryMetadata, Slice>, _ text: String) {
    builder.metadata[keyPath: path] = builder.add(text: text)
  }

  mutating func change(_ id: String, _ change: (inout CommentRecord) -> Void) {
    for index in builder.comments.indices
    where builder.bytes.string(builder.comments[index].id) == id {
      change(&builder.comments[index])
    }
  }

  func story() -> Story {
    var builder = builder
    return builder.finish()
  }

  func list(_ options: LayoutOptions) -> BlockList {
    BlockList(story(), options: options)
  }

  /// Returns the blocks with changed options.
  func list(
    about id: String? = nil, ranksRoots: Bool = false,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> BlockList {
    var options = LayoutOptions()
    change(&options)
    let story = story()
    var selection = StorySelection()
    selection.focus = id.flatMap { story.position(of: $0) }
    selection.ranksRoots = ranksRoots
    return BlockList(story, options: options, selecting: selection)
  }
}

extension BlockList {
  /// The blocks in short form: their kind, and their id if they have one.
  var outline: [String] {
    blocks.map { block in
      let id = block.position < 0 ? "" : bytes.string(view(of: block).id)
      switch block.kind {
      case .comment: return "\(id)@\(block.level)"
      case .tombstone: return "gap \(id)@\(block.level)"
      case .ancestor: return "above \(id)@\(block.level)"
      case .featured: return "featured \(id)"
      case .hiddenReplies: return "hidden \(block.count) of \(id)@\(block.level)"
      case .moreComments: return "more \(block.count)"
      case .heading: return "heading \(block.count)"
      case .announcement, .infobox, .questionBox, .closed, .noComments: return "\(block.kind)"
      }
    }
  }

  /// The outline without the heading.
  var thread: [String] { outline.filter { !$0.hasPrefix("heading") } }

  func first(_ kind: Block.Kind) -> Block? { blocks.first { $0.kind == kind } }

  func firstBody(_ kind: Block.Kind) -> BlockBody? { first(kind).flatMap { body(of: $0) } }
}
