import AtollComments
import AtollStoryDecoding

/// Checks that any bytes give a story or an error, with the form detected and with every given form.
@c(LLVMFuzzerTestOneInput)
func fuzzStory(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  _ = StoryDecoder.isRow(bytes)
  for form in [nil] + InputForm.allCases.map(Optional.some) {
    guard let decoded = try? StoryDecoder.decode(bytes, as: form) else { continue }
    let story = decoded.story
    for position in story.positions {
      let comment = story.comment(at: position)
      precondition(story.position(of: comment.id) == position)
      precondition(!comment.body.text.utf8.contains(0))
      var ancestor = story.parent(of: position)
      var steps = 0
      while let next = ancestor {
        steps += 1
        precondition(steps <= story.count)
        ancestor = story.parent(of: next)
      }
    }
    _ = decoded.diagnostics.list()
  }
  return 0
}
