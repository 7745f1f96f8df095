import Atoll
import AtollBytes
import AtollComments
import Synchronization

/// A story in the short notation of the tests, with arbitrary bytes in every text.
struct Sketch {
  /// A text, or JSON that is written unchanged.
  enum Value {
    case text([UInt8])
    case json(String)
  }

  typealias Fields = [(key: String, value: Value)]

  var story: Fields = []
  var comments: [Fields] = []

  init() {}

  /// Creates a comment for each element of a list: the index of its parent, or `nil` for a root
  /// comment.
  init(parents: [Int?]) {
    for index in parents.indices {
      add("c\(index)", under: parents[index].map { "c\($0)" })
    }
  }

  mutating func set(_ key: String, _ text: String) { story.append((key, .text(Array(text.utf8)))) }

  mutating func add(
    _ id: String, under parent: String? = nil, body: String = "A body.", _ more: Fields = []
  ) {
    var fields: Fields = [("id", .text(Array(id.utf8))), ("body", .text(Array(body.utf8)))]
    if let parent { fields.append(("parentId", .text(Array(parent.utf8)))) }
    fields.append(("author", .text(Array("Author of \(id)".utf8))))
    let minute = comments.count % 60
    let time = "2026-07-31T09:\(minute < 10 ? "0" : "")\(minute):00Z"
    fields.append(("createdAt", .text(Array(time.utf8))))
    comments.append(fields + more)
  }

  /// The bytes of the Atoll document.
  var document: [UInt8] {
    var out = Array("{\"atoll\":1,\"story\":".utf8)
    Self.append(story, to: &out)
    out.append(contentsOf: ",\"comments\":[".utf8)
    for index in comments.indices {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      Self.append(comments[index], to: &out)
    }
    out.append(contentsOf: "]}".utf8)
    return out
  }

  func read() throws -> Story {
    try Reading([InputSource(name: "sketch.json", bytes: document)], as: .atoll).story
  }

  /// The formats that contain markup.
  static let markupForms = Options.Format.allCases.filter(\.isHTML)

  /// Renders the story with changed options.
  func render(_ change: (inout Options) -> Void = { _ in }) throws -> [UInt8] {
    var options = Options()
    change(&options)
    return try Self.renderer(options).render(read()).bytes
  }

  /// Renderers are cached, since compiling templates takes longer than most renderings here.
  private static let renderers = Mutex<[Options: Renderer]>([:])

  static func renderer(_ options: Options) throws -> Renderer {
    try renderers.withLock { known in
      if let renderer = known[options] { return renderer }
      let renderer = try Renderer(options: options)
      known[options] = renderer
      return renderer
    }
  }

  private static func append(_ fields: Fields, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "{"))
    for index in fields.indices {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      out.append(contentsOf: "\"\(fields[index].key)\":".utf8)
      switch fields[index].value {
      case .json(let json): out.append(contentsOf: json.utf8)
      case .text(let text): append(string: text, to: &out)
      }
    }
    out.append(UInt8(ascii: "}"))
  }

  private static func append(string: [UInt8], to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in string {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(contentsOf: [0x5C, byte])
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        out.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(digits)".utf8)
      case _: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
