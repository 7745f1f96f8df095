// swift-tools-version: 6.3
import PackageDescription

// Every upcoming feature of language mode 7, strict memory safety, and no warning left alive.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
  .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
  .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
  .strictMemorySafety(),  // SE-0458
  .treatAllWarnings(as: .error),  // SE-0480
]

/// One library module, with the modules it may know.
///
/// `ARCHITECTURE.md` draws these arrows.
func module(
  _ name: String, uses dependencies: [Target.Dependency] = [], embeds: Bool = false,
  excluding excluded: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: excluded,
    swiftSettings: strict, plugins: embeds ? ["EmbedFilesPlugin"] : [])
}

func tests(of name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "atoll",
  products: [
    .library(name: "AtollRendering", targets: ["Atoll", "Comments", "Rows"]),
    .library(name: "AtollSnapshots", targets: ["Snapshots"]),
    .library(name: "CoralClient", targets: ["CoralClient", "Comments"]),
    .executable(name: "atoll", targets: ["AtollMain"]),
  ],
  targets: [
    // The C side: Debian's libcmark, and the arena behind its allocator hook.
    .systemLibrary(
      name: "CCmark", pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .target(name: "CArena", dependencies: ["CCmark"]),
    // Debian's libcrypto: hashes of much content, and signed tokens.
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    // Calls of the C library that Swift's modules of it leave out, and the arguments of the process.
    .target(name: "CSystem"),
    // Debian's libdeflate, which unpacks pictures.
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    // Debian's zlib, which unpacks compressed input as it comes.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // From bytes to blocks.
    module("Bytes"),
    module("Comments", uses: ["Bytes"]),
    module("StoryDecoding", uses: ["Bytes", "Comments"]),
    module("BodyText", uses: ["Bytes"]),
    module("BodyParsing", uses: ["Bytes", "CCmark", "CArena", "BodyText"]),
    module("Rows", uses: ["Bytes", "Comments"]),
    module("Layout", uses: ["Bytes", "Comments", "BodyText", "Rows"]),

    // From blocks to bytes.
    module("Theming", uses: ["Bytes"], embeds: true),
    module("Templating", uses: ["Bytes"], embeds: true),
    module("MarkupWriting", uses: ["Bytes", "Layout", "BodyText", "Templating"]),
    module(
      "HTMLOutput",
      uses: ["Bytes", "Layout", "BodyText", "Theming", "Templating", "MarkupWriting"]),
    module("TerminalOutput", uses: ["Bytes", "Layout", "BodyText", "Theming"]),
    module(
      "EmailOutput",
      uses: [
        "Bytes", "Layout", "BodyText", "Theming", "Templating", "MarkupWriting", "TerminalOutput",
      ]),

    // The way to live servers: the only module that is asynchronous.
    .target(name: "CCurl"),
    module(
      "CoralClient", uses: ["Bytes", "CCurl", "Comments", "StoryDecoding"], embeds: true,
      excluding: ["Operations", "OPERATIONS.md"]),

    // The façade, the snapshot store and the command.
    module(
      "Atoll",
      uses: [
        "Bytes", "Comments", "StoryDecoding", "BodyText", "BodyParsing", "Rows", "Layout",
        "Theming", "Templating", "MarkupWriting", "HTMLOutput", "TerminalOutput", "EmailOutput",
      ]),
    module("Snapshots", uses: ["Bytes", "Files"]),
    module("Files", uses: ["CSystem"]),
    module("Unpacking", uses: ["CZlib", "Files"]),
    module("Hashing", uses: ["Bytes", "CCrypto"]),
    module("Store", uses: ["Bytes", "Files", "Hashing"]),
    module(
      "Batch",
      uses: [
        "Atoll", "Bytes", "Comments", "StoryDecoding", "Files", "Unpacking", "Hashing", "Store",
      ]),
    module("PageShots", uses: ["Bytes", "CDeflate", "Snapshots"]),
    module(
      "AtollCommand",
      uses: [
        "Atoll", "Bytes", "Comments", "StoryDecoding", "BodyText", "BodyParsing", "Rows", "Layout",
        "Theming", "Templating", "HTMLOutput", "Snapshots", "PageShots",
        "CoralClient", "CCrypto",
        "Files", "Unpacking", "Hashing", "Batch", "Store",
      ], embeds: true, excluding: ["Demo"]),
    .executableTarget(name: "AtollMain", dependencies: ["AtollCommand"], swiftSettings: strict),

    // Templates/, Styles/ and the demo thread are pure data; this builds them into the binary.
    .executableTarget(name: "EmbedFiles", swiftSettings: strict),
    .plugin(
      name: "EmbedFilesPlugin", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: "Sources/EmbedFilesPlugin"),

    tests(of: "Bytes"),
    tests(
      of: "CoralClient",
      uses: ["Bytes", "Comments", "Rows", "StoryDecoding", .target(name: "AtollMain")]),
    tests(of: "Snapshots"),
    tests(of: "PageShots", uses: ["Bytes", "Snapshots"]),
    tests(
      of: "HTMLOutput",
      uses: [
        "Atoll", "BodyText", "Bytes", "Comments", "EmailOutput", "Layout", "MarkupWriting", "Rows",
        "Templating",
      ]),
    tests(
      of: "TerminalOutput", uses: ["Atoll", "BodyText", "Bytes", "Comments", "Layout", "Theming"]),
    tests(
      of: "EmailOutput",
      uses: ["Atoll", "Bytes", "Comments", "Layout", "Templating", "Theming"]),
    tests(of: "Atoll", uses: ["Bytes", "Comments", "Rows", "Layout", "Snapshots"]),
    tests(of: "Layout", uses: ["Bytes", "Comments", "BodyText", "Rows"]),
    tests(of: "AtollCommand", uses: ["Bytes", "Comments", "Files", .target(name: "AtollMain")]),
    tests(of: "Batch", uses: ["Atoll", "Bytes", "Files", "Hashing", "Store", "Unpacking"]),
    tests(of: "Store", uses: ["Bytes", "Files", "Hashing"]),
    tests(of: "Files"),
    tests(of: "Unpacking", uses: ["Files"]),
    tests(of: "Hashing", uses: ["Bytes"]),
    tests(of: "Theming"),
    tests(of: "Comments"),
    tests(of: "Rows", uses: ["Bytes", "Comments"]),
    tests(of: "Templating", uses: ["Bytes"]),
    tests(of: "StoryDecoding", uses: ["Bytes", "Comments"]),
    tests(of: "BodyText", uses: ["Bytes"]),
    tests(of: "BodyParsing", uses: ["Bytes", "BodyText"]),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzz targets have no `main`, so they are in the package only when asked for: `fuzz/run`.
if Context.environment["FUZZING"] != nil {
  let programs = ["HostileShapes", "BothWays"]
  for name in ["MarkdownFuzz", "HTMLFuzz", "SanitizerFuzz", "AddressFuzz"] + programs {
    let isFuzzer = !programs.contains(name)
    package.targets.append(
      .executableTarget(
        name: name, dependencies: ["Bytes", "BodyText", "BodyParsing"], path: "fuzz/\(name)",
        swiftSettings: strict + (isFuzzer ? [.unsafeFlags(["-parse-as-library"])] : [])))
  }
  package.targets.append(
    .executableTarget(
      name: "StoryFuzz", dependencies: ["Comments", "StoryDecoding"], path: "fuzz/StoryFuzz",
      exclude: ["seeds"], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "TerminalFuzz", dependencies: ["Atoll", "Comments"], path: "fuzz/TerminalFuzz",
      swiftSettings: strict))
}
