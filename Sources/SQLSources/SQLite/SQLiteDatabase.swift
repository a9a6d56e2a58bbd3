import Dispatch
import Paging
import Synchronization

/// An SQLite database that is read while other programs may write to it.
///
/// Nothing is written, except that SQLite may create an index (`-shm`) next to the log (`-wal`) of
/// another program. Without a log, the file is opened as immutable, and compared before and after
/// each read: if it has changed in the meantime, the result is discarded and the read is repeated.
///
/// Reads are performed one after the other on a serial queue, which uses no thread while nothing is
/// read; a page that can be read in about a millisecond is read on the calling thread. A
/// descriptor of the file stays open until the process exits or the file is removed, because
/// closing the descriptor would release the locks of other connections of this process (fcntl(2)).
public final class SQLiteDatabase: Sendable {
  /// The default time limit of a read; nil for no limit.
  private let limit: Duration?
  let file: SQLiteFile
  private let queue = DispatchQueue(label: "database")
  /// The state of reading, used on the queue or, for a brief read, on the thread of the caller.
  private let reading: Mutex<SQLiteReading>
  private let told = Told()

  /// Creates a database without opening the file.
  ///
  /// - Parameters:
  ///   - path: the path of the file, as bytes.
  ///   - limit: the maximum duration of a read; nil for no limit.
  public convenience init(path: [UInt8], limit: Duration? = nil) {
    self.init(path: path, limit: limit, lockTimeout: .seconds(5))
  }

  /// Creates a database without opening the file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - limit: the maximum duration of a read; nil for no limit.
  public convenience init(path: String, limit: Duration? = nil) {
    self.init(path: Array(path.utf8), limit: limit)
  }

  /// Creates a database without opening the file.
  ///
  /// - Parameters:
  ///   - path: the path of the file, as bytes.
  ///   - limit: the maximum duration of a read; nil for no limit.
  ///   - lockTimeout: the maximum time to wait for a lock of another program.
  ///   - vfs: the file system layer that SQLite uses; nil for the default.
  package init(path: [UInt8], limit: Duration? = nil, lockTimeout: Duration, vfs: String? = nil) {
    file = SQLiteFile(path: path, vfs: vfs)
    self.limit = limit
    reading = Mutex(SQLiteReading(file, QueryWatch(lockTimeout: lockTimeout, word: told.waiting)))
  }

  /// Returns another reader of the same file, with its own connection and thread.
  package func another(limit: Duration? = nil) -> SQLiteDatabase {
    SQLiteDatabase(path: file.path, limit: limit)
  }

  /// The path of the file, as bytes.
  package var path: [UInt8] { file.path }

  /// Reads one state of the database; cancelling the task ends the query, or the wait for the
  /// read's turn.
  ///
  /// - Parameter overrulesLimit: whether the read may exceed the time limit.
  /// - Throws: an error with SQLite's message on one line, if a statement fails.
  package func read<Value: Sendable>(
    overrulesLimit: Bool = false,
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let limit = overrulesLimit ? nil : limit
    return try await queue.read { [self] in attempt($0, limit, body) }
  }

  /// Reads a page, on the thread of the task if that takes at most about a millisecond.
  ///
  /// If the read takes longer, `body` is called again on the thread of the database.
  ///
  /// - Throws: an error with SQLite's message on one line, if a statement fails.
  package func readPage<Value: Sendable>(
    overrulesLimit: Bool,
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let limit = overrulesLimit ? nil : limit
    return try await queue.read {
      attemptHere(body)
    } _: { [self] in
      attempt($0, limit, body)
    }
  }

  /// Reads synchronously, after all earlier reads.
  ///
  /// - Throws: an error with SQLite's message on one line, if a statement fails.
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

  /// Reads on the calling thread; nil if the database is not open, if another read is in progress,
  /// or if this read would wait or take long.
  private func attemptHere<Value: Sendable>(
    _ body: @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) -> Result<Value, SQLError>? {
    reading.withLockIfAvailable { reading in
      let result = reading.readBriefly(body)
      told.set(notice: reading.notice, version: reading.version)
      return result
    } ?? nil
  }

  /// The version of the database, which changes with each commit by any program.
  ///
  /// - Throws: an error if it cannot be read.
  package func version() async throws(SQLError) -> SQLiteVersion {
    try await read { reader throws(SQLError) in reader.version }
  }

  /// A notice for the reader about the current wait, or else a remark about the file; getting it
  /// does not wait for a read.
  package var notice: String? { told.words }

  /// The paths of the file and of the files that SQLite keeps next to it, which may not exist.
  package var paths: [[UInt8]] { ["", "-wal", "-shm", "-journal"].map { path + Array($0.utf8) } }

  /// The version that was read last; nil before the first read.
  var lastVersion: SQLiteVersion? { told.version }

  /// Closes the file after all reads that have been requested so far.
  package func close() { queue.async { [self] in reading.withLock { $0.close() } } }

  /// Closes the file synchronously, after all earlier reads.
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
  /// The part of the state that can be accessed without waiting for a read.
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
