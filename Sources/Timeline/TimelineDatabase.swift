import Foundation
import GRDB
import GRDBSources
import GRDBSQLite
import SQLSources

/// An open timeline database whose schema has been verified.
struct TimelineDatabase: Sendable {
  /// The closed connection with which the file was examined.
  ///
  /// It is retained, because releasing its queue starts a task in Dispatch's shared pool, which
  /// then wakes the process every second.
  private let inspector: DatabaseQueue?
  let connection: any DatabaseWriter
  let keeping: TimelineKeeping
  let place: TimelinePlace
  /// The state of the database when it was opened.
  let state: TimelineState
  /// Whether posts can be added until the timeline is full.
  let isFillable: Bool
  /// The initial version for `ForeignCommits`; nil if no other program can change the database.
  let version: Int?

  /// The maximum size of a row in bytes, so that a page of 50 posts takes at most 13 MB.
  ///
  /// SQLite reports an error for a larger row (<https://www.sqlite.org/limits.html>, section 1).
  private static let largestRow: Int32 = 256 << 10
  /// Opens a timeline, or creates one if none exists.
  ///
  /// An existing file is first examined without write access, so that a damaged file, or a file
  /// that is not a timeline, is not changed.
  ///
  /// - Parameter onWait: called if another program holds the database for longer than a moment.
  init(
    at place: TimelinePlace, keeping wanted: TimelineKeeping? = nil, epoch: Int, total: Int,
    onWait: (@Sendable () -> Void)? = nil
  ) throws(TimelineError) {
    let keeping = wanted ?? place.prepare()
    let timeout = BusyTimeout(onWait)
    defer { timeout.silence() }
    (connection, inspector, state, version) = try Self.openWhileBusy(at: place, timeout) {
      let inspector = keeping == .inFile && place.hasFile ? try Self.inspect(place, timeout) : nil
      let connection = try Self.connect(to: place, keeping: keeping, timeout)
      let state = try Self.state(of: connection, keeping: keeping, epoch: epoch, total: total)
      let version = try Self.version(of: connection, at: place)
      return (connection, inspector, state, version)
    }
    self.keeping = keeping
    self.place = place
    isFillable = keeping != .readOnly
  }

  /// Opens a timeline for a guest's session without changing it; if no place is given, the timeline
  /// is created in memory.
  init(
    forSessionAt place: TimelinePlace?, epoch: Int, total: Int
  ) throws(TimelineError) {
    if let place { try Self.checkSession(at: place) }
    do {
      (connection, state) = try Self.session(at: place, epoch: epoch, total: total)
    } catch {
      throw TimelineError(SQLError(error), file: place?.file ?? "the timeline in memory")
    }
    inspector = nil
    version = nil
    keeping = .inSession
    isFillable = place == nil
    self.place = place ?? TimelinePlace(directory: "/")
  }

  /// Refuses a path to something other than a regular file, and a file with a log.
  ///
  /// The file is treated as immutable, so SQLite would ignore the changes in the log.
  private static func checkSession(at place: TimelinePlace) throws(TimelineError) {
    guard !place.isOccupied else {
      throw .unreadable(file: place.file, reason: "it is not a regular file; rename or remove it")
    }
    guard !place.hasLog else {
      throw .unreadable(
        file: place.file,
        reason: "its -wal file is not empty; quit the program that uses the timeline, "
          + "or, after a crash, open the timeline once and quit")
    }
  }

  /// Opens the database of a session.
  ///
  /// The file is treated as immutable, so that not even a lock file is created next to it.
  private static func session(
    at place: TimelinePlace?, epoch: Int, total: Int
  ) throws -> (DatabaseQueue, TimelineState) {
    guard let place else {
      let queue = try DatabaseQueue(configuration: configuration())
      return (queue, try state(of: queue, keeping: .inMemory, epoch: epoch, total: total))
    }
    let queue = try DatabaseQueue(
      path: place.immutableURI, configuration: configuration(readOnly: true))
    let state = try state(of: queue, keeping: .readOnly, epoch: epoch, total: total)
    try queue.writeWithoutTransaction { try SessionOverlay.lay($0) }
    return (queue, state)
  }

  /// Opens the database, and retries for a while if another program is opening it, too.
  ///
  /// SQLite itself waits for most locks, but not for all locks that are needed to switch to a log:
  /// if two programs create the same file at the same time, one of them may get an error
  /// immediately.
  private static func openWhileBusy<Value>(
    at place: TimelinePlace, _ timeout: BusyTimeout, _ open: () throws -> Value
  ) throws(TimelineError) -> Value {
    let deadline = ContinuousClock.now + BusyTimeout.limit
    var tries = 0
    while true {
      do {
        return try open()
      } catch {
        let failure = SQLError(error)
        // The pause blocks, because the store is opened before the screen, and SQLite has no call
        // that waits for this lock.
        guard failure.kind == .passing, ContinuousClock.now < deadline, timeout.waits(after: tries)
        else { throw TimelineError(failure, file: place.file) }
        tries += 1
      }
    }
  }

