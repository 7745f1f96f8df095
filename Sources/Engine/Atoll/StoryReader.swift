public import AtollComments
import AtollStoryDecoding

/// A reader of one story after another, which reuses the memory of the previous one.
///
/// It reads the same inputs as `Reading`, with the same result. It saves allocations, which take
/// longer than the reading itself if stories are small:
///
///     var reader = StoryReader()
///     for line in lines {
///       let reading = try reader.read(line.span, named: "stories.ndjson")
///       try renderer.prepare(reading.story).write(into: sink)
///       reader.recycle(reading)
///     }
///
/// It keeps as much memory as its largest story needed.
public struct StoryReader: Sendable {
  private var scratch = DecodingScratch()

  /// Creates a reader that has no memory to reuse yet.
  public init() {}

  /// Reads a story from a copy of these bytes.
  ///
  /// - Parameters:
  ///   - bytes: One input, such as a line of a larger one.
  ///   - name: Its name in messages.
  ///   - form: The form of the input; `nil` detects it.
  ///   - storyID: The id of the story to read, if the input contains several.
  public mutating func read(
    _ bytes: Span<UInt8>, named name: String = "input", as form: InputForm? = nil,
    storyID: String? = nil
  ) throws(AtollError) -> Reading {
    let text = scratch.copy(of: bytes)
    return try Reading(
      [InputFile(name: name, bytes: text)], as: form, storyID: storyID, in: &scratch)
  }

  /// Keeps the memory of a story that is no longer needed, so that the next story can use it.
  ///
  /// Copies of the story stay valid.
  public mutating func recycle(_ reading: consuming Reading) {
    // In place: the memory can be reused only if the story has no other owner.
    scratch.story.recycle(&reading.story)
  }
}
