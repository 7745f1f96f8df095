import AtollBytes
import AtollComments
import AtollStoryDecoding
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The inputs under `Tests/Fixtures` that contain the same thread.
enum Fixture: String, CaseIterable, Sendable {
  case atoll, talk4, coral, talk4Relaxed, talk4Canonical, coralRelaxed, coralCanonical

  var form: InputForm {
    switch self {
    case .atoll: .atoll
    case .talk4: .talk4
    case .coral: .coral
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

  /// Returns all files concatenated, as one stream.
  func stream() -> [UInt8] { files().flatMap { $0.bytes } }

  func decoded() throws(StoryError) -> DecodedStory { try StoryDecoder.decode(files()) }
}

func fixtureBytes(_ path: String) -> [UInt8] {
  (try? Repository.bytes("Tests/Fixtures/\(path)")) ?? []
}
