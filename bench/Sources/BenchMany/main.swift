// Renders every line of an NDJSON file as one page, through the public façade, on one core:
// what a publisher does who renders all stories of a site in one process.

import Atoll

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes all of the bytes; false when the other end does not take them.
func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
  unsafe bytes.withUnsafeBytes { all in
    guard let base = all.baseAddress else { return true }
    var done = 0
    while done < all.count {
      let wrote = unsafe write(file, base + done, all.count - done)
      guard wrote > 0 else { return false }
      done += wrote
    }
    return true
  }
}

func fail(_ message: String) -> Never {
  _ = writeAll(Array("bench-many: \(message)\n".utf8), to: STDERR_FILENO)
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 2 else { fail("usage: bench-many FILE.ndjson") }
guard var lines = LineReader(path: arguments[1]) else { fail("cannot open \(arguments[1])") }

do {
  var options = Options()
  options.format = .page
  options.writesJSONLD = false
  let renderer = try Renderer(options: options)
  var reader = StoryReader()
  while lines.next() {
    if lines.line.isEmpty { continue }
    let line = lines.buffer.span.extracting(lines.line)
    let reading = try reader.read(line, named: "a line")
    let page = try renderer.render(reading.story).bytes
    reader.takeBack(reading)
    guard writeAll(page, to: STDOUT_FILENO) else { fail("cannot write to standard output") }
  }
} catch {
  fail("\(error)")
}
