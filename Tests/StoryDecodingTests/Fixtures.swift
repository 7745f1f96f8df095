import Bytes
import Comments
import StoryDecoding

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The inputs under `Tests/Fixtures` that hold one and the same thread.
enum Fixture: String, CaseIterable, Sendable {
  case atoll, talk4, coral, talk4Relaxed, talk4Canonical, coralRelaxed, coralCanonical

  var shape: InputShape {
    switch self {
    case .atoll: .atollDocument
    case .talk4: .talk4Response
    case .coral: .coralResponse
    case .talk4Relaxed, .talk4Canonical: .talk4Dump
    case .coralRelaxed, .coralCanonical: .coralDump
    }
  }

  private var paths: [String] {
    let talk4 = ["comments", "assets", "users", "settings"]
    let coral = ["users", "stories", "comments", "tenants"]
    return switch self {
    case .atoll: ["atoll-document.json"]
    case .talk4: ["talk4-response.json"]
    case .coral: ["coral-response.json"]
    case .talk4Relaxed: talk4.map { "talk4-dump-relaxed/\($0).ndjson" }
    case .talk4Canonical: talk4.map { "talk4-dump-canonical/\($0).ndjson" }
    case .coralRelaxed: coral.map { "coral-dump-relaxed/\($0).ndjson" }
    case .coralCanonical: coral.map { "coral-dump-canonical/\($0).ndjson" }
    }
  }

  func files() -> [InputFile] { paths.map { InputFile(name: $0, bytes: fixtureBytes($0)) } }

  /// All files one behind another, as one stream.
  func stream() -> [UInt8] { files().flatMap { $0.bytes } }

  func decoded() throws(DecodingError) -> DecodedStory { try StoryDecoder.decode(files()) }
}

/// The bytes of a file of the repository, by its path from the root.
func repositoryBytes(_ path: String) -> [UInt8] {
  var root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
  root.append(contentsOf: path.split(separator: "/"))
  guard let file = unsafe fopen(root.joined(separator: "/"), "rb") else { return [] }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe fread(&chunk, 1, chunk.count, file)
    if count <= 0 { return bytes }
    bytes.append(contentsOf: chunk[0..<count])
  }
}

func fixtureBytes(_ path: String) -> [UInt8] { repositoryBytes("Tests/Fixtures/\(path)") }

/// Numbers that look random and are the same on every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
