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

  /// Lends out what was made of some templates, until it is given back.
  mutating func takeStraightPrograms(of templates: HTMLTemplates) -> StraightPrograms {
    defer { straight = nil }
    if let straight, straight.templates === templates { return straight.programs }
    return templates.straightComments()
  }

  mutating func giveBack(_ programs: StraightPrograms, of templates: HTMLTemplates) {
    straight = (templates, programs)
  }
}
