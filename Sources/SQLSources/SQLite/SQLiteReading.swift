/// The identity of a state of a database.
package struct SQLiteVersion: Hashable, Sendable {
  let mark: SQLiteMark
  /// The ordinal of the connection on which `commits` was read, because values of `commits` are
  /// comparable only within one connection; 0 unless the file is opened as `shared`.
  let connection: Int
  /// The counter of other connections' commits, relative to this connection; 0 unless the file is
  /// opened as `shared`.
  let commits: Int64
  /// The version of the schema.
  package let schema: Int64
}

/// Access to a database during a read.
package struct SQLiteReader {
  let connection: SQLiteConnection
  /// The version of the database that is read.
  package let version: SQLiteVersion
}

/// The part of `SQLiteDatabase` that reads the file, over a connection that is opened in the way
/// that the file requires.
struct SQLiteReading {
  private let file: SQLiteFile
  private let watch: QueryWatch
  private var open: Open?
  /// The way in which the file was opened last.
  private var way: SQLiteFile.Way?
  /// The number of connections opened so far.
  private var connections = 0
  /// A remark for the reader about how the file was opened, or about an unfinished transaction in
  /// it.
  private(set) var notice: String?
  /// The version that was read last.
  private(set) var version: SQLiteVersion?

  /// The maximum number of attempts if the file changes during a read.
  private static let mostAttempts = 8

  init(_ file: SQLiteFile, _ watch: QueryWatch) { (self.file, self.watch) = (file, watch) }

  /// A connection, and the state of the file when it was opened.
  private struct Open {
    let connection: SQLiteConnection
    let way: SQLiteFile.Way
    let look: SQLiteLook
    let number: Int
    var mark: SQLiteMark { look.mark }
  }

  mutating func close() { open = nil }

