import GRDB

/// Fills a timeline, batch by batch, newest posts first.
///
/// Each batch is one immediate transaction that reads how far the fill is and goes on from there.
/// So a fill that was interrupted goes on at the next start, and two programs that start at once
/// share the work.
package actor TimelineFill {
  private let database: TimelineDatabase
  private let plan: FillPlan
  private let readSamples: @Sendable () throws(TimelineError) -> SamplePosts
  private var samples: SamplePosts?
  private var running: Task<Result<TimelineState, TimelineError>, Never>?
  private var isChecked = false
  /// How far the fill was when last looked at.
  package private(set) var state: TimelineState

  init(
    _ database: TimelineDatabase, plan: FillPlan,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) {
    self.database = database
    self.plan = plan
    readSamples = samples
    state = database.state
  }

  /// Writes the next batch, or waits for the one that is being written.
  package func advance() async throws(TimelineError) {
    guard !state.isFull else { return }
    let task = running ?? Task { await writeBatch() }
    running = task
    _ = try await task.value.get()
  }

  /// Writes batches until there are no more, or one fails: then a page that waits tries again.
  ///
  /// The log goes into the file at the end, because otherwise the next start would read all of it.
  package func advanceToEnd() async {
    guard !state.isFull else { return }
    do throws(TimelineError) {
      while !state.isFull { try await advance() }
    } catch {
      return
    }
    await database.emptyLog()
  }

  /// The samples, read from their file when they are first needed.
  func loadedSamples() throws(TimelineError) -> SamplePosts {
    if let samples { return samples }
    let samples = try readSamples()
    self.samples = samples
    return samples
  }

  private func writeBatch() async -> Result<TimelineState, TimelineError> {
    defer { running = nil }
    do throws(TimelineError) {
      try await checkOnce()
      let samples = try loadedSamples()
      state = try await database.write("posts") { [plan] db in
        try Self.insertBatch(db, plan: plan, samples: samples)
      }
      return .success(state)
    } catch {
      return .failure(error)
    }
  }

  /// Looks for damage before a fill that was interrupted goes on; no damaged file is filled.
  ///
  /// Cost: all that is filled, once.
  private func checkOnce() async throws(TimelineError) {
    guard !isChecked, state.filled > 0 else { return }
    let report = try await database.read { db in
      try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
    }
    guard report == "ok" else {
      let line = report.split(whereSeparator: \.isNewline).joined(separator: " ")
      throw .damaged(file: database.place.file, reason: line)
    }
    isChecked = true
  }

  private static func insertBatch(
    _ db: Database, plan: FillPlan, samples: SamplePosts
  ) throws -> TimelineState {
    let state = try TimelineState(db)
    let size = state.filled == 0 ? plan.firstBatch : plan.batch
    let end = min(state.filled + size, state.total)
    let statement = try db.cachedStatement(sql: Post.insertion)
    for post in samples.posts(in: state.filled..<end, before: state.epoch) {
      statement.setUncheckedArguments(post.columns)
      try statement.execute()
    }
    try db.execute(sql: "UPDATE meta SET filled = ?", arguments: [end])
    return try TimelineState(db)
  }
}