  private static func connect(
    to place: TimelinePlace, keeping: TimelineKeeping, _ timeout: BusyTimeout
  ) throws -> any DatabaseWriter {
    switch keeping {
    case .inFile: return try DatabasePool(path: place.file, configuration: configuration(timeout))
    case .readOnly: return try openReadOnly(place, timeout)
    case .inMemory, .inSession: return try DatabaseQueue(configuration: configuration(timeout))
    }
  }

  private static func state(
    of connection: any DatabaseWriter, keeping: TimelineKeeping, epoch: Int, total: Int
  ) throws -> TimelineState {
    let isNew = try connection.read { try TimelineSchema.isEmpty($0) }
    guard isNew, keeping != .readOnly else {
      return try connection.read { try TimelineSchema.check($0) }
    }
    return try connection.write { try TimelineSchema.make($0, epoch: epoch, total: total) }
  }

  private static func inspect(
    _ place: TimelinePlace, _ timeout: BusyTimeout
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(
      path: place.file, configuration: configuration(timeout, readOnly: true))
    try queue.read { db in
      if try !TimelineSchema.isEmpty(db) { _ = try TimelineSchema.check(db) }
    }
    try queue.close()
    return queue
  }

  /// Opens the file without write access.
  ///
  /// A database with a log needs other files next to it even for reading. If these files cannot be
  /// created, and no log of another program exists, the database is treated as immutable.
  private static func openReadOnly(
    _ place: TimelinePlace, _ timeout: BusyTimeout
  ) throws -> DatabaseQueue {
    let configuration = configuration(timeout, readOnly: true)
    do {
      let queue = try DatabaseQueue(path: place.file, configuration: configuration)
      _ = try queue.read { try TimelineSchema.isEmpty($0) }
      return queue
    } catch {
      guard SQLError(error).kind == .unwritable, !place.hasLog else { throw error }
      return try DatabaseQueue(path: place.immutableURI, configuration: configuration)
    }
  }

  private static func configuration(
    _ timeout: BusyTimeout = BusyTimeout(nil), readOnly: Bool = false
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .callback { timeout.waits(after: $0) }
    configuration.prepareDatabase { db in
      sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, largestRow)
    }
    return configuration
  }
}

extension TimelineDatabase {
  /// Returns the result of a closure that reads a single state of the database.
  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(TimelineError) -> Value {
    do {
      return try await connection.read(body)
    } catch {
      throw TimelineError(SQLError(error), file: place.file)
    }
  }

  /// Returns the result of a closure that writes in an immediate transaction, which is complete or
  /// has no effect.
  func write<Value: Sendable>(
    _ what: String, _ body: @Sendable (Database) throws -> Value
  ) async throws(TimelineError) -> Value {
    guard keeping != .readOnly else {
      throw .unwritable(what: what, directory: place.directory)
    }
    do {
      return try await connection.write(body)
    } catch let error as TimelineError {
      throw error
    } catch {
      let failure = SQLError(error)
      if failure.kind == .unwritable { throw .unwritable(what: what, directory: place.directory) }
      throw TimelineError(failure, file: place.file)
    }
  }

  /// Moves the log into the file, because the next start would have to read the whole log.
  func emptyLog() async {
    guard keeping == .inFile else { return }
    // While another program reads, the log stays as it is.
    _ = try? await connection.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }
}

extension TimelineDatabase {
  /// A stream that reports changes by another program or store; nil if no other program can change
  /// the database, or if changes cannot be watched.
  func updates() -> AsyncStream<Void>? {
    guard let version else { return nil }
    let foreign = ForeignCommits(since: version) { [connection] in
      try? connection.writeWithoutTransaction { try Self.version($0) }
    }
    let (stream, updates) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = place.watch { if foreign.haveCome() { updates.yield() } }
    guard let watch else { return nil }
    // The watch lives as long as the stream is used.
    updates.onTermination = { _ in withExtendedLifetime(watch) {} }
    return stream
  }

  /// Reads the initial version; nil if the database is in memory or immutable.
  static func version(of connection: any DatabaseWriter, at place: TimelinePlace) throws -> Int? {
    guard connection.path == place.file else { return nil }
    return try connection.writeWithoutTransaction { try version($0) }
  }

  /// The number that changes with the commits of other connections, as seen by the writing
  /// connection.
  ///
  /// That connection does not count its own commits, whereas for a reading connection all commits
  /// are foreign (<https://www.sqlite.org/pragma.html#pragma_data_version>). The call waits until
  /// this connection has finished a write. Cost: reads at most a page.
  private static func version(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
  }
}

extension TimelinePlace {
  /// Watches the file and its log.
  fileprivate func watch(_ onWrite: @escaping @Sendable () -> Void) -> FileWatch? {
    let target = URL(fileURLWithPath: target)
    let name = target.lastPathComponent
    return FileWatch(
      folder: target.deletingLastPathComponent().path, names: [name, name + "-wal"],
      onWrite: onWrite)
  }
}
