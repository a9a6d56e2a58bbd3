import Foundation
import Testing

/// A place of the program's own for its data, that is there during one test.
///
///     try await SampleHome.run { home in
///       try await home.onScreen("--mouse") { tmux in … }
///     }
struct SampleHome: Sendable {
  /// Where everything of this test lies; also `HOME`.
  let directory: TemporaryDirectory
  /// The program under test.
  let program: String
  /// The newest posts of a filled timeline, the newest first; none in a home that is not filled.
  let newest: [SamplePost]
  /// The last post of a filled timeline.
  let oldest: SamplePost?

  /// Makes a home, calls `body` and removes all of it, on every path.
  ///
  /// - Parameter filled: whether a copy of the filled timeline is there; else it is a first start.
  @discardableResult
  static func run<Result>(
    filled: Bool = true, _ body: (SampleHome) async throws -> Result
  ) async throws -> Result {
    let contents = filled ? try await FilledTimeline.shared.contents() : nil
    return try await TemporaryDirectory.run { directory in
      let home = SampleHome(
        directory: directory, program: try BuiltProgram.path(), newest: contents?.newest ?? [],
        oldest: contents?.oldest)
      if let contents { try home.writeDatabase(contents.database) }
      return try await body(home)
    }
  }

  /// The newest post.
  var first: SamplePost {
    get throws {
      guard let post = newest.first else { throw HarnessError("this home is not filled") }
      return post
    }
  }

  /// What `XDG_DATA_HOME` says.
  var dataHome: String { directory.path + "/data" }
  /// What `XDG_STATE_HOME` says.
  var stateHome: String { directory.path + "/state" }
  /// The folder that the program makes.
  var folder: String { dataHome + "/endless" }
  /// The database.
  var database: String { folder + "/timeline.sqlite" }

  /// How large a file is in bytes; 0 when there is none.
  func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Puts a database where the program looks for it.
  func writeDatabase(_ contents: Data) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try contents.write(to: URL(filePath: database))
  }

  /// A start of the program in this home.
  func launch(_ arguments: String..., environment: [String: String?] = [:]) -> Launch {
    launch(arguments, environment: environment)
  }

  /// A start of the program in this home.
  func launch(_ arguments: [String], environment: [String: String?] = [:]) -> Launch {
    var launch = Launch(program, directory: directory.path)
    launch.arguments = arguments
    launch.environment = ["XDG_DATA_HOME": dataHome, "XDG_STATE_HOME": stateHome].merging(
      environment
    ) { $1 }
    return launch
  }
}

extension SampleHome {
  /// The newest post as another run of the program sees it now.
  func newestNow() async throws -> SamplePost {
    let result = try await Command.run(launch("timeline:", "--plain", "--json", "--limit", "1"))
    guard result.status == .exited(0) else {
      throw HarnessError("the newest post cannot be read: \(result.status), \(result.error)")
    }
    return try JSONDecoder().decode(SamplePost.self, from: Data(result.output.utf8))
  }

  /// Runs the program in a terminal that draws, and calls `body` when the first post is there.
  @discardableResult
  func onScreen<Result>(
    _ arguments: String..., lines: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:], body: (Tmux) async throws -> Result
  ) async throws -> Result {
    let launch = launch(arguments, environment: environment)
    return try await Tmux.run(launch, lines: lines, columns: columns) { tmux in
      try await tmux.waitFor("post 1")
      return try await body(tmux)
    }
  }

  /// Runs the program in a pseudo-terminal, and calls `body` when the first post is there.
  ///
  /// Standard error is a pipe, so that a test can say that nothing was written to it.
  @discardableResult
  func inTerminal<Result>(
    _ arguments: String..., options: TerminalOptions = TerminalOptions(),
    environment: [String: String?] = [:], body: (PseudoTerminal) async throws -> Result
  ) async throws -> Result {
    var launch = launch(arguments, environment: environment)
    launch.standardError = .pipe
    return try await PseudoTerminal.run(launch, options) { terminal in
      try await terminal.waitFor("loaded")
      return try await body(terminal)
    }
  }
}

