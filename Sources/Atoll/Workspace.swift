import Bytes
import HTMLOutput
import MarkupWriting

/// The memory that one rendering after another works in.
///
/// Whoever renders many stories keeps one, and spares asking the system for the same memory each time:
///
///     var workspace = Workspace()
///     for story in stories {
///       try renderer.render(story, using: &workspace) { piece in … }
///     }
///
/// Nothing of a story is left in it for the next. One rendering uses it at a time; the compiler sees
/// to that.
public struct Workspace: ~Copyable {
  var output: OutputBuffer
  var bodies = BodyReader()
  /// What was made of some templates; they are kept to tell whether they are those of the next story.
  private var straight: (templates: HTMLTemplates, programs: StraightPrograms)?

  /// Memory for renderings that are handed on in pieces.
  public init() { self.init(capacity: Renderer.pieceSize * 2) }

  init(capacity: Int) { output = OutputBuffer(capacity: capacity) }

  /// The straight programs of some templates.
  mutating func straightPrograms(of templates: HTMLTemplates) -> StraightPrograms {
    if let straight, straight.templates === templates { return straight.programs }
    let programs = templates.straightComments()
    straight = (templates, programs)
    return programs
  }
}
