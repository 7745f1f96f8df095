// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// Separate from the main package, so that the benchmarks are built only on request.
let package = Package(
  name: "bench",
  dependencies: [.package(name: "atoll", path: "..")],
  targets: [
    .executableTarget(
      name: "bench-many",
      dependencies: [.product(name: "AtollRendering", package: "atoll")],
      path: "Sources/BenchMany",
      swiftSettings: strict),
    .executableTarget(
      name: "bench-mail",
      dependencies: [.product(name: "AtollRendering", package: "atoll")],
      path: "Sources/BenchMail",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
