// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "endless",
  // `Mutex` of Synchronization and task executors need this version.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "endless", targets: ["endless"]),
    .executable(name: "endless-connect", targets: ["endless-connect"]),
    .executable(name: "endless-timeline", targets: ["endless-timeline"]),
    .library(name: "Paging", targets: ["Paging"]),
    .library(name: "PagingTesting", targets: ["PagingTesting"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "TableUI", targets: ["TableUI"]),
    .library(name: "EventLoop", targets: ["EventLoop"]),
    .library(name: "NCursesTerminal", targets: ["NCursesTerminal"]),
    .library(name: "SQLSources", targets: ["SQLSources"]),
    .library(name: "GRDBSources", targets: ["GRDBSources"]),
    .library(name: "ByteStores", targets: ["ByteStores"]),
    .library(name: "Search", targets: ["Search"]),
    .library(name: "Records", targets: ["Records"]),
    .library(name: "Answers", targets: ["Answers"]),
    .library(name: "FileSources", targets: ["FileSources"]),
    .library(name: "CommandSources", targets: ["CommandSources"]),
    .library(name: "HTTPSources", targets: ["HTTPSources"]),
    .library(name: "SpilledSources", targets: ["SpilledSources"]),
    .library(name: "SpilledJSON", targets: ["SpilledJSON"]),
    .library(name: "Pictures", targets: ["Pictures"]),
  ],
  traits: [
    .trait(name: "Databases", description: "GRDBSources and the sample timeline, over GRDB."),
    .default(enabledTraits: ["Databases"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // The system libraries and the modules.
    .systemLibrary(
      name: "CNCurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(
      name: "CPictures",
      providers: [.apt(["libpng-dev", "libturbojpeg0-dev"]), .brew(["libpng", "jpeg-turbo"])]),
    .systemLibrary(
      name: "CCompression",
      providers: [.apt(["zlib1g-dev", "libzstd-dev"]), .brew(["zlib", "zstd"])]
    ),
    .systemLibrary(
      name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .target(name: "CEndless", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CSearch", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "Bytes"),
    .target(name: "Processes", dependencies: ["Bytes", "CEndless"]),
    // Rounding needs libm, which is not linked automatically into a program without Foundation.
    .target(name: "Paging", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "PagingTesting", dependencies: ["Paging"]),
    .target(name: "Terminal"),
    .target(name: "EventLoop", dependencies: ["CEndless"]),
    .target(
      name: "NCursesTerminal", dependencies: ["CEndless", "CNCurses", "EventLoop", "Terminal"]),
    .target(name: "TableUI", dependencies: ["Paging", "Terminal"]),
    .target(
      name: "SQLSources", dependencies: ["Bytes", "CPostgres", "CSQLite", "Paging", "Records"]),
    .target(
      name: "GRDBSources",
      dependencies: [
        "Paging", "SQLSources", grdb,
        .product(
          name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Databases"])),
      ]),
    .target(
      name: "ByteStores",
      dependencies: ["Bytes", "CCompression", "CEndless", "CSearch", "Processes"]),
    .target(name: "Search", dependencies: ["Bytes", "CPCRE2", "CSearch"]),
    .target(name: "Records", dependencies: ["Bytes"]),
    .target(name: "Answers", dependencies: ["Bytes", "Paging", "Records"]),
    .target(name: "FileSources", dependencies: ["ByteStores", "Bytes", "Paging", "Records"]),
    .target(
      name: "CommandSources",
      dependencies: ["Answers", "Bytes", "Paging", "Processes", "Records"]
    ),
    .target(
      name: "HTTPSources",
      dependencies: ["Answers", "Bytes", "CCurl", "CEndless", "Paging", "Processes", "Records"]),
    .target(name: "SpilledSources", dependencies: ["CEndless", "Paging"]),
    // This is a separate module, because it needs Foundation.
    .target(name: "SpilledJSON", dependencies: ["Paging", "SpilledSources"]),
    .target(
      name: "Timeline",
      dependencies: [
        "Bytes", "GRDBSources", "Paging", "SQLSources", grdb,
        .product(
          name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Databases"])),
      ]),
    .target(name: "Pictures", dependencies: ["CPictures", "Terminal"]),
    // The parts of feeds that need no screen: addresses, records, conditions, saved positions.
    .target(
      name: "Feeds",
      dependencies: [
        "Answers", "ByteStores", "Bytes", "CEndless", "FileSources", "Paging",
        "Records",
        "Search",
      ]),
    // The screens of the viewer, and its output without a screen.
    .target(
      name: "Viewers",
      dependencies: [
        "Answers", "ByteStores", "Bytes", "CommandSources", "EventLoop", "Feeds", "FileSources",
        "Paging", "Processes", "Records", "Search", "TableUI", "Terminal",
      ]),
    // Code that the programs share: the command line, the terminal, exit statuses.
    .target(
      name: "Programs",
      dependencies: [
        "EventLoop", "Feeds", "NCursesTerminal", "Records", "TableUI", "Terminal", "Viewers",
      ]),
    .executableTarget(name: "endless", dependencies: ["Programs", "Viewers"]),
    // Feeds of addresses and databases.
    .target(
      name: "ConnectedFeeds",
      dependencies: [
        "Answers", "ByteStores", "Bytes", "EventLoop", "Feeds", "HTTPSources", "Paging",
        "Pictures", "Records", "SQLSources", "Search", "SpilledSources", "TableUI", "Terminal",
        "Viewers",
      ]),
    .executableTarget(
      name: "endless-connect",
      dependencies: ["ConnectedFeeds", "Feeds", "Programs", "Viewers"]),
    // The screens of the sample timeline.
    .target(
      name: "TimelineScreens",
      dependencies: [
        "EventLoop", "Feeds", "NCursesTerminal", "Paging", "Pictures", "Programs", "Records",
        "TableUI", "Terminal", "Timeline", "Viewers",
      ]),
    .executableTarget(
      name: "endless-timeline",
      dependencies: [
        "Feeds", "NCursesTerminal", "Programs", "TableUI", "TimelineScreens", "Viewers",
      ]),
    // Man pages and completions, made from the tables of options and keys, and the program that
    // writes them to files.
    .target(
      name: "Manuals",
      dependencies: [
        "EventLoop", "Feeds", "Programs", "TableUI", "Terminal", "TimelineScreens", "Viewers",
      ]),
    .executableTarget(name: "make-manuals", dependencies: ["EventLoop", "Manuals"]),
    // The four small systems from which this package originated, rebuilt with the public API alone.
    .executableTarget(
      name: "Origins",
      dependencies: ["HTTPSources", "NCursesTerminal", "Paging", "TableUI", "Terminal"],
      path: "Sources/Examples/Origins", packageAccess: false),
    .executableTarget(
      name: "Squares", dependencies: ["NCursesTerminal", "Paging", "TableUI", "Terminal"],
      path: "Sources/Examples/Squares", packageAccess: false),
    // A service on the loopback interface that pages sample data in the usual styles of services,
    // for tests and demonstrations.
    .executableTarget(
      name: "SampleAPI",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Sources/Examples/SampleAPI"),

    // Code that random tests share: random numbers from a seed, trials of inputs, and the reduction
    // of a failing input to the fewest steps.
    .target(name: "Randomness", path: "Tests/Randomness"),
    // Random walks of the paging engine, which the tests and `make fuzz` share.
    .target(
      name: "PagingSimulation", dependencies: ["Paging", "Randomness"],
      path: "Tests/PagingSimulation"),
    // Hostile texts and keys, and rules for the results, which the tests and `make fuzz` share.
    .target(
      name: "TerminalTrials", dependencies: ["Randomness", "Terminal"], path: "Tests/TerminalTrials"
    ),
    // Hostile JSON and CSV, whose results are compared with those of simple readers.
    .target(
      name: "RecordTrials", dependencies: ["Randomness", "Records"], path: "Tests/RecordTrials"),
    // Hostile values in commands, which a real shell reads, and hostile answers.
    .target(
      name: "CommandTrials", dependencies: ["Answers", "CommandSources", "Randomness"],
      path: "Tests/CommandTrials"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CommandTrials", "PagingSimulation", "Randomness", "RecordTrials", "TerminalTrials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fuzz"),
    // A program for the tests of exit paths: it ends as its argument says.
    .executableTarget(
      name: "crasher", dependencies: ["EventLoop", "NCursesTerminal", "Terminal"],
      path: "Tests/Crasher",
      packageAccess: false),

    .testTarget(
      name: "PagingTests",
      dependencies: ["PagingTesting", "Paging", "PagingSimulation", "Randomness"]),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"]),
    .testTarget(
      name: "NCursesTerminalTests",
      dependencies: ["NCursesTerminal", "Randomness", "TemporaryFolders", "Terminal"]),
    .testTarget(name: "TerminalTests", dependencies: ["Randomness", "Terminal", "TerminalTrials"]),
    .testTarget(
      name: "TableUITests",
      dependencies: ["PagingTesting", "Paging", "Randomness", "TableUI", "Terminal"]),
    // Databases that tests write, and files whose calls fail, made with the SQLite library that
    // SQLSources loads.
    .target(
      name: "SQLiteTrials", path: "Tests/SQLiteTrials",
      cSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("sqlite3")]),
    // Functions with which the tests of SQLite and PostgreSQL read rows.
    .target(
      name: "RowTrials",
      dependencies: [
        "ConnectedFeeds", "Feeds", "FileSources", "Paging", "Records", "SQLSources", "Search",
      ],
      path: "Tests/RowTrials"),
    .testTarget(
      name: "SQLSourcesTests",
      dependencies: [
        "ConnectedFeeds", "Feeds", "FileSources", "GRDBSources", "Paging", "Randomness", "Records",
        "RowTrials", "SQLSources", "SQLiteTrials", "Search", "SpilledSources", "TemporaryFolders",
        grdb,
        .product(
          name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Databases"])),
      ]),
    // PostgreSQL servers that tests start, and failures of the connections to them.
    .target(
      name: "PostgresTrials", dependencies: ["CEndless", "CPostgres"], path: "Tests/PostgresTrials",
      linkerSettings: [.linkedLibrary("pq")]),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "ConnectedFeeds", "Feeds", "Paging", "PostgresTrials", "Randomness", "Records", "RowTrials",
        "SQLSources", "Search",
      ]),
    // Pipes for tests that read a pipe.
    .target(name: "Pipes", path: "Tests/Pipes"),

    .testTarget(name: "BytesTests", dependencies: ["Bytes", "Randomness"]),
    .testTarget(name: "ProcessesTests", dependencies: ["Processes"]),
    .testTarget(
      name: "SearchTests", dependencies: ["CSearch", "Randomness", "Search", "TemporaryFolders"]),
    .testTarget(name: "RecordsTests", dependencies: ["Randomness", "RecordTrials", "Records"]),
    .testTarget(name: "AnswersTests", dependencies: ["Answers", "Paging", "Records"]),
    .testTarget(
      name: "CommandSourcesTests",
      dependencies: [
        "Answers", "CommandSources", "CommandTrials", "Paging", "Randomness", "Records",
        "TemporaryFolders",
      ]),
    .testTarget(
      name: "HTTPSourcesTests",
      dependencies: [
        "Answers", "HTTPSources", "Paging", "PagingTesting", "Randomness", "Records", "SampleAPI",
        "TemporaryFolders", "endless-connect",
      ]),
    .testTarget(
      name: "ByteStoresTests",
      dependencies: ["ByteStores", "Pipes", "Randomness", "TemporaryFolders"]),
    .testTarget(
      name: "FileSourcesTests",
      dependencies: [
        "ByteStores", "FileSources", "Paging", "Randomness", "RecordTrials", "Records",
        "TemporaryFolders",
      ]),
    .testTarget(
      name: "SpilledSourcesTests",
      dependencies: ["Paging", "Randomness", "SpilledJSON", "SpilledSources"]),
    .testTarget(
      name: "TimelineTests",
      dependencies: [
        "GRDBSources", "Paging", "SQLSources", "TemporaryFolders", "Timeline", grdb,
      ]),
    .testTarget(
      name: "PicturesTests",
      dependencies: ["CPictures", "PagingTesting", "Pictures", "Randomness", "Terminal"]),
    // Folders that are removed after a test.
    .target(name: "TemporaryFolders", path: "Tests/TemporaryFolders"),
    .testTarget(
      name: "FeedsTests",
      dependencies: [
        "ByteStores", "Feeds", "FileSources", "Randomness", "Records", "Search", "TemporaryFolders",
      ]),
    .testTarget(
      name: "ViewersTests",
      dependencies: [
        "Answers", "ByteStores", "CommandSources", "EventLoop", "Feeds", "FileSources", "Paging",
        "PagingTesting", "Pipes", "Randomness", "Records", "Search", "TableUI", "TemporaryFolders",
        "Terminal", "Viewers",
      ]),
    .testTarget(
      name: "ManualsTests", dependencies: ["Feeds", "Manuals", "Programs", "TemporaryFolders"]),
    .testTarget(
      name: "ProgramsTests",
      dependencies: ["Feeds", "Programs", "Records", "TemporaryFolders", "Viewers"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "endless", "endless-connect", "endless-timeline", grdb, "Origins", "PostgresTrials",
        "Randomness", "SampleAPI", "Squares", "Terminal", "crasher",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The package is added only for `make docs`, because otherwise every build would compile its
// plugin.
if Context.environment["ENDLESS_DOCUMENTATION"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Without the trait, GRDB is not fetched.
var grdb: Target.Dependency {
  .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Databases"]))
}

// In these targets, declarations are isolated to the main actor by default.
let onMainActor = Set(
  [
    "TableUI", "EventLoop", "NCursesTerminal", "Viewers", "Programs", "endless", "endless-connect",
    "endless-timeline", "TimelineScreens", "Manuals", "make-manuals", "Origins", "Squares",
    "crasher",
  ])

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
  if onMainActor.contains(target.name) {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
  }
}

// These libraries are generic over the types of an app. With this flag, the app's own build compiles their code for
// these types; an iteration takes half of the time. SwiftPM allows such a flag in a dependency since version 6.2.
for target in package.targets where ["Paging", "TableUI"].contains(target.name) {
  target.swiftSettings?.append(
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)))
}

// `make` sets this variable for the tests: they run these modules on millions of bytes, which takes
// two to four times as long without optimization. Assertions are still checked.
if Context.environment["ENDLESS_OPTIMIZED"] != nil {
  let optimized = ["ByteStores", "Bytes", "FileSources", "Records", "Search"]
  for target in package.targets where optimized.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
  }
}
