import Dispatch
import Paging
import Synchronization

/// A SQLite database that is read, while other programs may write it.
///
/// Nothing is written, neither the file nor beside it, except that SQLite may put an index (`-shm`) beside a log (`-wal`)
/// of another program. Where no log is, the file is opened as one that does not change, and whether that was true is looked
/// at before and after each read: what was read while it changed is thrown away, and read again.
///
/// Reads are made one after the other on one thread, which ends when nothing is read; a page that is read within a millisecond
/// is read by the thread that asks for it. A descriptor of the file stays open
/// until the process ends or the file is removed, because closing it would take the locks of other connections of this
/// process (fcntl(2)).
public final class SQLiteDatabase: Sendable {
  /// How long a query may run by default, which is without a limit.
  private let limit: Duration?
  let file: SQLiteFile
  private let queue = DispatchQueue(label: "database")
  /// Used on the queue alone; a mutex, because the compiler cannot know that.
  private let reading: Mutex<SQLiteReading>
  private let told = Told()

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: of the file, as bytes.
  ///   - limit: how long a read may run; nil for as long as it takes.
  public convenience init(path: [UInt8], limit: Duration? = nil) {
    self.init(path: path, limit: limit, lockTimeout: .seconds(5))
  }

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - limit: how long a read may run; nil for as long as it takes.
  public convenience init(path: String, limit: Duration? = nil) {
    self.init(path: Array(path.utf8), limit: limit)
  }

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: of the file, as bytes.
  ///   - limit: how long a read may run; nil for as long as it takes.
  ///   - lockTimeout: how long a lock of another program is waited for.
  ///   - vfs: what SQLite reads files with; nil for the system's.
  package init(path: [UInt8], limit: Duration? = nil, lockTimeout: Duration, vfs: String? = nil) {
    file = SQLiteFile(path: path, vfs: vfs)
    self.limit = limit
    reading = Mutex(SQLiteReading(file, QueryWatch(lockTimeout: lockTimeout, word: told.waiting)))
  }

  /// Another reader of the same file, with a connection and a thread that no other read waits for.
  package func another(limit: Duration? = nil) -> SQLiteDatabase {
    SQLiteDatabase(path: file.path, limit: limit)
  }

  /// The path of the file, as bytes.
  package var path: [UInt8] { file.path }

  /// Reads from one moment of the database; cancelling the task ends the query, or the wait for its turn.
  ///
  /// - Parameter overrulesLimit: whether it may run for as long as it takes.
  /// - Throws: what SQLite says, in one line.
  package func read<Value: Sendable>(
    overrulesLimit: Bool = false,
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let limit = overrulesLimit ? nil : limit
    return try await queue.read { [self] in attempt($0, limit, body) }
  }

  /// The same, by the thread that the task runs on where that takes about a millisecond at most, because handing a page
  /// over to another thread and back takes as long as reading it; else `body` is run again on the database's.
  ///
  /// - Throws: what SQLite says, in one line.
  package func readPage<Value: Sendable>(
    overrulesLimit: Bool,
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    if !Task.isCancelled, let result = attemptHere(body) { return try result.get() }
    return try await read(overrulesLimit: overrulesLimit, body)
  }

  /// The same on the thread that calls, which waits for the reads before.
  ///
  /// - Throws: what SQLite says, in one line.
  package func readNow<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try queue.sync { attempt(QueryCancelling(), limit, body) }.get()
  }

  private func attempt<Value: Sendable>(
    _ cancelling: QueryCancelling, _ limit: Duration?,
    _ body: @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) -> Result<Value, SQLError> {
    reading.withLock { reading in
      let result = Result { () throws(SQLError) in try reading.read(cancelling, limit, body) }
      told.set(notice: reading.notice, version: reading.version)
      return result
    }
  }

  /// Reads on the thread that calls, where nothing else reads, and it neither waits nor takes long; nil elsewhere.
  private func attemptHere<Value: Sendable>(
    _ body: @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) -> Result<Value, SQLError>? {
    reading.withLockIfAvailable { reading in
      let result = reading.readBriefly(body)
      told.set(notice: reading.notice, version: reading.version)
      return result
    } ?? nil
  }

  /// What tells whether the database has changed, by whichever program.
  ///
  /// - Throws: why that cannot be asked.
  package func version() async throws(SQLError) -> SQLiteVersion {
    try await read { reader throws(SQLError) in reader.version }
  }

  /// What is waited for now, else what a reader should know of how it was opened last; it waits for no read.
  package var notice: String? { told.words }

  /// The paths of the file and of those that SQLite keeps beside it, which need not be there.
  package var paths: [[UInt8]] { ["", "-wal", "-shm", "-journal"].map { path + Array($0.utf8) } }

  /// The version that was read last; nil before the first read.
  var lastVersion: SQLiteVersion? { told.version }

  /// Lets go of the file, after the reads that were asked for before.
  package func close() { queue.async { [self] in reading.withLock { $0.close() } } }

  /// The same on the thread that calls, which waits for the reads before.
  package func closeNow() { queue.sync { reading.withLock { $0.close() } } }
}

extension SQLiteDatabase: RowDatabase {
  package func anotherReader(limit: Duration?) -> any RowDatabase { another(limit: limit) }

  package func ask<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    try await read(overrulesLimit: overrulesLimit) { reader throws(SQLError) in try body(reader) }
  }

  package func askForPage<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    try await readPage(overrulesLimit: overrulesLimit) { reader throws(SQLError) in
      try body(reader)
    }
  }

  package func askNow<Value: Sendable>(
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try readNow { reader throws(SQLError) in try body(reader) }
  }

  package func rows(once rows: RowsOnce) -> OnceRows {
    let source = QuerySource(rows, in: self)
    return OnceRows { request async throws(PagingError) in try await source.load(request) }
  }
}

extension SQLiteReader: RowReader {
  package func holdsUTF8() throws(SQLError) -> Bool { try isUTF8 }
}

extension SQLiteDatabase {
  /// What a database tells without waiting for a read.
  private final class Told: Sendable {
    let waiting = WaitWord()
    private let last = Mutex<(notice: String?, version: SQLiteVersion?)>((nil, nil))

    var words: String? { waiting.words ?? last.withLock { $0.notice } }
    var version: SQLiteVersion? { last.withLock { $0.version } }

    func set(notice: String?, version: SQLiteVersion?) {
      last.withLock { $0 = (notice, version ?? $0.version) }
    }
  }
}
