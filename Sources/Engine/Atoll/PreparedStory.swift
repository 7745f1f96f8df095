public import AtollComments

import AtollBodyText
import AtollBytes
import AtollEmailOutput

/// A story that was checked against the options of a renderer.
///
/// Writing the story fails only if the function that takes the output fails.
///
///     let prepared = try renderer.prepare(story)          // throws an AtollError
///     let report = try prepared.write { piece in … }  // throws the errors of the function
public struct PreparedStory: Sendable {
  let renderer: Renderer
  let checkedStory: CheckedStory

  /// Passes the output to `sink` in pieces, with only one piece in memory.
  ///
  /// An error that `sink` throws ends the rendering.
  public func write<SinkError: Error>(
    into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(SinkError) -> Report {
    var workspace = Workspace()
    return try write(using: &workspace, into: sink)
  }

  /// Renders the story in the memory of `workspace`, and passes the output to `sink` in pieces.
  ///
  /// An error that `sink` throws ends the rendering, and the output gathered until then is lost.
  public func write<SinkError: Error>(
    using workspace: inout Workspace, into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(SinkError) -> Report {
    try renderer.write(checkedStory, using: &workspace, into: sink)
  }
}

/// A story that was checked against the options of a renderer; it does not contain the renderer, so
/// that copying it is fast.
package struct CheckedStory: Sendable {
  /// The story, with pseudonyms if the options ask for them.
  let story: Story
  let focus: Position?
  /// The headers of an email; `nil` for other formats.
  let headers: MailHeaders?
}

extension Renderer {
  /// Renders a story, if `omitsStyle` without its style element: for callers that write one element
  /// for many stories.
  ///
  /// `styleHandler` is called with the omitted element and its position before any output is passed
  /// on. Only markup has a style element.
  package func write<SinkError: Error>(
    _ checked: CheckedStory, using workspace: inout Workspace, omitsStyle: Bool = false,
    styleHandler: (OmittedStyle) -> Void = { _ in },
    into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(SinkError) -> Report {
    var failure: SinkError?
    let report = writeChunks(
      of: checked, using: &workspace, omitsStyle: omitsStyle, styleHandler: styleHandler
    ) { piece in
      do throws(SinkError) { try sink(piece) } catch {
        failure = error
        throw error
      }
    }
    if let failure { throw failure }
    return report
  }

  /// Passes the output on in pieces, until `sink` throws an error.
  ///
  /// The function is not generic: output may be passed on after every block, and throwing an error
  /// of a generic type takes longer.
  private func writeChunks(
    of checked: CheckedStory, using workspace: inout Workspace, omitsStyle: Bool,
    styleHandler: (OmittedStyle) -> Void,
    into sink: (Span<UInt8>) throws -> Void
  ) -> Report {
    let minimumChunkSize = workspace.minimumChunkSize
    var flushedCount = 0
    do {
      let report = try write(
        checked.story, about: checked.focus, headers: checked.headers, using: &workspace,
        omitsStyle: omitsStyle, styleHandler: styleHandler
      ) { (output: inout OutputBuffer) in
        let chunkSize = min(max(minimumChunkSize, flushedCount / 32), Self.maximumChunkSize)
        guard output.count >= chunkSize else { return }
        // Systems copy whole memory pages into a file faster.
        let count = output.count & ~(Self.memoryPageSize - 1)
        flushedCount += count
        try output.withBytes { try sink($0.extracting(0..<count)) }
        output.removeFirst(count)
      }
      if !workspace.buffersOutput { try workspace.flush(into: sink) }
      return report
    } catch {
      // The rest of the output must not become the beginning of the next story's.
      workspace.output.clear()
      return Report()
    }
  }

  private static let memoryPageSize = 4096

  /// Checks that a story fits the options, and finds the comment in focus.
  public func prepare(_ story: Story) throws(AtollError) -> PreparedStory {
    PreparedStory(renderer: self, checkedStory: try checked(story))
  }

  package func checked(_ story: Story) throws(AtollError) -> CheckedStory {
    try options.checkIsOnePage()
    let story = options.applyingPseudonyms(to: story)
    let focus = try options.focusPosition(in: story)
    try checkFeedAddress(of: story)
    let headers = try mailHeaders(for: story, about: focus)
    return CheckedStory(story: story, focus: focus, headers: headers)
  }

  /// Renders a story and returns the whole output.
  public func render(_ story: Story) throws(AtollError) -> Rendering {
    let checked = try checked(story)
    var workspace = Workspace(capacity: 64 * 1024)
    let report = write(
      checked.story, about: checked.focus, headers: checked.headers, using: &workspace
    ) { _ in }
    return Rendering(bytes: workspace.output.bytes(), report: report)
  }

  /// Throws an error if the output is a feed, and the story has no address that can be in it.
  private func checkFeedAddress(of story: Story) throws(AtollError) {
    let url = story.metadata.url
    guard case .feed = configuration, SafeURL(url, of: story.bytes) == nil else { return }
    let problem: (message: String, advice: String) =
      if url.isEmpty {
        ("has no address", "add the address of the story to the input")
      } else if story.bytes[url.range].contains(UInt8(ascii: " ")) {
        ("has an address with a space", "write %20 for each space in the address")
      } else {
        ("has no http or https address", "correct the address of the story in the input")
      }
    throw AtollError(
      .input, message: "the story \(problem.message), from which the ids of a feed are made",
      advice: problem.advice)
  }

  private func mailHeaders(
    for story: Story, about focus: Position?
  ) throws(AtollError) -> MailHeaders? {
    guard case .mail(let mail) = configuration else { return nil }
    return try options.mailHeaders(for: story, about: focus, in: mail.part)
  }
}
