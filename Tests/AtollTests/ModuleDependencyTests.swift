import Foundation
import TestSupport
import Testing

/// The dependencies between modules, as declared in `Package.swift` and as used in the sources.
///
/// `Package.swift` is the only table of dependencies; `script/architecture` copies it into
/// `ARCHITECTURE.md`.
@Suite struct ModuleDependencyTests {
  /// The parts of the sources, in the order in which they may depend on each other.
  static let parts = [
    "Base", "Story", "Body", "Output", "Engine", "Live", "Many", "Visual", "Command",
  ]

  struct Module: Sendable {
    var name: String
    var part: String
    var path: String
    var dependencies: Set<String>
    /// Its Swift files, with the modules that each of them imports.
    var imports: [(file: String, module: String)]
    var isSwift: Bool { !imports.isEmpty || dependencies.isEmpty }
  }

  @Test func keepsEveryModuleInTheFolderOfItsPart() throws {
    for module in try Self.modules() {
      #expect(
        module.path == "Sources/\(module.part)/\(module.name)"
          && Self.parts.contains(module.part), "\(module.name) is in \(module.path)")
    }
  }

  /// The names of all modules that a program is built from must differ, whichever packages they are from.
  @Test func startsNamesOfModulesWithAtoll() throws {
    for target in try Self.manifest().targets
    where target.path?.hasPrefix("Sources/") == true && target.name != "CoralClient" {
      #expect(target.name.hasPrefix("Atoll") || target.name.hasPrefix("CAtoll"), "\(target.name)")
    }
  }

  @Test func allowsDependenciesOnlyOnTheSameOrAnEarlierPart() throws {
    let modules = try Self.modules()
    let partOf = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.part) })
    for module in modules {
      let own = try #require(Self.parts.firstIndex(of: module.part))
      for name in module.dependencies {
        let other = try #require(Self.parts.firstIndex(of: partOf[name] ?? ""))
        #expect(other <= own, "\(module.part)/\(module.name) may not depend on \(name)")
      }
    }
  }

  @Test func importsOnlyDependenciesDeclaredInTheManifest() throws {
    let modules = try Self.modules()
    let names = Set(modules.map(\.name))
    for module in modules {
      for (file, name) in module.imports where names.contains(name) {
        #expect(module.dependencies.contains(name), "\(file) imports \(name)")
      }
    }
  }

  /// A module in C includes headers, which do not name the module that they are from.
  @Test func declaresOnlyDependenciesThatAreImported() throws {
    for module in try Self.modules() where module.isSwift {
      let unused = module.dependencies.subtracting(module.imports.map(\.module)).sorted()
      #expect(unused.isEmpty, "no file of \(module.name) imports \(unused)")
    }
  }

  @Test func keepsWritersIndependentOfEachOther() throws {
    let writers: Set<String> = ["AtollHTMLOutput", "AtollEmailOutput", "AtollTerminalOutput"]
    for module in try Self.modules() where writers.contains(module.name) {
      // The text part of a mail is made by the terminal writer.
      let known = module.name == "AtollEmailOutput" ? ["AtollTerminalOutput"] : []
      #expect(module.dependencies.intersection(writers) == Set(known), "\(module.name)")
    }
  }

  /// Foundation takes longer to load than a page takes to render.
  ///
  /// On Apple's systems it is always loaded.
  @Test func keepsFoundationOutOfTheProgram() throws {
    for module in try Self.modules() {
      for (file, name) in module.imports
      where !file.hasSuffix("/URLSessionTransport.swift") && !file.hasSuffix("+Foundation.swift") {
        #expect(!name.hasPrefix("Foundation"), "\(file) imports \(name)")
      }
    }
  }

  /// Apps show these errors to their users; `Failure.suffix(forOptions:)` names the options on the
  /// command line.
  @Test(arguments: ["AtollStoryDecoding", "Atoll", "CoralClient", "AtollSnapshots"])
  func namesNoOptionsInErrorsOfLibraries(name: String) throws {
    let module = try #require(try Self.modules().first { $0.name == name })
    for file in Set(module.imports.map(\.file)) {
      for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      where !line.contains("//") {
        #expect(!line.contains(/"(?:[^"]*[ '(])?--[a-z]/), "\(file): \(line)")
      }
    }
  }

  @Test func findsImportsInSubfolders() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "atoll-imports-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let deep = folder.appending(path: "One/Two")
    try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
    try Data("@_spi(X) public import AtollBytes\nlet x = 1\n".utf8)
      .write(to: deep.appending(path: "a.swift"))
    #expect(try Self.imports(in: folder.path).map(\.module) == ["AtollBytes"])
  }

  @Test func mentionsOnlyExistingFilesInTheArchitecturePage() throws {
    let page = try Repository.text("ARCHITECTURE.md")
    let paths = page.split(separator: "`").filter {
      ($0.hasPrefix("Sources/") || $0.hasPrefix("Styles/")) && !$0.contains("<")
    }
    #expect(paths.count > 10)
    for path in paths {
      #expect(
        FileManager.default.fileExists(atPath: Repository.url(String(path)).path), "\(path)")
    }
  }

  @Test func namesTheLibrariesThatEachProductNeeds() throws {
    let manifest = try Self.manifest()
    let rows = try Repository.text("docs/install.md").split(separator: "\n")
    for product in manifest.products where product.name != "atoll" {
      var needed: Set<String> = []
      var pending = product.targets
      while let name = pending.popLast() {
        let target = try #require(manifest.targets.first { $0.name == name })
        if needed.insert(name).inserted {
          pending += target.dependencies.flatMap { $0.values.compactMap { $0.first ?? nil } }
        }
      }
      let row = try #require(rows.first { $0.hasPrefix("| `\(product.name)` |") })
      for target in manifest.targets {
        guard let library = target.pkgConfig else { continue }
        #expect(
          row.contains(library) == needed.contains(target.name), "\(product.name): \(library)")
      }
    }
  }

  // MARK: Reading

  struct Manifest: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String?
      /// The name of the C library of a system target.
      var pkgConfig: String?
      var dependencies: [[String: [String?]]]
    }
    struct Product: Decodable {
      var name: String
      var targets: [String]
    }
    var targets: [Target]
    var products: [Product]
  }

  static let loaded = Result { try loadModules() }

  /// Returns the modules of the product, without tests, build tools and plugins.
  static func modules() throws -> [Module] { try loaded.get() }

  static func loadModules() throws -> [Module] {
    try manifest().targets.compactMap { target in
      let path = target.path ?? "Sources/\(target.name)"
      guard ["regular", "executable", "system"].contains(target.type),
        path.hasPrefix("Sources/"), !path.hasPrefix("Sources/BuildTools/")
      else { return nil }
      let part = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return Module(
        name: target.name, part: part, path: path,
        dependencies: Set(target.dependencies.flatMap { $0.values.compactMap { $0.first ?? nil } }),
        imports: try imports(in: Repository.url(path).path))
    }
  }

  static func manifest() throws -> Manifest {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "atoll-arrows-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = Repository.root.appending(path: "script/lib/swift")
    process.arguments = [
      "package", "--package-path", Repository.root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    let output = Pipe()
    // SwiftPM puts its lock files into TMPDIR; they are removed with the scratch folder.
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

  /// Returns every import in the Swift files of a folder and its subfolders.
  static func imports(in folder: String) throws -> [(file: String, module: String)] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    var found: [(String, String)] = []
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count {
          found.append(("\(folder)/\(path)", String(words[index + 1])))
        }
      }
    }
    return found
  }
}
