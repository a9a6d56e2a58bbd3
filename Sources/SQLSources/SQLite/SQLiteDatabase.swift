import CSQLite
import Dispatch
import Glibc
import Synchronization

/// A SQLite database that is read, while other programs may write it.
///
/// Nothing is written, neither the file nor beside it, except that SQLite may put an index (`-shm`) beside a log (`-wal`)
/// of another program. Where no log is, the file is opened as one that does not change, and whether that was true is looked
/// at before and after each read: what was read while it changed is thrown away, and read again.
///
/// Reads are made one after the other on one thread, which ends when nothing is read.
public final class SQLiteDatabase: Sendable {
  /// How long a query may run by default, which is without a limit.
  private let limit: Duration?
  private let file: SQLiteFile
  private let queue = DispatchQueue(label: "database")
  /// Used on the queue alone; a mutex, because the compiler cannot know that.
  private let state: Mutex<State>

  /// How often a read is made again because the file has changed meanwhile.
  private static let mostAttempts = 8

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: of the file, as bytes.
  ///   - limit: how long a read may run; nil for as long as it takes.
  public init(path: [UInt8], limit: Duration? = nil) {
    file = SQLiteFile(path: path)
    self.limit = limit
    state = Mutex(State(file: file))
  }

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - limit: how long a read may run; nil for as long as it takes.
  public convenience init(path: String, limit: Duration? = nil) {
    self.init(path: Array(path.utf8), limit: limit)
  }

  /// Another reader of the same file, with a connection and a thread that no other read waits for.
  package func another(limit: Duration? = nil) -> SQLiteDatabase {
    SQLiteDatabase(path: file.path, limit: limit)
  }

  /// The path of the file, as bytes.
  package var path: [UInt8] { file.path }

  /// Reads from one moment of the database; cancelling the task ends the query.
  ///
  /// - Parameter overrulesLimit: whether it may run for as long as it takes.
  /// - Throws: what SQLite says, in one line.
  package func read<Value: Sendable>(
    overrulesLimit: Bool = false,
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let cancelling = QueryCancelling()
    let limit = overrulesLimit ? nil : limit
    let result: Result<Value, SQLError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in
          continuation.resume(returning: attempt(cancelling, limit, body))
        }
      }
    } onCancel: {
      cancelling.cancel()
    }
    return try result.get()
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
    state.withLock { state in
      Result { () throws(SQLError) in
        for _ in 0..<Self.mostAttempts {
          if let value = try state.read(cancelling, limit, body) { return value }
        }
        throw SQLError(.passing, "the database keeps changing while it is read")
      }
    }
  }

  /// What tells whether the database has changed, by whichever program.
  ///
  /// - Throws: why that cannot be asked.
  package func version() async throws(SQLError) -> SQLiteVersion {
    try await read { reader throws(SQLError) in reader.version }
  }

  /// How it was opened last, and what a reader should know of that.
  package var notice: String? { queue.sync { state.withLock { $0.notice } } }

  /// Lets go of the file.
  package func close() { queue.async { [self] in state.withLock { $0.close() } } }
}

/// What tells one state of a database from another.
package struct SQLiteVersion: Hashable, Sendable {
  let mark: SQLiteFile.Mark
  /// The count of commits of others, as a connection to a log has it; zero elsewhere.
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

extension SQLiteDatabase {
  /// The connection, opened as the file has to be read now.
  fileprivate struct State {
    let file: SQLiteFile
    private var open: Open?
    private(set) var notice: String?

    init(file: SQLiteFile) { self.file = file }

    fileprivate struct Open {
      let connection: SQLiteConnection
      let way: SQLiteFile.Way
      let mark: SQLiteFile.Mark
    }

    mutating func close() { open = nil }

    /// Reads once; nil where the file has changed meanwhile.
    mutating func read<Value>(
      _ cancelling: QueryCancelling, _ limit: Duration?,
      _ body: (SQLiteReader) throws(SQLError) -> Value
    ) throws(SQLError) -> Value? {
      try waitForWriter(cancelling)
      let (open, way) = (try opened(), file.way)
      open.connection.watch(until: limit.map { ContinuousClock.now + $0 }, cancelling)
      let result = Result { () throws(SQLError) in
        try open.way == .shared
          ? readShared(open, body) : body(SQLiteReader(open, try Self.schema(of: open.connection)))
      }
      guard open.way != .shared else { return try result.get() }
      // What was read of a file that changes is no state of it, and neither is what was wrong with it.
      let isWhole =
        (try? file.mark(for: way)) == open.mark && file.way == way && !file.isBeingWritten
      guard isWhole else {
        close()
        if case .failure(let error) = result, error.kind == .cancelled { throw error }
        return nil
      }
      return try result.get()
    }

    private func readShared<Value>(
      _ open: Open, _ body: (SQLiteReader) throws(SQLError) -> Value
    ) throws(SQLError) -> Value {
      try open.connection.run("BEGIN")
      let result = Result { () throws(SQLError) in
        let schema = try Self.schema(of: open.connection)
        let commits = try open.connection.number("PRAGMA data_version")
        return try body(SQLiteReader(open, schema, commits: commits))
      }
      try? open.connection.run("COMMIT")
      return try result.get()
    }

    private static func schema(of connection: SQLiteConnection) throws(SQLError) -> Int64 {
      try connection.number("PRAGMA schema_version")
    }

    /// A program that writes the file's pages is done soon.
    private func waitForWriter(_ cancelling: QueryCancelling) throws(SQLError) {
      let watch = QueryWatch()
      watch.begin(until: nil, cancelling)
      var tries = 0
      while file.isBeingWritten {
        guard watch.waits(after: tries) else {
          throw SQLError(.passing, "another program is writing the database: it is waited for")
        }
        tries += 1
      }
    }

    private mutating func opened() throws(SQLError) -> Open {
      let way = file.way
      let mark = try file.mark(for: way)
      if let open, open.way == way,
        way == .shared ? open.mark.isSameFile(as: mark) : open.mark == mark
      {
        return open
      }
      open = nil
      let connection = try SQLiteConnection(uri: file.uri(way))
      let new = Open(connection: connection, way: way, mark: mark)
      (open, notice) = (new, notice(for: way))
      return new
    }

    private func notice(for way: SQLiteFile.Way) -> String? {
      if file.hasHotJournal {
        return "a program has ended in the middle of a transaction: a part of it may be shown"
      }
      return switch way {
      case .immutable: nil
      case .shared: "another program keeps a log (-wal): SQLite may put a -shm file beside it"
      case .withoutLog: "the log (-wal) is not read, because the folder cannot be written"
      }
    }
  }
}

extension SQLiteReader {
  fileprivate init(_ open: SQLiteDatabase.State.Open, _ schema: Int64, commits: Int64 = 0) {
    connection = open.connection
    version = SQLiteVersion(mark: open.mark, commits: commits, schema: schema)
  }
}

extension SQLiteConnection {
  /// The number that a query gives; zero where it gives none.
  func number(_ sql: String) throws(SQLError) -> Int64 {
    let statement = try statement(sql)
    let number = try statement.step() ? statement.integer(at: 0) : 0
    statement.reset()
    return number
  }
}
