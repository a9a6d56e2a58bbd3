/// What tells one state of a database from another.
package struct SQLiteVersion: Hashable, Sendable {
  let mark: SQLiteMark
  /// Which of the connections to a log it was that counted; zero elsewhere.
  let connection: Int
  /// The count of commits of others, as that connection has it; zero elsewhere.
  let commits: Int64
  /// The count of changes to tables and columns.
  package let schema: Int64
}

/// A database while it is read.
package struct SQLiteReader {
  let connection: SQLiteConnection
  /// Which state is read.
  package let version: SQLiteVersion
}

/// How a file is read: by a connection that is opened as the file has to be read now.
struct SQLiteReading {
  private let file: SQLiteFile
  private let watch: QueryWatch
  private var open: Open?
  /// How it was opened last.
  private var way: SQLiteFile.Way?
  /// How many connections there were.
  private var connections = 0
  /// What a reader should know of how it was opened.
  private(set) var notice: String?
  /// What was read last.
  private(set) var version: SQLiteVersion?

  /// How often a read is made again because the file has changed meanwhile.
  private static let mostAttempts = 8

  init(_ file: SQLiteFile, _ watch: QueryWatch) { (self.file, self.watch) = (file, watch) }

  /// A connection, and what it was opened to.
  private struct Open {
    let connection: SQLiteConnection
    let way: SQLiteFile.Way
    let look: SQLiteLook
    let number: Int
    var mark: SQLiteMark { look.mark }
  }

  mutating func close() { open = nil }

  /// Reads from one moment of the database.
  ///
  /// - Throws: what SQLite says; that the database keeps changing.
  mutating func read<Value>(
    _ cancelling: QueryCancelling, _ limit: Duration?,
    _ body: (SQLiteReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    watch.begin(until: limit.map { .now + $0 }, cancelling)
    return try readWatched(body)
  }

  /// Reads from one moment of the database where it is open, nothing has to be waited for and it takes about a millisecond.
  ///
  /// - Returns: nil where it would wait or take longer.
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
      // What was read of a file that changes is no state of it, and neither is what was wrong with it.
      if open?.way == .shared || isSettled && isUnchanged(since: look) {
        guard wasOpen, result.isUnwritable else {
          return try finish(result, look)
        }
        // Another program has put the index of a log there, or taken it away, since the connection was opened.
      }
      close()
      if watch.ends, let reason = watch.reason { throw reason }
    }
    throw SQLError(.passing, "the database keeps changing while it is read: r tries again")
  }

  /// Looks at the file once no other program is writing its pages: it is done soon.
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

  /// Whether a change could be missed; SQLite's locks let none be missed of a log.
  private func waitsToSettle(_ look: SQLiteLook) -> Bool {
    (look.log == nil || way == .unlocked) && !look.mark.isSettled
  }

  private func isUnchanged(since look: SQLiteLook) -> Bool {
    guard let now = try? file.look() else { return false }
    return now.mark == look.mark && !now.isBeingWritten
  }

  /// The result; a connection in which something failed is not used again.
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
      return "a program has ended in the middle of a transaction: a part of it may be shown"
    }
    return switch open?.way {
    case .shared: "another program keeps a log (-wal): SQLite may put a -shm file beside it"
    case .unlocked:
      "the log (-wal) is read without a lock, because no -shm file can be put beside it"
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
    // One that stays in its transaction would show this moment for ever.
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
    guard look.name.count < SQLiteFile.longestPath else {
      throw SQLError(
        .unwritable,
        "cannot open \(file.quotedName): SQLite takes paths of \(SQLiteFile.longestPath) bytes")
    }
    let new = try look.log == nil ? connect(.immutable, look) : connectToLog(look)
    open = new
    return new
  }

  /// Whether a connection shows what is at the path now.
  private static func serves(_ open: Open, _ look: SQLiteLook) -> Bool {
    guard open.way == .shared else { return open.mark == look.mark }
    // A log is emptied now and then while it is used.
    return open.look.hasFiles(of: look)
  }

  private mutating func connectToLog(_ look: SQLiteLook) throws(SQLError) -> Open {
    do throws(SQLError) {
      let open = try connect(.shared, look)
      // Only SQLite's answer says whether it can put the index there: of the user root access(2) tells nothing.
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
