// swift-tools-version: 6.2
import PackageDescription

/// What holds for every Swift target: the language's next defaults, early.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Systems with CryptoKit and their own `URLSession`.
let appleSystems: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]
/// All others, which have OpenSSL's libcrypto and libcurl.
let otherSystems: [Platform] = [.linux, .android, .openbsd, .windows]

let package = Package(
  name: "herald",
  platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .executable(name: "herald", targets: ["HeraldCLI"]),
    .library(name: "Herald", targets: ["Herald"]),
    .library(name: "HeraldFormats", targets: ["HeraldFormats"]),
    .library(name: "HeraldLines", targets: ["HeraldLines"]),
    .library(name: "HeraldLog", targets: ["HeraldLog"]),
    .library(name: "HeraldFetch", targets: ["HeraldFetch"]),
    .library(name: "HeraldCurl", targets: ["HeraldCurl"]),
    .library(name: "HeraldURLSession", targets: ["HeraldURLSession"]),
    .library(name: "HeraldInbox", targets: ["HeraldInbox"]),
    .library(name: "HeraldRuntime", targets: ["HeraldRuntime"]),
    .library(name: "HeraldQuestions", targets: ["HeraldQuestions"]),
    .library(name: "HeraldPages", targets: ["HeraldPages"]),
    .library(name: "HeraldServer", targets: ["HeraldServer"]),
    .library(name: "HeraldTesting", targets: ["HeraldTesting"]),
    .library(name: "HeraldC", type: .dynamic, targets: ["HeraldC"]),
  ],
  // An app that embeds Herald switches all off, `traits: []`, and resolves none of their packages.
  traits: [
    .trait(
      name: "CommandLine", description: "The program herald, with swift-argument-parser.",
      enabledTraits: ["Reports", "Server"]),
    .trait(name: "Reports", description: "The product HeraldPages, with swift-mustache."),
    .trait(
      name: "Server", description: "The product HeraldServer, with hummingbird and what it stands on.",
      enabledTraits: ["Reports"]),
    .default(enabledTraits: ["CommandLine", "Reports", "Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    // Without its traits, because reading configurations brings all of Foundation with it.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
  ],
  targets: [
    .target(
      name: "Herald",
      dependencies: ["CPlainText", .target(name: "CLibcrypto", condition: .when(platforms: otherSystems))],
      swiftSettings: swiftSettings,
      linkerSettings: [.linkedLibrary("crypto", .when(platforms: otherSystems))]),
    .systemLibrary(name: "CLibcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "HeraldFormats", dependencies: ["Herald"], swiftSettings: swiftSettings),
    // No SQLite: a device can keep its log in lines, and judge each by the rules of a ledger.
    .target(
      name: "HeraldLines",
      dependencies: ["Herald", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: swiftSettings),
    // The core for other languages. Its header is C, and so are all symbols that it exports.
    .target(
      name: "HeraldC",
      dependencies: ["Herald", "HeraldFormats", "HeraldLines"],
      exclude: ["herald.map", "include"],
      swiftSettings: swiftSettings,
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-stdlib", "-use-ld=lld", "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/HeraldC/herald.map",
          ],
          .when(platforms: [.linux, .android]))
      ]),
    .target(
      name: "HeraldLog",
      dependencies: [
        "Herald", "HeraldLines", "CSQLiteConfig",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    .target(name: "CPlainText"),
    .target(name: "CSQLiteConfig"),
    .target(
      name: "HeraldFetch",
      dependencies: ["Herald", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: swiftSettings),
    // For extensions, which have little memory: no package, no ledger, no network.
    .target(name: "HeraldInbox", dependencies: ["Herald"], swiftSettings: swiftSettings),
    // What phones, the command line and the server say to each other.
    .target(name: "HeraldWire", dependencies: ["Herald"], swiftSettings: swiftSettings),
    // Declares what it calls of libcurl and loads it at run time, so that nobody needs its headers.
    .target(name: "CCurl"),
    .target(
      name: "HeraldCurl",
      dependencies: ["HeraldFetch", "CCurl", "CZlib", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: swiftSettings),
    .target(name: "HeraldURLSession", dependencies: ["HeraldFetch"], swiftSettings: swiftSettings),
    .target(
      name: "HeraldRuntime",
      dependencies: [
        "Herald", "HeraldFetch", "HeraldFormats", "HeraldGzip", "HeraldInbox", "HeraldLog", "HeraldWire",
        .product(name: "GRDB", package: "GRDB.swift"),
        // Each platform's own HTTP. Foundation's networking would slow the start of every command on Linux.
        .target(name: "HeraldURLSession", condition: .when(platforms: appleSystems)),
        .target(name: "HeraldCurl", condition: .when(platforms: otherSystems)),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    // Questions about events, and their answers as JSON and in words.
    .target(
      name: "HeraldQuestions",
      dependencies: ["Herald", "HeraldFormats", "HeraldLog"],
      swiftSettings: swiftSettings),
    .target(
      name: "HeraldPages",
      dependencies: [
        "Herald", "HeraldFormats", "HeraldLog", "HeraldQuestions",
        .product(name: "Mustache", package: "swift-mustache", condition: .when(traits: ["Reports"])),
      ],
      // In the binary, so that it stays one file.
      resources: [.embedInCode("Templates"), .embedInCode("Styles"), .embedInCode("Scripts")],
      swiftSettings: swiftSettings),
    // Unpacks logs and what is sent to a server.
    .target(name: "HeraldGzip", dependencies: ["CZlib"], swiftSettings: swiftSettings),
    .target(name: "HeraldPacking", dependencies: ["HeraldLines", "CZlib", "CZstd"], swiftSettings: swiftSettings),
    .target(
      name: "HeraldServer",
      dependencies: [
        "Herald", "HeraldFormats", "HeraldGzip", "HeraldLog", "HeraldPacking", "HeraldPages", "HeraldQuestions",
        "HeraldWire",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
        .product(name: "Mustache", package: "swift-mustache", condition: .when(traits: ["Reports"])),
      ],
      // In the binary, so that it stays one file.
      resources: [
        .embedInCode("Pages/Templates"), .embedInCode("Pages/Styles"), .embedInCode("Pages/Scripts"),
        .embedInCode("OpenAPI"),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "HeraldCorpus",
      dependencies: ["Herald", "HeraldFormats", "HeraldLog", "HeraldQuestions"],
      swiftSettings: swiftSettings),
    // Apart from HeraldCorpus, because the command line must not link the library Testing.
    .target(name: "HeraldTesting", dependencies: ["HeraldCorpus"], swiftSettings: swiftSettings),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .executableTarget(
      name: "HeraldCLI",
      dependencies: [
        "Herald", "HeraldFormats", "HeraldLog", "HeraldFetch", "HeraldInbox", "HeraldRuntime", "HeraldPages",
        "HeraldQuestions", "HeraldCorpus", "HeraldGzip", "HeraldPacking", "HeraldServer", "HeraldWire",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["CommandLine"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      // In the binary, so that `herald demo` needs no file.
      resources: [.embedInCode("Demo/Files")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldLogTests",
      dependencies: [
        "HeraldLog", "HeraldFormats", "HeraldCorpus", "HeraldTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Vectors"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldFetchTests",
      dependencies: ["HeraldFetch", "HeraldCurl", "HeraldURLSession", "HeraldTestSupport", "CZlib"],
      exclude: ["Server/tls_terminator.py"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldRuntimeTests",
      dependencies: [
        "HeraldInbox", "HeraldPacking", "HeraldRuntime", "HeraldCurl", "HeraldTestSupport", "HeraldWire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Vectors"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldQuestionsTests",
      dependencies: [
        "HeraldQuestions", "HeraldFormats", "HeraldLog", "HeraldCorpus", "HeraldPages", "HeraldQuestionsTestSupport",
        "HeraldTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Vectors"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldPagesTests",
      dependencies: [
        "HeraldPages", "HeraldQuestions", "HeraldFormats", "HeraldLog", "HeraldCorpus", "HeraldQuestionsTestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldServerTests",
      dependencies: [
        "HeraldServer", "HeraldFormats", "HeraldGzip", "HeraldLog", "HeraldPacking", "HeraldPages", "HeraldQuestions",
        "HeraldTestSupport", "HeraldWire", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Server"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldWireTests", dependencies: ["Herald", "HeraldWire", "HeraldTestSupport"], swiftSettings: swiftSettings
    ),
    .testTarget(name: "HeraldTestingTests", dependencies: ["HeraldTesting"], swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldCLITests",
      dependencies: ["HeraldLog", "HeraldCorpus", "HeraldCLI", "HeraldQuestionsTestSupport"],
      exclude: ["pager.py", "terminal.py"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldTests",
      dependencies: ["Herald", "HeraldFormats", "HeraldTestSupport"],
      resources: [.copy("Vectors")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HeraldFormatsTests", dependencies: ["Herald", "HeraldFormats", "HeraldQuestions", "HeraldTestSupport"],
      swiftSettings: swiftSettings),
    .target(
      name: "HeraldTestSupport", dependencies: ["Herald", "HeraldFormats"], path: "Tests/HeraldTestSupport",
      swiftSettings: swiftSettings),
    .target(
      name: "HeraldQuestionsTestSupport",
      dependencies: ["HeraldCorpus", "HeraldFormats", "HeraldLog", "HeraldQuestions", "HeraldTestSupport"],
      path: "Tests/HeraldQuestionsTestSupport",
      swiftSettings: swiftSettings),
    // Links the core alone, so that a test can look at what it loads.
    .executableTarget(
      name: "HeraldLinkage", dependencies: ["Herald"], path: "Tests/HeraldLinkage", swiftSettings: swiftSettings),
  ]
)
