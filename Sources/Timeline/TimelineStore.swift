import Foundation
import GRDB
import GRDBSources
import SQLSources

/// The timeline: 100,000 sample posts in a SQLite database that is made at first use.
///
///     let store = try TimelineStore(directory: directory) { () throws(TimelineError) in
///       try SamplePosts(contentsOf: file)
///     }
///     let pager = Pager(source: store.source())
///
/// The database is filled in the background, newest posts first; a page that reaches what is not
/// filled yet waits for it. Where nothing can be written the timeline is read from the file as it
/// is, or made in memory, and `keeping` says so.
public actor TimelineStore {
  /// What becomes of likes and new posts.
  public nonisolated let keeping: TimelineKeeping

  nonisolated let database: TimelineDatabase
  private let likes: LikesFile?
  package nonisolated let fill: TimelineFill
  /// How many new posts the next refreshes find: an example of what a refresh may bring.
  private var coming = [3, 1, 4, 2, 0]
  private var headWasRead = false
  /// New posts that refreshes of the head have brought.
  private var added = 0
  /// New posts of one session: they are in memory, and a guest may look as often as keys come.
  private static let mostInSession = 1_000

  /// Opens the timeline in a directory, or makes it; the samples are read only if needed.
  ///
  /// Cost: a few reads, and in a new place a small transaction. Waits some 5 s at most where
  /// another program holds the database.
  ///
  /// - Parameters:
  ///   - directory: where the timeline is, or is to be.
  ///   - onWait: told once where another program holds the database for more than 0.3 s.
  ///   - samples: what posts are made from.
  /// - Throws: where the file is damaged, is not a timeline, or cannot be read; it is left as it
  ///   is. A place that cannot be written is not an error.
  public init(
    directory: String, onWait: (@Sendable () -> Void)? = nil,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) throws(TimelineError) {
    try self.init(
      directory: directory, keeping: nil, epoch: Int(Date().timeIntervalSince1970),
      plan: FillPlan(), onWait: onWait, samples: samples)
  }

  /// Opens a timeline for one session of a guest: what is there is read and never written, and what
  /// the guest does to it is gone with the store.
  ///
  /// - Parameters:
  ///   - directory: where the timeline is; if nil, the posts are made in memory as they are read.
  ///   - likes: where likes are noted, beside being seen in the session; if nil, nowhere.
  ///   - samples: what posts are made from.
  /// - Throws: where the file is missing, damaged, is not a timeline, or another program writes it.
  public init(
    forSessionIn directory: String?, notingLikesIn likes: LikesFile? = nil,
    samples: @escaping @Sendable () throws(TimelineError) -> SamplePosts
  ) throws(TimelineError) {
    try self.init(
      forSessionIn: directory, notingLikesIn: likes, epoch: Int(Date().timeIntervalSince1970),
      plan: FillPlan(goesOnByItself: false), samples: samples)
  }

  /// The same with all that a test decides.
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

  /// The same with all that a test decides; `keeping` is found out if nil.
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
    // A task that finds nothing to do would still wake the pool of threads that runs it.
    if plan.goesOnByItself, database.isFillable, !database.state.isFull {
      Task { await fill.advanceToEnd() }
    }
  }

  /// The posts, newest first, as pages; a refresh first lets new posts appear.
  public nonisolated func source() -> TimelineSource {
    TimelineSource(store: self) { Int(Date().timeIntervalSince1970) }
  }

  /// Sends an element when another program, or another store, has changed the timeline since it was
  /// opened.
  ///
  /// Changes that come together are told once; what this store itself writes is not told. Nothing
  /// wakes the process while nothing is written, and all of it ends with the stream.
  ///
  /// - Returns: nil where nothing else can change it, in memory and in a session, and where the
  ///   system cannot watch the file.
  public nonisolated func updates() -> AsyncStream<Void>? { database.updates() }

  /// Adds a few posts above the newest, as others would while you read, and returns how many.
  ///
  /// That is 3, then 1, 4, 2, 0, and from the start again. Their times, in seconds since 1970, end
  /// with now, or a little after the newest post if the clock is behind it.
  ///
  /// - Throws: where the database can only be read or fails.
  public func addNewPosts(now: Int) async throws(TimelineError) -> Int {
    let count = coming[0]
    let samples = try await fill.loadedSamples()
    try await database.write("new posts") { db in
      try NewPosts(count: count, now: now, samples: samples).insert(db)
    }
    coming.append(coming.removeFirst())
    return count
  }

  /// Likes a post, or takes the like back, and returns the post as it is now.
  ///
  /// Nothing changes if it is so already.
  ///
  /// - Throws: where likes cannot be kept, the database fails, or there is no such post.
  public func setLiked(_ liked: Bool, postID: Post.ID) async throws(TimelineError) -> Post {
    guard keeping == .inFile || keeping == .inSession else {
      throw .unwritable(what: "likes", directory: database.place.directory)
    }
    try likes?.add(liked: liked, postID: postID, now: Int(Date().timeIntervalSince1970))
    let post = try await database.write("likes") { db in
      try db.execute(
        sql: """
          UPDATE post SET isLiked = :liked, likes = max(0, likes + iif(:liked, 1, -1))
          WHERE id = :id AND isLiked <> :liked
          """, arguments: ["liked": liked, "id": postID])
      return try Post.fetchOne(db, sql: "SELECT * FROM post WHERE id = ?", arguments: [postID])
    }
    guard let post else { throw .noSuchPost(postID) }
    return post
  }

  /// Closes the database; all that was kept is then in the one file, and nothing can be read.
  package func close() async throws(TimelineError) {
    await database.emptyLog()
    do {
      try database.connection.close()
    } catch {
      throw TimelineError(SQLError(error), file: database.place.file)
    }
  }

  /// Lets new posts appear, except the first time; a database that can only be read has none.
  func lookAtHead(now: Int) async throws(TimelineError) {
    guard headWasRead else {
      headWasRead = true
      return
    }
    guard keeping != .readOnly, keeping != .inSession || added < Self.mostInSession else { return }
    added += try await addNewPosts(now: now)
  }
}
