// Renders every line of an NDJSON file as a page, with the public façade, on one core, as a publisher would who renders
// all stories of a site in one process.

import Atoll

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func fail(_ message: String) -> Never {
  let bytes = Array("bench-many: \(message)\n".utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: STDERR_FILENO) }
  exit(1)
}

var arguments = CommandLine.arguments.dropFirst()
let usage = "usage: bench-many FILE.ndjson [--no-json-ld] [--style-sheet ADDRESS]"
guard let path = arguments.popFirst() else { fail(usage) }
var options = Options()
while let argument = arguments.popFirst() {
  switch argument {
  case "--no-json-ld": options.structuredData.kind = .none
  case "--style-sheet" where !arguments.isEmpty: options.styleSheetAddress = arguments.popFirst()
  default: fail(usage)
  }
}
guard var lines = LineReader(path: path) else { fail("cannot open \(path)") }

do {
  let renderer = try Renderer(options: options)
  var reader = StoryReader()
  var workspace = Workspace(buffersOutput: true)
  let write: (Span<UInt8>) -> Void = { piece in
    unsafe piece.withUnsafeBytes {
      guard unsafe writeAll($0, to: STDOUT_FILENO) else { fail("cannot write to standard output") }
    }
  }
  while lines.next() {
    if lines.line.isEmpty { continue }
    let line = lines.buffer.span.extracting(lines.line)
    let reading = try reader.read(line, named: "a line")
    _ = try renderer.prepare(reading.story).write(using: &workspace, into: write)
    reader.recycle(reading)
  }
  workspace.flush(into: write)
} catch {
  fail("\(error)")
}

/// Writes all bytes, and returns false if writing fails.
func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
  guard let base = bytes.baseAddress else { return true }
  var done = 0
  while done < bytes.count {
    let wrote = unsafe write(file, base + done, bytes.count - done)
    guard wrote > 0 else { return false }
    done += wrote
  }
  return true
}
