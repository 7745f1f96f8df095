public import Comments
import StoryDecoding

/// Reads story after story, each in the memory of the one before.
///
/// It reads what `Reading` reads, and the same comes out. It saves the asking for memory, which for
/// small stories takes longer than the reading:
///
///     var reader = StoryReader()
///     for line in lines {
///       let reading = try reader.read(line.span, named: "stories.ndjson")
///       try renderer.render(reading.story, into: sink)
///       reader.recycle(reading)
///     }
///
/// It keeps as much memory as its largest story took.
public struct StoryReader: Sendable {
  private var memory = DecodingScratch()

  /// A reader that has nothing to use again yet.
  public init() {}

  /// Reads a story from a copy of these bytes, and finds out by itself what they are.
  ///
  /// - Parameters:
  ///   - bytes: One input, such as a line of a larger one.
  ///   - name: What it is called in messages.
  ///   - form: What it is, where that is not to be guessed.
  ///   - storyID: The id of the story to read, if the input contains several.
  public mutating func read(
    _ bytes: Span<UInt8>, named name: String = "input", as form: InputForm? = nil,
    storyID: String? = nil
  ) throws(AtollError) -> Reading {
    let text = memory.copy(of: bytes)
    return try Reading(
      [InputFile(name: name, bytes: text)], as: form, storyID: storyID, in: &memory)
  }

  /// Reuses the memory of a story that is no longer needed for the next one.
  ///
  /// Copies of the story stay valid.
  public mutating func recycle(_ reading: consuming Reading) {
    // Its only owner: a copy of it would have to be made of everything it holds.
    memory.story.recycle(&reading.story)
  }
}
