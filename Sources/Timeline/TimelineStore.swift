import Foundation
import GRDB
import GRDBSources
import SQLSources

/// A timeline of 100,000 sample posts in an SQLite database, which is created at first use.
///
///     let store = try TimelineStore(directory: directory) { () throws(TimelineError) in
///       try SamplePosts(contentsOf: file)
///     }
///     let pager = Pager(source: store.source())
///
/// The database is filled in the background, newest posts first; a page that reaches the part that
/// is not yet filled waits. If nothing can be written, the timeline is read-only or in memory; see
/// `keeping`.
public actor TimelineStore {
  /// The way in which likes and new posts are kept.
  public nonisolated let keeping: TimelineKeeping

  nonisolated let database: TimelineDatabase
  private let likes: LikesFile?
  package nonisolated let fill: TimelineFill
  /// The numbers of new posts that the next refreshes find, one for each refresh; like the posts,
  /// they are samples.
  private var coming = [3, 1, 4, 2, 0]
  private var headWasRead = false
  /// The number of new posts that refreshes have brought.
  private var added = 0
  /// The number of new posts after which a session gets no more, because they are in memory and a
  /// guest can refresh as often as keys arrive.
  private static let mostInSession = 1_000

  /// Opens or creates the timeline in a folder; the samples are read only if needed.
  ///
  /// Cost: a few reads, and in a new folder a small transaction. Waits up to about 5 s if another
  /// program holds the database.
  ///
  /// - Parameters:
  ///   - directory: the folder of the timeline.
  ///   - onWait: called once if another program holds the database for more than 0.3 s.
  ///   - samples: reads the samples.
  /// - Throws: an error if the file is damaged, is not a timeline, or cannot be read; it is not
  ///   changed. A read-only folder is not an error.
  public init(
    directory: String, onWait: (@Sendable () -> Void)? = nil,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) throws(TimelineError) {
    try self.init(
      directory: directory, keeping: nil, epoch: Int(Date().timeIntervalSince1970),
      plan: FillPlan(), onWait: onWait, samples: samples)
  }

  /// Opens a timeline for a guest's session: the file is never written, and changes last until the
  /// store is released.
  ///
  /// - Parameters:
  ///   - directory: the folder of the timeline; if nil, posts are generated in memory as they are
  ///     read.
  ///   - likes: a file to which likes are also appended, if any.
  ///   - samples: reads the samples.
  /// - Throws: an error if the file is missing, damaged, not a timeline, or has changes in a log.
  public init(
    forSessionIn directory: String?, notingLikesIn likes: LikesFile? = nil,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) throws(TimelineError) {
    try self.init(
      forSessionIn: directory, notingLikesIn: likes, epoch: Int(Date().timeIntervalSince1970),
      plan: FillPlan(goesOnByItself: false), samples: samples)
  }

  /// Creates a session store with all parts that tests replace.
  package init(
    forSessionIn directory: String?, notingLikesIn likes: LikesFile? = nil, epoch: Int,
    plan: FillPlan,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) throws(TimelineError) {
    let database = try TimelineDatabase(
      forSessionAt: directory.map { TimelinePlace(directory: $0) }, epoch: epoch,
      total: plan.total)
    self.database = database
    fill = TimelineFill(database, plan: plan, samples: samples)
    keeping = database.keeping
    self.likes = likes
  }

  /// Creates a store with all parts that tests replace; if `keeping` is nil, it is determined here.
  package init(
    directory: String, keeping: TimelineKeeping?, epoch: Int, plan: FillPlan,
    onWait: (@Sendable () -> Void)? = nil,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) throws(TimelineError) {
    let database = try TimelineDatabase(
      at: TimelinePlace(directory: directory), keeping: keeping, epoch: epoch, total: plan.total,
      onWait: onWait)
    let fill = TimelineFill(database, plan: plan, samples: samples)
    self.database = database
    self.fill = fill
    self.keeping = database.keeping
    likes = nil
    // Even a task that does nothing would wake the thread pool that runs it.
    if plan.goesOnByItself, database.isFillable, !database.state.isFull {
      Task { await fill.advanceToEnd() }
    }
  }

  /// The posts as a source, newest first; a refresh first makes new posts appear.
  public nonisolated func source() -> TimelineSource {
    TimelineSource(store: self) { Int(Date().timeIntervalSince1970) }
  }

  /// A stream that yields an element after changes by another program or store since the timeline
  /// was opened.
  ///
  /// Simultaneous changes are reported once; writes of this store are not reported. The process is
  /// not woken while nothing is written, and watching ends with the stream.
  ///
  /// - Returns: nil if nothing else can change the timeline because it is in memory, in a session
  ///   or opened as immutable, or if the system cannot watch the file.
  public nonisolated func updates() -> AsyncStream<Void>? { database.updates() }

  /// Adds a few posts above the newest one, as other authors would, and returns their number.
  ///
  /// The numbers are 3, 1, 4, 2, 0, and then repeat. The times, in seconds since 1970, end at
  /// `now`, or shortly after the newest post if the clock is behind it.
  ///
  /// - Throws: an error if the database is read-only or fails.
  public func addNewPosts(now: Int) async throws(TimelineError) -> Int {
    let count = coming[0]
    let samples = try await fill.loadedSamples()
    try await database.write("new posts") { db in
      try NewPosts(count: count, now: now, samples: samples).insert(db)
    }
    coming.append(coming.removeFirst())
    return count
  }

  /// Adds or removes the reader's like, and returns the changed post.
  ///
  /// If the like is already in that state, the post stays unchanged.
  ///
  /// - Throws: an error if likes cannot be kept, the database fails, or the post does not exist.
  public func setLiked(_ liked: Bool, postID: Post.ID) async throws(TimelineError) -> Post {
    guard keeping == .inFile || keeping == .inSession else {
      throw .unwritable(what: "likes", directory: database.place.directory)
    }
    let now = Int(Date().timeIntervalSince1970)
    let post = try await database.write("likes") { [likes] db -> Post? in
      let held = try Self.post(postID, in: db)
      guard let post = held, post.isLiked != liked else { return held }
      try likes?.add(liked: liked, postID: postID, now: now)
      try db.execute(
        sql: """
          UPDATE post SET isLiked = :liked, likes = max(0, likes + iif(:liked, 1, -1))
          WHERE id = :id
          """, arguments: ["liked": liked, "id": postID])
      return try Self.post(postID, in: db)
    }
    guard let post else { throw .noSuchPost(postID) }
    return post
  }

  private static func post(_ id: Post.ID, in db: Database) throws -> Post? {
    try Post.fetchOne(db, sql: "SELECT * FROM post WHERE id = ?", arguments: [id])
  }

  /// Moves the log into the database file if possible, and closes the database; nothing can be read
  /// afterward.
  package func close() async throws(TimelineError) {
    await database.emptyLog()
    do {
      try database.connection.close()
    } catch {
      throw TimelineError(SQLError(error), file: database.place.file)
    }
  }

  /// Makes new posts appear, except the first time, in a read-only database, and beyond a session's
  /// limit.
  func lookAtHead(now: Int) async throws(TimelineError) {
    guard headWasRead else {
      headWasRead = true
      return
    }
    guard keeping != .readOnly, keeping != .inSession || added < Self.mostInSession else { return }
    added += try await addNewPosts(now: now)
  }
}
