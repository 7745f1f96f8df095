// swift-tools-version: 6.3
import PackageDescription

// In your own project, the dependency is the address of Atoll's repository and a version.
let package = Package(
  name: "reader",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "atoll", path: "../..")],
  targets: [
    .executableTarget(
      name: "reader",
      dependencies: [
        .product(name: "AtollRows", package: "atoll"),
        .product(name: "AtollRendering", package: "atoll"),
        .product(name: "CoralClient", package: "atoll"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
