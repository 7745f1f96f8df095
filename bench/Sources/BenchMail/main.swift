// Writes the mail of a story repeatedly, and prints the median time in microseconds.
//
// Usage: bench-mail FILE.json TIMES

import Atoll

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns the contents of a file.
func read(_ path: String) -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { return [] }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&piece, 1, piece.count, file)
    if count == 0 { return bytes }
    bytes.append(contentsOf: piece[..<count])
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let times = Int(arguments[2]), times > 0 else {
  print("usage: bench-mail FILE.json TIMES")
  exit(64)
}
var options = Options()
options.format = .email
options.mail.maxBytes = nil
let renderer = try Renderer(options: options)
let source = InputSource(name: arguments[1], bytes: read(arguments[1]))
let story = try Reading([source]).story
let clock = ContinuousClock()
var taken: [Duration] = []
for _ in 0..<times {
  let start = clock.now
  let mail = try renderer.render(story)
  taken.append(clock.now - start)
  if mail.bytes.isEmpty { exit(1) }
}
taken.sort()
print(taken[times / 2].components.attoseconds / 1_000_000_000_000)
