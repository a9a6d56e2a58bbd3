import GRDB

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
    for (place, sample) in samples.posts(in: first..<(first + count), before: 0).enumerated() {
      let time = newest + (last - newest) * (place + 1) / count
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
