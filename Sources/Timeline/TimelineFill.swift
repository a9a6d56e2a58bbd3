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

/// How a new timeline is filled.
package struct FillPlan: Hashable, Sendable {
  /// Posts that a new timeline gets.
  package var total: Int
  /// Posts of the first batch: few, so that the first page need not wait.
  package var firstBatch: Int
  /// Posts of the other batches: many, because each costs a transaction.
  package var batch: Int
  /// Whether the fill goes on by itself, not only as pages wait for it.
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
  /// Seconds since 1970.
  let now: Int
  let samples: SamplePosts

  /// Adds the posts.
  ///
  /// Identities and samples go on where the timeline's total ends, so that they stay clear of a
  /// fill that is not done. Cost: the posts.
  func insert(_ db: Database) throws {
    let state = try TimelineState(db)
    // By index also over the view of a session, which max() would read whole.
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
  /// The same post, written just now.
  fileprivate func asNew(at time: Int) -> Post {
    Post(
      id: id, time: time, authorName: authorName, authorHandle: authorHandle, text: text,
      picture: picture)
  }
}
