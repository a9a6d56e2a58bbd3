import Foundation
import Testing

/// A separate place for the program's data, which exists during one test.
///
///     try await SampleHome.run { home in
///       try await home.onScreen("--mouse") { tmux in … }
///     }
struct SampleHome: Sendable {
  /// The folder with all files of this test, which is also `HOME`.
  let directory: TemporaryDirectory
  /// The program under test.
  let program: String
  /// The newest posts of a filled timeline, newest first; empty if the home is not filled.
  let newest: [SamplePost]
  /// The oldest post of a filled timeline; nil if the home is not filled.
  let oldest: SamplePost?

  /// Creates a home, calls `body`, and then always removes the home with its contents.
  ///
  /// - Parameter filled: whether the home contains a copy of the filled timeline; if not, the
  ///   program starts for the first time.
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

  /// The value of `XDG_DATA_HOME`.
  var dataHome: String { directory.path + "/data" }
  /// The value of `XDG_STATE_HOME`.
  var stateHome: String { directory.path + "/state" }
  /// The folder in which the program creates the database.
  var folder: String { dataHome + "/endless" }
  /// The path of the database.
  var database: String { folder + "/timeline.sqlite" }

  /// The size of a file in bytes; 0 if it does not exist.
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

  /// The launch of the program in this home.
  func launch(_ arguments: String..., environment: [String: String?] = [:]) -> Launch {
    launch(arguments, environment: environment)
  }

  /// The launch of the program in this home.
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

  /// Runs the program in tmux, which renders the screen, and calls `body` when the first post is
  /// shown.
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

  /// Runs the program in a pseudo-terminal, and calls `body` when the first post is shown.
  ///
  /// Standard error is a pipe, so that a test can check that nothing was written to it.
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
  /// Makes a filled home, and runs the program there in tmux, which renders the screen.
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

  /// Runs, in a terminal, a program that exits before it opens its screen; returns its exit status
  /// and its error message.
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
  /// The name of the author.
  let authorName: String
  /// The short name of the author, which is in ASCII.
  let authorHandle: String
  /// The text of the post.
  let text: String
  /// The number of likes.
  let likes: Int
  /// Whether the reader likes the post.
  let isLiked: Bool
}

/// The timeline as the program fills it.
///
/// It is created once for all tests and kept in memory, so that nothing of it remains on the disk.
actor FilledTimeline {
  /// The content of a filled timeline.
  struct Contents: Sendable {
    /// The bytes of the database.
    let database: Data
    /// The newest posts, newest first.
    let newest: [SamplePost]
    /// The oldest post.
    let oldest: SamplePost
  }

  static let shared = FilledTimeline()

  private var filling: Task<Contents, any Error>?

  /// The filled timeline; the first call takes some seconds.
  ///
  /// - Throws: an error if the program does not fill it.
  func contents() async throws -> Contents {
    let task = filling ?? Task { try await Self.fill() }
    filling = task
    return try await task.value
  }

  private static func fill() async throws -> Contents {
    try await SampleHome.run(filled: false) { home in
      let result = try await Command.run(
        home.launch("timeline:", "--plain", "--json"), within: .seconds(240))
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

/// A copy of the program and its files, which a test can damage.
struct InstalledCopy: Sendable {
  /// The copied program.
  let program: String
  /// The copied pictures.
  let pictures: String

  /// Copies the program below a prefix, in the layout of an installation.
  ///
  /// - Throws: an error if a file is missing or cannot be copied.
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

  /// The path of the timeline's program: next to a built program, or where it is installed.
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

  /// The path of the assets: next to an installed program, or in the checkout in which it was
  /// built.
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
