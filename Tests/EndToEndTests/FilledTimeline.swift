import Foundation

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
