import Bytes
import HTMLOutput
import MarkupWriting
import Rows

/// The memory that one rendering after another works in.
///
/// Whoever renders many stories keeps one, and spares asking the system for the same memory each time:
///
///     var workspace = Workspace()
///     for story in stories {
///       try renderer.render(story, using: &workspace) { piece in … }
///     }
///
/// One that gathers hands on what many small stories come to in one piece, behind each other:
///
///     var workspace = Workspace(gathersOutput: true)
///     for story in stories { try renderer.render(story, using: &workspace, into: sink) }
///     try workspace.handOn(into: sink)
///
/// Nothing else of a story is left in it for the next. One rendering uses it at a time; the compiler sees
/// to that.
public struct Workspace: ~Copyable {
  var output: OutputBuffer
  var bodies = BodyReader()
  var trees = TreeScratch()
  /// What was made of some templates; they are kept to tell whether they are those of the next story.
  private var programTemplates: HTMLTemplates?
  private var commentPrograms: SpecializedPrograms?

  /// Whether the output of stories waits for that of others, until it makes a whole piece.
  let gathersOutput: Bool

  /// Memory for renderings that are handed on in pieces.
  ///
  /// Whoever has it gather calls `handOn` after the last story.
  public init(gathersOutput: Bool = false) {
    self.init(capacity: Renderer.pieceSize * 2, gathersOutput: gathersOutput)
  }

  init(capacity: Int, gathersOutput: Bool = false) {
    output = OutputBuffer(capacity: capacity)
    self.gathersOutput = gathersOutput
  }

  /// Hands on what was gathered.
  public mutating func handOn(into sink: (Span<UInt8>) throws -> Void) throws {
    defer { output.clear() }
    unsafe try output.withBytes { unsafe try sink($0.span) }
  }

  /// Lends out what was made of some templates, until it is given back.
  mutating func takeCommentPrograms(of templates: HTMLTemplates) -> SpecializedPrograms {
    let isTheirs = programTemplates === templates
    if let programs = commentPrograms.take(), isTheirs { return programs }
    return templates.commentPrograms()
  }

  mutating func giveBack(_ programs: consuming SpecializedPrograms, of templates: HTMLTemplates) {
    programTemplates = templates
    commentPrograms = consume programs
  }
}
