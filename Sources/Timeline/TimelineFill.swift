import GRDB

/// An actor that fills a timeline in batches, with the newest posts first.
///
/// Each batch is an immediate transaction that reads the progress and continues from there.
/// Therefore an interrupted fill is continued at the next start, and two programs that start at the
/// same time share the work.
package actor TimelineFill {
  private let database: TimelineDatabase
  private let plan: FillPlan
  private let readSamples: @Sendable () throws(TimelineError) -> SamplePosts
  private var samples: SamplePosts?
  private var running: Task<Result<TimelineState, TimelineError>, Never>?
  private var isChecked = false
  /// The state when it was last read.
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

  /// Writes the next batch, or waits for the one in progress.
  package func advance() async throws(TimelineError) {
    guard !state.isFull else { return }
    let task = running ?? Task { await writeBatch() }
    running = task
    _ = try await task.value.get()
  }

  /// Writes all remaining batches, until one of them fails; after that, a page that needs more
  /// posts writes them.
  ///
  /// At the end the log is moved into the file, because the next start would have to read all of
  /// it.
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

  /// Checks the database before continuing an interrupted fill, because a damaged file must not be
  /// filled.
  ///
  /// Cost: one pass over the filled part.
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

/// The parameters of a fill.
package struct FillPlan: Hashable, Sendable {
  /// The number of posts in a new timeline.
  package var total: Int
  /// The number of posts in the first batch, which is small so that the first page need not wait.
  package var firstBatch: Int
  /// The number of posts in each later batch, which is large because each batch costs a
  /// transaction.
  package var batch: Int
  /// Whether the fill continues in the background, and not only when pages wait for it.
  package var goesOnByItself: Bool

  /// Creates a plan.
  package init(
    total: Int = 100_000, firstBatch: Int = 200, batch: Int = 5_000, goesOnByItself: Bool = true
  ) {
    self.total = total
    self.firstBatch = firstBatch
    self.batch = batch
    self.goesOnByItself = goesOnByItself
  }
}

/// Posts that appear above the newest one.
struct NewPosts: Sendable {
  let count: Int
  /// The current time, in seconds since 1970.
  let now: Int
  let samples: SamplePosts

  /// Inserts the posts.
  ///
  /// Their identities and samples continue after the timeline's total, so that they do not collide
  /// with an incomplete fill. Cost: proportional to the number of posts.
  func insert(_ db: Database) throws {
    let state = try TimelineState(db)
    // This query uses the index even through the view of a session, whereas max() would read the
    // whole view.
    let newestID =
      try Int.fetchOne(db, sql: "SELECT id FROM post ORDER BY id DESC LIMIT 1") ?? 0
    let newest =
      try Int.fetchOne(db, sql: "SELECT time FROM post ORDER BY time DESC LIMIT 1") ?? state.epoch
    guard abs(newest) < 1 << 40, 0..<(1 << 40) ~= newestID else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the newest post is invalid")
    }
    let first = max(state.total, newestID)
    let last = max(min(now, 1 << 40), newest + count)
    let statement = try db.cachedStatement(sql: Post.insertion)
    for (index, sample) in samples.posts(in: first..<(first + count), before: 0).enumerated() {
      let time = newest + (last - newest) * (index + 1) / count
      statement.setUncheckedArguments(sample.asNew(at: time).columns)
      try statement.execute()
    }
  }
}

extension Post {
  /// The post with a new time, and without likes.
  fileprivate func asNew(at time: Int) -> Post {
    Post(
      id: id, time: time, authorName: authorName, authorHandle: authorHandle, text: text,
      picture: picture)
  }
}
