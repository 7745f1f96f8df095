import Foundation
import Testing

/// Holds the arrows of `ARCHITECTURE.md`: what each module may know.
@Suite struct ArrowsTests {
  /// Every module, and all it may import.
  ///
  /// A module or an arrow that is not here is a failure.
  static let allowed: [String: Set<String>] = [
    "CCmark": [],
    "CArena": ["CCmark"],
    "CSystem": [],
    "CCrypto": [],
    "Bytes": [],
    "Comments": ["Bytes"],
    "BodyText": ["Bytes"],
    "BodyParsing": ["Bytes", "CCmark", "CArena", "BodyText"],
    "StoryDecoding": ["Bytes", "Comments"],
    "CCurl": [],
    "CoralClient": ["Bytes", "CCurl", "Comments", "StoryDecoding"],
    "Rows": ["Bytes", "Comments"],
    "Layout": ["Bytes", "Comments", "BodyText", "Rows"],
    "Theming": ["Bytes"],
    "Templating": ["Bytes"],
    "MarkupWriting": ["Bytes", "Layout", "BodyText", "Templating"],
    "HTMLOutput": ["Bytes", "Layout", "BodyText", "Theming", "Templating", "MarkupWriting"],
    "EmailOutput": [
      "Bytes", "Layout", "BodyText", "Theming", "Templating", "MarkupWriting", "TerminalOutput",
    ],
    "TerminalOutput": ["Bytes", "Layout", "BodyText", "Theming"],
    "Snapshots": ["Bytes", "Files"],
    "Files": ["CSystem"],
    "CZlib": [],
    "Unpacking": ["CZlib", "Files"],
    "Hashing": ["Bytes", "CCrypto"],
    "Store": ["Bytes", "Files", "Hashing"],
    "Batch": [
      "Atoll", "Bytes", "Comments", "StoryDecoding", "Files", "Unpacking", "Hashing", "Store",
    ],
    "CDeflate": [],
    "PageShots": ["Bytes", "CDeflate", "Snapshots"],
    "Atoll": [
      "Bytes", "Comments", "StoryDecoding", "BodyText", "BodyParsing", "Rows", "Layout", "Theming",
      "Templating", "MarkupWriting", "HTMLOutput", "TerminalOutput", "EmailOutput",
    ],
    "AtollCommand": [
      "Atoll", "Bytes", "Comments", "StoryDecoding", "BodyText", "BodyParsing", "Rows", "Layout",
      "Theming", "Templating", "HTMLOutput", "Snapshots", "PageShots",
      "CoralClient",
      "CCrypto",
      "Files", "Unpacking", "Hashing", "Batch", "Store",
    ],
    "AtollMain": ["AtollCommand"],
    "EmbedFiles": [],
    "EmbedFilesPlugin": ["EmbedFiles"],
  ]

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct Manifest: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var dependencies: [[String: [String?]]]
    }
    var targets: [Target]
  }

  static func manifest() throws -> Manifest {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "atoll-arrows-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    let output = Pipe()
    // Its locks go with the rest.
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) {
      $1
    }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Manifest.self, from: json)
  }

  @Test func drawsOnlyTheArrowsOfTheDesign() throws {
    let modules = try Self.manifest().targets.filter { $0.type != "test" }
    #expect(modules.count == Self.allowed.count)
    for module in modules {
      let allowed = try #require(Self.allowed[module.name], "an unknown module \(module.name)")
      let used = module.dependencies.flatMap { $0.values.compactMap { $0.first ?? nil } }
      for name in used {
        #expect(allowed.contains(name), "\(module.name) may not know \(name)")
      }
    }
  }

  @Test func importsNothingTheManifestDoesNotName() throws {
    for module in try Self.manifest().targets where module.type == "regular" {
      let allowed = Self.allowed[module.name] ?? []
      for (file, name) in try Self.imports(of: module.name) where Self.allowed[name] != nil {
        #expect(allowed.contains(name), "\(file) imports \(name)")
      }
    }
  }

  /// Foundation takes longer to start than a page takes to draw.
  ///
  /// Apple's systems have it anyway.
  @Test func keepsFoundationOutOfTheProgram() throws {
    for module in Self.allowed.keys.sorted()
    where !["EmbedFiles", "EmbedFilesPlugin"].contains(module) {
      for (file, name) in try Self.imports(of: module)
      where file != "CoralClient/URLSessionTransport.swift" {
        #expect(!name.hasPrefix("Foundation"), "\(file) imports \(name)")
      }
    }
  }

  /// The files of a module with each name they import.
  static func imports(of module: String) throws -> [(file: String, name: String)] {
    let folder = root.appending(path: "Sources/\(module)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var found: [(String, String)] = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count {
          found.append(("\(module)/\(file)", String(words[index + 1])))
        }
      }
    }
    return found
  }
}
