import AtollBodyParsing
import AtollBodyText
import AtollBytes
import AtollComments
import Glibc

/// Measures ordinary bodies: a file of them, separated by NUL, in nanoseconds per body.
enum BodySpeed {
  static func measure(_ path: String) {
    let bytes = read(path)
    let all = bodies(in: bytes)
    var plain: [Slice] = []
    var others: [Slice] = []
    for body in all {
      if isPlain(body, of: bytes) { plain.append(body) } else { others.append(body) }
    }
    for (name, bodies) in [("all", all), ("plain", plain), ("others", others)] {
      let size = bodies.reduce(0) { $0 + Int($1.count) } / max(bodies.count, 1)
      print("\(name): \(bodies.count) bodies of \(size) bytes")
      report("markdown", bodies, of: bytes, .markdown)
      report(
        "markdown, all by libcmark", bodies, of: bytes, .markdown, usesPlainMarkdownParser: false)
      report("as html", bodies, of: bytes, .html)
      report("as plain text", bodies, of: bytes, .plain)
    }
  }

  /// Parses every body once, for tools that count instructions.
  static func parseOnce(_ path: String) {
    let bytes = read(path)
    var parser = BodyParser()
    var richText = RichText()
    var tokens = 0
    let all = bodies(in: bytes)
    for body in all {
      _ = parser.parse(body, of: bytes, syntax: .markdown, into: &richText)
      tokens += richText.tokenCount
    }
    print("\(all.count) bodies, \(tokens) tokens")
  }

  private static func bodies(in bytes: [UInt8]) -> [Slice] {
    var all: [Slice] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0 {
      all.append(Slice(start..<index))
      start = index + 1
    }
    all.append(Slice(start..<bytes.count))
    return all
  }

  /// Returns roughly whether a body takes the fast path: a few that do are counted as others.
  private static func isPlain(_ body: Slice, of bytes: [UInt8]) -> Bool {
    let text = bytes[body.range]
    return text.allSatisfy { !"`\\*_[]<&\t\r".utf8.contains($0) }
      && text.split(separator: 0x0A).allSatisfy { line in
        line.first.map { !"#->+=~ 0123456789".utf8.contains($0) } ?? true
      }
  }

  private static func report(
    _ name: String, _ bodies: [Slice], of bytes: [UInt8], _ syntax: Body.Syntax,
    usesPlainMarkdownParser: Bool = true
  ) {
    var parser = BodyParser()
    parser.usesPlainMarkdownParser = usesPlainMarkdownParser
    var richText = RichText()
    var best = Double.infinity
    var tokens = 0
    for _ in 0..<25 {
      tokens = 0
      let start = processorTime()
      for body in bodies {
        _ = parser.parse(body, of: bytes, syntax: syntax, into: &richText)
        tokens += richText.tokenCount
      }
      best = min(best, processorTime() - start)
    }
    let each = Int(best / Double(max(bodies.count, 1)))
    print("  \(each) ns each, \(tokens) tokens: \(name)")
  }

  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private static func read(_ path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    guard let file = unsafe fopen(path, "rb") else { return bytes }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    unsafe fclose(file)
    return bytes
  }
}
