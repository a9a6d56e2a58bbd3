import Foundation

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
