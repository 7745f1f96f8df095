// swift-tools-version: 6.3
import PackageDescription

// Apart from the main package, so that nobody who only wants Atoll builds a benchmark.
let package = Package(
  name: "bench",
  dependencies: [.package(name: "atoll", path: "..")],
  targets: [
    .executableTarget(
      name: "bench-many",
      dependencies: [.product(name: "AtollRendering", package: "atoll")],
      path: "Sources/BenchMany",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
