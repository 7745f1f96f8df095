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
    swiftSettings: strict, plugins: embeds ? ["AtollEmbedFilesPlugin"] : [])
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
    .library(name: "AtollRows", targets: ["AtollComments", "AtollRows"]),
    .library(name: "AtollRendering", targets: ["Atoll", "AtollComments", "AtollRows"]),
    .library(name: "AtollSnapshots", targets: ["AtollSnapshots"]),
    .library(name: "CoralClient", targets: ["CoralClient", "AtollComments"]),
    .executable(name: "atoll", targets: ["AtollMain"]),
  ],
  targets: [
    // Base: knows nothing of comments.
    module("AtollBytes", in: .base),
    cModule("CAtollSystem", in: .base),
    module("AtollOperatingSystem", in: .base, uses: ["AtollBytes", "CAtollSystem"]),
    systemLibrary(
      "CAtollNettle", in: .base, pkgConfig: "nettle", apt: "nettle-dev", brew: "nettle"),
    module("AtollHashing", in: .base, uses: ["AtollBytes", "CAtollNettle"]),
    systemLibrary("CAtollZlib", in: .base, pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    module(
      "AtollUnpacking", in: .base, uses: ["AtollBytes", "CAtollZlib", "AtollOperatingSystem"]),

    // Story: the content of a story, and the order in which it is shown.
    module("AtollComments", in: .story, uses: ["AtollBytes"]),
    module("AtollStoryDecoding", in: .story, uses: ["AtollBytes", "AtollComments"]),
    module("AtollRows", in: .story, uses: ["AtollBytes", "AtollComments"]),

    // Body: the texts of comments.
    systemLibrary(
      "CAtollCmark", in: .body, pkgConfig: "libcmark", apt: "libcmark-dev", brew: "cmark"),
    cModule("CAtollArena", in: .body, uses: ["CAtollCmark"]),
    module("AtollBodyText", in: .body, uses: ["AtollBytes"]),
    module(
      "AtollBodyParsing", in: .body,
      uses: ["AtollBytes", "AtollComments", "CAtollCmark", "CAtollArena", "AtollBodyText"]),

    // Output: blocks, and the writers of each format.
    module(
      "AtollLayout", in: .output,
      uses: ["AtollBytes", "AtollComments", "AtollBodyText", "AtollRows"], embeds: true,
      excluding: ["Data"]),
    module("AtollTheming", in: .output, uses: ["AtollBytes"], embeds: true),
    module("AtollTemplating", in: .output, uses: ["AtollBytes"], embeds: true),
    module(
      "AtollMarkupWriting", in: .output,
      uses: [
        "AtollBytes", "AtollComments", "AtollLayout", "AtollBodyText", "AtollRows",
        "AtollTemplating",
      ]),
    module(
      "AtollHTMLOutput", in: .output,
      uses: [
        "AtollBytes", "AtollComments", "AtollLayout", "AtollBodyText", "AtollTemplating",
        "AtollMarkupWriting",
      ]),
    module(
      "AtollFeedOutput", in: .output,
      uses: ["AtollBytes", "AtollComments", "AtollLayout", "AtollBodyText", "AtollMarkupWriting"]),
    module(
      "AtollTerminalOutput", in: .output,
      uses: ["AtollBytes", "AtollComments", "AtollLayout", "AtollBodyText", "AtollTheming"]),
    module(
      "AtollEmailOutput", in: .output,
      uses: [
        "AtollBytes", "AtollComments", "AtollLayout", "AtollBodyText", "AtollTheming",
        "AtollTemplating", "AtollMarkupWriting",
        "AtollTerminalOutput",
      ], embeds: true, excluding: ["Data"]),

    // Engine: the façade that joins the four parts above.
    module(
      "Atoll", in: .engine,
      uses: [
        "AtollBytes", "AtollOperatingSystem", "AtollComments", "AtollStoryDecoding",
        "AtollBodyText", "AtollBodyParsing", "AtollRows",
        "AtollLayout", "AtollTheming", "AtollTemplating", "AtollMarkupWriting", "AtollHTMLOutput",
        "AtollFeedOutput",
        "AtollTerminalOutput", "AtollEmailOutput",
      ]),

    // Live: the only asynchronous part, and the only one on the network.
    cModule("CAtollCurl", in: .live),
    module(
      "CoralClient", in: .live,
      uses: [
        "AtollBytes", "CAtollCurl", "AtollComments", "AtollLayout", "AtollOperatingSystem",
        "AtollStoryDecoding", "AtollUnpacking",
      ],
      embeds: true,
      excluding: ["Operations", "OPERATIONS.md"]),

    // Many: many stories, on disk.
    cModule("CAtollBrotli", in: .many),
    cModule("CAtollSQLite", in: .many),
    module(
      "AtollStore", in: .many,
      uses: ["AtollBytes", "CAtollSQLite", "AtollOperatingSystem", "AtollHashing"]),
    module(
      "AtollBatch", in: .many,
      uses: [
        "Atoll", "AtollBytes", "AtollComments", "AtollStoryDecoding", "AtollOperatingSystem",
        "AtollUnpacking", "AtollHashing",
        "AtollStore",
      ]),

    // Visual: regression testing.
    module("AtollSnapshots", in: .visual, uses: ["AtollBytes", "AtollOperatingSystem"]),
    systemLibrary(
      "CAtollDeflate", in: .visual, pkgConfig: "libdeflate", apt: "libdeflate-dev",
      brew: "libdeflate"),
    module(
      "AtollPageShots", in: .visual,
      uses: [
        "AtollBytes", "CAtollDeflate", "AtollOperatingSystem", "AtollSnapshots", "AtollTheming",
      ],
      embeds: true, excluding: ["Data"]),
    module(
      "AtollPictureTests", in: .visual,
      uses: [
        "Atoll", "AtollBytes", "AtollComments", "AtollEmailOutput", "AtollHashing", "AtollLayout",
        "AtollOperatingSystem",
        "AtollPageShots", "AtollSnapshots", "AtollTheming",
      ], embeds: true, excluding: ["Data"]),
    module(
      "AtollPreview", in: .visual,
      uses: ["Atoll", "AtollBytes", "AtollComments", "AtollOperatingSystem"],
      embeds: true, excluding: ["Data"]),

    // Command: the command line.
    module("AtollArguments", in: .command, uses: ["AtollBytes"], embeds: true, excluding: ["Data"]),
    module(
      "AtollCommand", in: .command,
      uses: [
        "AtollArguments", "Atoll", "AtollBytes", "AtollComments", "AtollRows", "AtollLayout",
        "AtollTheming", "AtollTemplating",
        "AtollSnapshots", "AtollPageShots", "AtollPictureTests", "AtollPreview", "CoralClient",
        "AtollOperatingSystem",
        "AtollUnpacking",
        "AtollHashing", "AtollBatch", "AtollStore", "CAtollBrotli", "CAtollDeflate",
      ], embeds: true, excluding: ["Demo", "Help"]),
    .executableTarget(
      name: "AtollMain", dependencies: ["AtollCommand"], path: Part.command.path(of: "AtollMain"),
      swiftSettings: strict),

    // Build tools: templates, styles, the demo thread and the queries are files, built into the binary.
    .executableTarget(
      name: "AtollEmbedFiles", path: Part.buildTools.path(of: "AtollEmbedFiles"),
      swiftSettings: strict),
    .plugin(
      name: "AtollEmbedFilesPlugin", capability: .buildTool(), dependencies: ["AtollEmbedFiles"],
      path: Part.buildTools.path(of: "AtollEmbedFilesPlugin")),

    .target(
      name: "TestSupport",
      dependencies: ["AtollBytes", "AtollLayout", "AtollMarkupWriting", "AtollTemplating"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests(of: "AtollBytes"),
    tests(
      of: "CoralClient",
      uses: [
        "AtollBytes", "AtollComments", "AtollRows", "AtollStoryDecoding",
        .target(name: "AtollMain"),
      ]),
    tests(of: "AtollSnapshots"),
    tests(of: "AtollPreview", uses: ["Atoll", "AtollBytes", "AtollComments"]),
    tests(of: "AtollPageShots", uses: ["AtollBytes", "AtollSnapshots"]),
    tests(
      of: "AtollPictureTests",
      uses: ["Atoll", "AtollBytes", "AtollComments", "AtollPageShots", "AtollSnapshots"]),
    tests(
      of: "AtollHTMLOutput",
      uses: [
        "Atoll", "AtollBodyText", "AtollBytes", "AtollComments", "AtollEmailOutput", "AtollLayout",
        "AtollMarkupWriting", "AtollRows",
        "AtollTemplating",
      ]),
    tests(of: "AtollFeedOutput", uses: ["Atoll", "AtollComments"]),
    tests(
      of: "AtollTerminalOutput",
      uses: [
        "Atoll", "AtollBodyText", "AtollBytes", "AtollComments", "AtollLayout", "AtollTheming",
      ]),
    tests(
      of: "AtollEmailOutput",
      uses: [
        "Atoll", "AtollBytes", "AtollComments", "AtollLayout", "AtollTemplating", "AtollTheming",
      ]),
    tests(
      of: "Atoll",
      uses: [
        "AtollBytes", "AtollComments", "AtollHTMLOutput", "AtollLayout", "AtollRows",
        "AtollSnapshots", "AtollTheming",
      ]),
    tests(of: "AtollLayout", uses: ["AtollBytes", "AtollComments", "AtollBodyText", "AtollRows"]),
    tests(of: "AtollArguments", uses: ["AtollBytes"]),
    tests(
      of: "AtollCommand",
      uses: [
        "AtollArguments", "AtollBytes", "AtollComments", "AtollOperatingSystem", "AtollSnapshots",
        .target(name: "AtollMain"),
      ]),
    tests(
      of: "AtollBatch",
      uses: [
        "Atoll", "AtollBytes", "AtollOperatingSystem", "AtollHashing", "AtollStore",
        "AtollUnpacking",
      ]),
    tests(of: "AtollStore", uses: ["AtollBytes", "AtollOperatingSystem", "AtollHashing"]),
    tests(of: "AtollOperatingSystem", uses: ["AtollBytes"]),
    tests(of: "AtollUnpacking", uses: ["AtollBytes", "AtollOperatingSystem"]),
    tests(of: "AtollHashing", uses: ["AtollBytes"]),
    tests(of: "AtollTheming", uses: ["AtollBytes"]),
    tests(of: "AtollComments"),
    tests(of: "AtollRows", uses: ["AtollBytes", "AtollComments"]),
    tests(of: "AtollTemplating", uses: ["AtollBytes"]),
    tests(of: "AtollStoryDecoding", uses: ["AtollBytes", "AtollComments"]),
    tests(of: "AtollBodyText", uses: ["AtollBytes"]),
    tests(of: "AtollBodyParsing", uses: ["AtollBytes", "AtollBodyText", "AtollComments"]),
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
        name: name,
        dependencies: ["AtollBytes", "AtollBodyText", "AtollBodyParsing", "AtollComments"],
        path: "fuzz/\(name)",
        swiftSettings: strict + (isFuzzer ? [.unsafeFlags(["-parse-as-library"])] : [])))
  }
  package.targets.append(
    .executableTarget(
      name: "StoryFuzz", dependencies: ["AtollComments", "AtollStoryDecoding"],
      path: "fuzz/StoryFuzz",
      exclude: ["seeds"], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "TerminalFuzz", dependencies: ["Atoll", "AtollComments"], path: "fuzz/TerminalFuzz",
      swiftSettings: strict))
}

// The timing of pictures is a program of the benchmarks: `bench/pictures/run`.
if Context.environment["PICTURE_TIMING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "TimePictures", dependencies: ["AtollHashing", "AtollPageShots"],
      path: "bench/pictures/TimePictures", swiftSettings: strict))
}
