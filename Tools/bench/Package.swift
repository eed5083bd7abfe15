// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what only the bench needs stays out of the product.
let package = Package(
  name: "herald-bench",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "herald", path: "../..")],
  targets: [
    .executableTarget(
      name: "herald-bench",
      dependencies: [
        .product(name: "Herald", package: "herald"),
        .product(name: "HeraldFormats", package: "herald"),
        .product(name: "HeraldLog", package: "herald"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    // Beside the bench, so that one release build makes both.
    .executableTarget(
      name: "herald-damage",
      dependencies: [
        .product(name: "Herald", package: "herald"),
        .product(name: "HeraldFetch", package: "herald"),
        .product(name: "HeraldFormats", package: "herald"),
        .product(name: "HeraldLog", package: "herald"),
        .product(name: "HeraldQuestions", package: "herald"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
