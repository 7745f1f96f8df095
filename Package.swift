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

/// Tests are not optimised, even where the modules that they test are: that would take longer than it saves.
let strictTests = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A part of the house: a folder under `Sources/` with the modules that serve one purpose.
///
/// A module depends on modules of its own part and of the parts listed before it, never of a later one;
/// `ModuleDependencyTests` checks this order.
enum Part: String {
  case base = "Base"
  case story = "Story"
  case body = "Body"
  case output = "Output"
  case engine = "Engine"
  case live = "Live"
  case many = "Many"
  case visual = "Visual"
  case command = "Command"
  case buildTools = "BuildTools"

  func path(of module: String) -> String { "Sources/\(rawValue)/\(module)" }
}

/// A library module and its direct dependencies.
///
/// `script/architecture` copies these dependencies into the table of `ARCHITECTURE.md`.
func module(
  _ name: String, in part: Part, uses dependencies: [Target.Dependency] = [], embeds: Bool = false,
  excluding excluded: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: part.path(of: name), exclude: excluded,
    swiftSettings: strict, plugins: embeds ? ["EmbedFilesPlugin"] : [])
}

/// A module in C.
func cModule(_ name: String, in part: Part, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: part.path(of: name))
}

/// A C library of the system, found by pkg-config.
func systemLibrary(
  _ name: String, in part: Part, pkgConfig: String, apt: String, brew: String
) -> Target {
  .systemLibrary(
    name: name, path: part.path(of: name), pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

func tests(of name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: strictTests)
}

let package = Package(
  name: "atoll",
  // `Mutex` of the standard library needs these; the other Apple systems have no processes to start a browser with.
  platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
  products: [
    // No C library and no Foundation, so that every app can link it; `script/check packages` builds it alone.
    .library(name: "AtollRows", targets: ["Comments", "Rows"]),
    .library(name: "AtollRendering", targets: ["Atoll", "Comments", "Rows"]),
    .library(name: "AtollSnapshots", targets: ["Snapshots"]),
    .library(name: "CoralClient", targets: ["CoralClient", "Comments"]),
    .executable(name: "atoll", targets: ["AtollMain"]),
  ],
  targets: [
    // Base: knows nothing of comments.
    module("Bytes", in: .base),
    cModule("CSystem", in: .base),
    module("OperatingSystem", in: .base, uses: ["Bytes", "CSystem"]),
    systemLibrary("CNettle", in: .base, pkgConfig: "nettle", apt: "nettle-dev", brew: "nettle"),
    module("Hashing", in: .base, uses: ["Bytes", "CNettle"]),
    systemLibrary("CZlib", in: .base, pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    module("Unpacking", in: .base, uses: ["Bytes", "CZlib", "OperatingSystem"]),

    // Story: the content of a story, and the order in which it is shown.
    module("Comments", in: .story, uses: ["Bytes"]),
    module("StoryDecoding", in: .story, uses: ["Bytes", "Comments"]),
    module("Rows", in: .story, uses: ["Bytes", "Comments"]),

    // Body: the texts of comments.
    systemLibrary("CCmark", in: .body, pkgConfig: "libcmark", apt: "libcmark-dev", brew: "cmark"),
    cModule("CArena", in: .body, uses: ["CCmark"]),
    module("BodyText", in: .body, uses: ["Bytes"]),
    module(
      "BodyParsing", in: .body, uses: ["Bytes", "Comments", "CCmark", "CArena", "BodyText"]),

    // Output: blocks, and the writers of each format.
    module(
      "Layout", in: .output, uses: ["Bytes", "Comments", "BodyText", "Rows"], embeds: true,
      excluding: ["Data"]),
    module("Theming", in: .output, uses: ["Bytes"], embeds: true),
    module("Templating", in: .output, uses: ["Bytes"], embeds: true),
    module(
      "MarkupWriting", in: .output,
      uses: ["Bytes", "Comments", "Layout", "BodyText", "Rows", "Templating"]),
    module(
      "HTMLOutput", in: .output,
      uses: ["Bytes", "Comments", "Layout", "BodyText", "Templating", "MarkupWriting"]),
    module(
      "FeedOutput", in: .output, uses: ["Bytes", "Comments", "Layout", "BodyText", "MarkupWriting"]),
    module(
      "TerminalOutput", in: .output, uses: ["Bytes", "Comments", "Layout", "BodyText", "Theming"]),
    module(
      "EmailOutput", in: .output,
      uses: [
        "Bytes", "Comments", "Layout", "BodyText", "Theming", "Templating", "MarkupWriting",
        "TerminalOutput",
      ], embeds: true, excluding: ["Data"]),

    // Engine: the façade that joins the four parts above.
    module(
      "Atoll", in: .engine,
      uses: [
        "Bytes", "OperatingSystem", "Comments", "StoryDecoding", "BodyText", "BodyParsing", "Rows",
        "Layout", "Theming", "Templating", "MarkupWriting", "HTMLOutput", "FeedOutput",
        "TerminalOutput", "EmailOutput",
      ]),

    // Live: the only asynchronous part, and the only one on the network.
    cModule("CCurl", in: .live),
    module(
      "CoralClient", in: .live,
      uses: [
        "Bytes", "CCurl", "Comments", "Layout", "OperatingSystem", "StoryDecoding", "Unpacking",
      ],
      embeds: true,
      excluding: ["Operations", "OPERATIONS.md"]),

    // Many: many stories, on disk.
    cModule("CBrotli", in: .many),
    cModule("CSQLite", in: .many),
    module("Store", in: .many, uses: ["Bytes", "CSQLite", "OperatingSystem", "Hashing"]),
    module(
      "Batch", in: .many,
      uses: [
        "Atoll", "Bytes", "Comments", "StoryDecoding", "OperatingSystem", "Unpacking", "Hashing",
        "Store",
      ]),

    // Visual: regression testing.
    module("Snapshots", in: .visual, uses: ["Bytes", "OperatingSystem"]),
    systemLibrary(
      "CDeflate", in: .visual, pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    module(
      "PageShots", in: .visual,
      uses: ["Bytes", "CDeflate", "OperatingSystem", "Snapshots", "Theming"],
      embeds: true, excluding: ["Data"]),
    module(
      "PictureTests", in: .visual,
      uses: [
        "Atoll", "Bytes", "Comments", "EmailOutput", "Hashing", "Layout", "OperatingSystem",
        "PageShots", "Snapshots", "Theming",
      ], embeds: true, excluding: ["Data"]),
    module(
      "Preview", in: .visual, uses: ["Atoll", "Bytes", "Comments", "OperatingSystem"],
      embeds: true, excluding: ["Data"]),

    // Command: the command line.
    module("Arguments", in: .command, uses: ["Bytes"], embeds: true, excluding: ["Data"]),
    module(
      "AtollCommand", in: .command,
      uses: [
        "Arguments", "Atoll", "Bytes", "Comments", "Rows", "Layout", "Theming", "Templating",
        "Snapshots", "PageShots", "PictureTests", "Preview", "CoralClient",
        "OperatingSystem",
        "Unpacking",
        "Hashing", "Batch", "Store", "CBrotli", "CDeflate",
      ], embeds: true, excluding: ["Demo", "Help"]),
    .executableTarget(
      name: "AtollMain", dependencies: ["AtollCommand"], path: Part.command.path(of: "AtollMain"),
      swiftSettings: strict),

    // Build tools: templates, styles, the demo thread and the queries are files, built into the binary.
    .executableTarget(
      name: "EmbedFiles", path: Part.buildTools.path(of: "EmbedFiles"),
      swiftSettings: strict),
    .plugin(
      name: "EmbedFilesPlugin", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: Part.buildTools.path(of: "EmbedFilesPlugin")),

    .target(
      name: "TestSupport", dependencies: ["Bytes", "Layout", "MarkupWriting", "Templating"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests(of: "Bytes"),
    tests(
      of: "CoralClient",
      uses: ["Bytes", "Comments", "Rows", "StoryDecoding", .target(name: "AtollMain")]),
    tests(of: "Snapshots"),
    tests(of: "Preview", uses: ["Atoll", "Bytes", "Comments"]),
    tests(of: "PageShots", uses: ["Bytes", "Snapshots"]),
    tests(of: "PictureTests", uses: ["Atoll", "Bytes", "Comments", "PageShots", "Snapshots"]),
    tests(
      of: "HTMLOutput",
      uses: [
        "Atoll", "BodyText", "Bytes", "Comments", "EmailOutput", "Layout", "MarkupWriting", "Rows",
        "Templating",
      ]),
    tests(of: "FeedOutput", uses: ["Atoll", "Comments"]),
    tests(
      of: "TerminalOutput", uses: ["Atoll", "BodyText", "Bytes", "Comments", "Layout", "Theming"]),
    tests(
      of: "EmailOutput",
      uses: ["Atoll", "Bytes", "Comments", "Layout", "Templating", "Theming"]),
    tests(
      of: "Atoll",
      uses: ["Bytes", "Comments", "HTMLOutput", "Layout", "Rows", "Snapshots", "Theming"]),
    tests(of: "Layout", uses: ["Bytes", "Comments", "BodyText", "Rows"]),
    tests(of: "Arguments", uses: ["Bytes"]),
    tests(
      of: "AtollCommand",
      uses: [
        "Arguments", "Bytes", "Comments", "OperatingSystem", "Snapshots",
        .target(name: "AtollMain"),
      ]),
    tests(
      of: "Batch", uses: ["Atoll", "Bytes", "OperatingSystem", "Hashing", "Store", "Unpacking"]),
    tests(of: "Store", uses: ["Bytes", "OperatingSystem", "Hashing"]),
    tests(of: "OperatingSystem", uses: ["Bytes"]),
    tests(of: "Unpacking", uses: ["Bytes", "OperatingSystem"]),
    tests(of: "Hashing", uses: ["Bytes"]),
    tests(of: "Theming", uses: ["Bytes"]),
    tests(of: "Comments"),
    tests(of: "Rows", uses: ["Bytes", "Comments"]),
    tests(of: "Templating", uses: ["Bytes"]),
    tests(of: "StoryDecoding", uses: ["Bytes", "Comments"]),
    tests(of: "BodyText", uses: ["Bytes"]),
    tests(of: "BodyParsing", uses: ["Bytes", "BodyText", "Comments"]),
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
        name: name, dependencies: ["Bytes", "BodyText", "BodyParsing", "Comments"],
        path: "fuzz/\(name)",
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

// The timing of pictures is a program of the benchmarks: `bench/pictures/run`.
if Context.environment["PICTURE_TIMING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "TimePictures", dependencies: ["Hashing", "PageShots"],
      path: "bench/pictures/TimePictures", swiftSettings: strict))
}
