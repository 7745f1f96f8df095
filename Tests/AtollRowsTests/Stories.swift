import AtollBytes
import AtollComments
import TestSupport

/// The fields of one comment in a test.
struct Sketch {
  var id: String
  var parent: String?
  var time: Int64?
  var likes: Int32 = 0
  var replyCount: Int32 = -1
  var text = ""
  var tombstone: Tombstone?
}

extension Sketch {
  init(_ comment: Comment) {
    self.init(
      id: comment.id, parent: comment.parentID, time: comment.createdAt?.milliseconds,
      likes: Int32(comment.likes), replyCount: comment.replyCount.map { Int32($0) } ?? -1,
      text: comment.body.text, tombstone: comment.tombstone)
  }
}

/// Returns a story of these comments, in this order of arrival.
func story(_ sketches: [Sketch]) -> Story {
  var builder = StoryBuilder(bytes: [])
  for sketch in sketches {
    var record = CommentRecord()
    record.id = builder.add(text: sketch.id)
    if let parent = sketch.parent { record.parentID = builder.add(text: parent) }
    if let time = sketch.time { record.createdAt = Timestamp(milliseconds: time) }
    record.likes = sketch.likes
    record.replyCount = sketch.replyCount
    record.body = builder.add(text: sketch.text)
    record.tombstone = sketch.tombstone
    builder.comments.append(record)
  }
  return builder.finish()
}

/// Returns a story from an outline: one id per line, two spaces of indentation per level, one second between
/// comments.
func story(_ drawing: String) -> Story {
  var ancestors: [String] = []
  var sketches: [Sketch] = []
  for line in drawing.split(separator: "\n") {
    let depth = line.prefix { $0 == " " }.count / 2
    let id = String(line.drop { $0 == " " })
    ancestors.removeLast(ancestors.count - depth)
    sketches.append(Sketch(id: id, parent: ancestors.last, time: Int64(sketches.count) * 1000))
    ancestors.append(id)
  }
  return story(sketches)
}

/// Returns random comments with few distinct times and likes, some without a time and some without their parent, in
/// random order of arrival.
func randomSketches(
  count: Int, using generator: inout SeededGenerator, shuffled: Bool = true
) -> [Sketch] {
  var sketches: [Sketch] = []
  let bushiness = Int.random(in: 1...6, using: &generator)
  for number in 0..<count {
    var sketch = Sketch(id: "c\(number)")
    if number > 0, Int.random(in: 0..<4, using: &generator) > 0 {
      let reach = max(0, number - bushiness * 3)
      sketch.parent = "c\(Int.random(in: reach..<number, using: &generator))"
    }
    if Int.random(in: 0..<30, using: &generator) == 0 { sketch.parent = "missing\(number % 3)" }
    sketch.time =
      Int.random(in: 0..<12, using: &generator) == 0
      ? nil : Int64.random(in: 0..<Int64(count), using: &generator)
    sketch.likes = Int32.random(in: 0..<4, using: &generator)
    sketch.replyCount =
      Int.random(in: 0..<5, using: &generator) == 0
      ? Int32.random(in: 0..<6, using: &generator) : -1
    sketch.text = "text \(number)"
    sketches.append(sketch)
  }
  if shuffled { sketches.shuffle(using: &generator) }
  return sketches
}

extension Story {
  func id(_ position: Position) -> String { comment(at: position).id }

  func place(_ id: String) throws -> Position {
    guard let position = position(of: id) else { throw NoSuchComment(id: id) }
    return position
  }

  struct NoSuchComment: Error { var id: String }
}