  /// Reads one state of the database.
  ///
  /// - Throws: an error if SQLite reports one, or if the database keeps changing.
  mutating func read<Value>(
    _ cancelling: QueryCancelling, _ limit: Duration?,
    _ body: (SQLiteReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    watch.begin(until: limit.map { .now + $0 }, cancelling)
    return try readWatched(body)
  }

  /// Reads one state of the database, if it is open and the read takes at most about a millisecond
  /// without a wait.
  ///
  /// - Returns: the result; nil if the database is not open, or if the read would wait or take
  ///   longer.
  mutating func readBriefly<Value>(
    _ body: (SQLiteReader) throws(SQLError) -> Value
  ) -> Result<Value, SQLError>? {
    guard open != nil else { return nil }
    watch.beginBriefly()
    let result = Result { () throws(SQLError) in try readWatched(body) }
    return watch.wasCutShort ? nil : result
  }

  private mutating func readWatched<Value>(
    _ body: (SQLiteReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    defer { watch.goesOn() }
    for _ in 0..<Self.mostAttempts {
      let look = try settledLook()
      let (wasOpen, isSettled) = (open != nil, look.mark.isSettled)
      let result = Result { () throws(SQLError) in try read(look, body) }
      // If the file changes during the read, neither a result nor an error can be relied on.
      if open?.way == .shared || isSettled && isUnchanged(since: look) {
        guard wasOpen, result.isUnwritable else {
          return try finish(result, look)
        }
        // Another program may have created or removed the index of a log since the connection was
        // opened, so the read is repeated with a new connection.
      }
      close()
      if watch.ends, let reason = watch.reason { throw reason }
    }
    throw SQLError(.passing, "the database keeps changing while being read: try again")
  }

  /// Waits until no other connection is writing pages to the file and no change could go unnoticed,
  /// and returns the state of the file; the wait is usually short.
  private func settledLook() throws(SQLError) -> SQLiteLook {
    var look = try file.look()
    var isFirst = true
    while look.isBeingWritten || waitsToSettle(look) {
      guard watch.waits(isFirst: isFirst) else {
        throw watch.reason ?? SQLError(.cancelled, "the query was stopped")
      }
      isFirst = false
      look = try file.look()
    }
    watch.goesOn()
    return look
  }

  /// Whether a change could go unnoticed; if a log is read with locks, the locks prevent that.
  private func waitsToSettle(_ look: SQLiteLook) -> Bool {
    (look.log == nil || way == .unlocked) && !look.mark.isSettled
  }

  private func isUnchanged(since look: SQLiteLook) -> Bool {
    guard let now = try? file.look() else { return false }
    return now.mark == look.mark && !now.isBeingWritten
  }

  /// Returns the result or throws its error; closes the connection if the error may come from the
  /// state of the connection.
  private mutating func finish<Value>(
    _ result: Result<Value, SQLError>, _ look: SQLiteLook
  ) throws(SQLError) -> Value {
    notice = notice(look)
    guard case .failure(let error) = result else { return try result.get() }
    switch error.kind {
    case .passing, .damaged, .unwritable: close()
    case .mistaken, .cancelled, .tooLong: break
    }
    throw error
  }

  private func notice(_ look: SQLiteLook) -> String? {
    if look.hasHotJournal {
      return "a program crashed in the middle of a transaction: part of it may be shown"
    }
    return switch open?.way {
    case .shared: "the database has a write-ahead log (-wal): reading it may create a -shm file"
    case .unlocked:
      "the write-ahead log (-wal) is read without a lock: no -shm file can be created"
    case .immutable, nil: nil
    }
  }

  // MARK: Connections

  private mutating func read<Value>(
    _ look: SQLiteLook, _ body: (SQLiteReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    let open = try opened(look)
    return open.way == .shared ? try readShared(open, body) : try body(reader(open))
  }

  private mutating func readShared<Value>(
    _ open: Open, _ body: (SQLiteReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try open.connection.run("BEGIN")
    let result = Result { () throws(SQLError) in try body(reader(open)) }
    // A connection that stays in its transaction would show this state forever.
    do { try open.connection.run("COMMIT") } catch { close() }
    return try result.get()
  }

  private mutating func reader(_ open: Open) throws(SQLError) -> SQLiteReader {
    let isShared = open.way == .shared
    let schema = try open.connection.number("PRAGMA schema_version")
    let commits = isShared ? try open.connection.number("PRAGMA data_version") : 0
    let new = SQLiteVersion(
      mark: open.mark, connection: isShared ? open.number : 0, commits: commits, schema: schema)
    version = new
    return SQLiteReader(connection: open.connection, version: new)
  }

  private mutating func opened(_ look: SQLiteLook) throws(SQLError) -> Open {
    if let open, Self.serves(open, look) { return open }
    open = nil
    guard look.name.count <= SQLiteFile.longestPath else {
      throw SQLError(
        .unwritable,
        "cannot open \(file.quotedName): SQLite accepts paths of up to \(SQLiteFile.longestPath) bytes"
      )
    }
    let new = try look.log == nil ? connect(.immutable, look) : connectToLog(look)
    open = new
    return new
  }

  /// Whether a connection can be used for the file that is now at the path.
  private static func serves(_ open: Open, _ look: SQLiteLook) -> Bool {
    guard open.way == .shared else { return open.mark == look.mark }
    // Only the identity of the files is compared, because a log in use is truncated from time to
    // time.
    return open.look.hasFiles(of: look)
  }

  private mutating func connectToLog(_ look: SQLiteLook) throws(SQLError) -> Open {
    do throws(SQLError) {
      let open = try connect(.shared, look)
      // Only an attempt by SQLite shows whether it can create the index, because access(2) reports
      // success even if the disk is full.
      _ = try open.connection.number("PRAGMA schema_version")
      return open
    } catch  where error.kind == .unwritable {
      return try connect(.unlocked, look)
    }
  }

  private mutating func connect(
    _ way: SQLiteFile.Way, _ look: SQLiteLook
  ) throws(SQLError) -> Open {
    let uri = file.uri(way, of: look.name)
    let connection = try SQLiteConnection(uri: uri, keepsIndex: way == .unlocked, watch)
    connections += 1
    self.way = way
    return Open(connection: connection, way: way, look: look, number: connections)
  }
}

extension Result where Failure == SQLError {
  fileprivate var isUnwritable: Bool {
    guard case .failure(let error) = self else { return false }
    return error.kind == .unwritable
  }
}