extension SampleHome {
  /// Makes a filled home, and runs the program there in a terminal that draws.
  static func onScreen(
    _ arguments: String..., lines: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:], body: (Tmux, SampleHome) async throws -> Void
  ) async throws {
    try await run { home in
      let launch = home.launch(arguments, environment: environment)
      try await Tmux.run(launch, lines: lines, columns: columns) { tmux in
        try await tmux.waitFor("post 1")
        try await body(tmux, home)
      }
    }
  }

  /// Makes a filled home, and runs the program there in a pseudo-terminal.
  static func inTerminal(
    _ arguments: String..., options: TerminalOptions = TerminalOptions(),
    environment: [String: String?] = [:], body: (PseudoTerminal, SampleHome) async throws -> Void
  ) async throws {
    try await run { home in
      var launch = home.launch(arguments, environment: environment)
      launch.standardError = .pipe
      try await PseudoTerminal.run(launch, options) { terminal in
        try await terminal.waitFor("loaded")
        try await body(terminal, home)
      }
    }
  }

  /// Runs in a terminal a program that ends before it opens its screen; returns how, and its complaint.
  static func refusal(of launch: Launch) async throws -> (status: ExitStatus, error: String) {
    var launch = launch
    launch.standardError = .pipe
    return try await PseudoTerminal.run(launch) { terminal in
      let status = try await terminal.waitForExit()
      #expect(await terminal.output.isEmpty)
      return (status, await terminal.errorText)
    }
  }
}

/// A post as the plain form writes it with `--json`.
struct SamplePost: Hashable, Sendable, Decodable {
  /// The name of who posted it.
  let authorName: String
  /// The short name of who posted it, all of it in ASCII.
  let authorHandle: String
  /// What it says.
  let text: String
  /// How many like it.
  let likes: Int
  /// Whether the reader likes it.
  let isLiked: Bool
}

/// The timeline as the program fills it, made once for all tests and held in memory, so that
/// nothing of it is left on the disk.
actor FilledTimeline {
  /// What a filled timeline is.
  struct Contents: Sendable {
    /// The bytes of the database.
    let database: Data
    /// The newest posts, the newest first.
    let newest: [SamplePost]
    /// The last post of all.
    let oldest: SamplePost
  }

  static let shared = FilledTimeline()

  private var filling: Task<Contents, any Error>?

  /// The filled timeline; the first call costs some seconds.
  ///
  /// - Throws: when the program does not fill it.
  func contents() async throws -> Contents {
    let task = filling ?? Task { try await Self.fill() }
    filling = task
    return try await task.value
  }

  private static func fill() async throws -> Contents {
    try await SampleHome.run(filled: false) { home in
      let result = try await Command.run(
        home.launch("timeline:", "--plain", "--json"), within: .seconds(120))
      guard result.status == .exited(0) else {
        throw HarnessError("the timeline was not filled: \(result.status), \(result.error)")
      }
      guard home.size(of: home.database + "-wal") == 0 else {
        throw HarnessError("a clean end has left changes beside the database")
      }
      let lines = result.output.split(separator: "\n")
      let posts = try (lines.prefix(100) + lines.suffix(1)).map { line in
        try JSONDecoder().decode(SamplePost.self, from: Data(line.utf8))
      }
      guard let oldest = posts.last else { throw HarnessError("the timeline has no posts") }
      return Contents(
        database: try Data(contentsOf: URL(filePath: home.database)),
        newest: posts.dropLast(), oldest: oldest)
    }
  }
}

/// A copy of the program and of what comes with it, to be damaged by a test.
struct InstalledCopy: Sendable {
  /// The copied program.
  let program: String
  /// The copied pictures.
  let pictures: String

  /// Copies below a prefix, as an installation is laid out.
  ///
  /// - Throws: when there are no sample posts with the program.
  init(of program: String, below prefix: String) throws {
    let files = FileManager.default
    let share = prefix + "/share/endless"
    self.program = prefix + "/bin/endless"
    pictures = share + "/timeline/pictures"
    let timeline = prefix + "/libexec/endless/endless-timeline"
    for folder in [prefix + "/bin", prefix + "/libexec/endless", share] {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let assets = try Self.assets(of: program)
    try files.copyItem(atPath: program, toPath: self.program)
    try files.copyItem(atPath: try Self.timeline(of: program), toPath: timeline)
    try files.copyItem(atPath: assets + "/timeline", toPath: share + "/timeline")
  }

  /// The timeline's program: beside a built one, or where it is installed.
  private static func timeline(of program: String) throws -> String {
    let folder = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    let candidates = ["endless-timeline", "../libexec/endless/endless-timeline"].map {
      folder.appending(path: $0).path(percentEncoded: false)
    }
    guard let found = candidates.first(where: FileManager.default.fileExists) else {
      throw HarnessError("no endless-timeline with \(program)")
    }
    return found
  }

  /// Beside an installed program, or in the checkout that it was built in.
  private static func assets(of program: String) throws -> String {
    let path = URL(filePath: program).resolvingSymlinksInPath().path(percentEncoded: false)
    var folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    while !folder.isEmpty {
      let candidates = ["share/endless", "Assets"].map { "\(folder)/\($0)" }
      let isThere = { FileManager.default.fileExists(atPath: $0 + "/timeline/posts.json") }
      if let found = candidates.first(where: isThere) { return found }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    throw HarnessError("no sample posts with \(program)")
  }
}
