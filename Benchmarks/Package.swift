// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the product does not depend on the packages of the benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // The name is given, because the default name is that of the folder of the clone.
    .package(name: "endless", path: "..", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CPostgresBare"),
    .systemLibrary(name: "CSQLiteBare"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CPostgresBare", "CSQLiteBare",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Paging", package: "endless"),
        .product(name: "SQLSources", package: "endless"),
      ],
      path: "Sources/Benchmarks",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
