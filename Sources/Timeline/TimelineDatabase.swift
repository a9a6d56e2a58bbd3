import Foundation
import GRDB
import GRDBSources
import GRDBSQLite
import SQLSources

/// An open timeline database that was found to be sound on the outside.
struct TimelineDatabase: Sendable {
  /// What has examined the file before it was opened, closed by now; kept because letting go its
  /// queue hands a task to Dispatch's shared pool, which wakes the process every second from then
  /// on.
  private let inspector: DatabaseQueue?
  let connection: any DatabaseWriter
  let keeping: TimelineKeeping
  let place: TimelinePlace
  /// What the database said when it was opened.
  let state: TimelineState
  /// Whether posts can be added to it until it is full.
  let isFillable: Bool
  /// What `ForeignCommits` counts from; nil where no other program can change it.
  let version: Int?

  /// Bytes that a row may have, so that a page of 50 posts, all made as large as can be, has 13 MB.
  ///
  /// Of a larger row SQLite says so (<https://www.sqlite.org/limits.html>, 1).
  private static let largestRow: Int32 = 256 << 10
  /// Opens a timeline, and makes one if there is none.
  ///
  /// What is there is first examined without the right to write, so that a damaged file, or one
  /// that is not a timeline, is left as it is.
  ///
  /// - Parameter onWait: told where another program holds it for longer than a moment.
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

  /// Opens a timeline for one session, which changes nothing of it; without a place it is made in
  /// memory.
  init(
    forSessionAt place: TimelinePlace?, epoch: Int, total: Int
  ) throws(TimelineError) {
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

  /// The file is taken for one that does not change, so that not even a lock is left beside it.
  private static func session(
    at place: TimelinePlace?, epoch: Int, total: Int
  ) throws -> (DatabaseQueue, TimelineState) {
    guard let place else {
      let queue = try DatabaseQueue(configuration: configuration())
      return (queue, try state(of: queue, keeping: .inMemory, epoch: epoch, total: total))
    }
    guard !place.isOccupied else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "it is not a file")
    }
    guard !place.hasLog else {
      throw DatabaseError(
        resultCode: .SQLITE_CANTOPEN, message: "its log, beside it, holds changes")
    }
    let queue = try DatabaseQueue(
      path: place.immutableURI, configuration: configuration(readOnly: true))
    let state = try state(of: queue, keeping: .readOnly, epoch: epoch, total: total)
    try queue.writeWithoutTransaction { try SessionOverlay.lay($0) }
    return (queue, state)
  }

  /// Opens, again and again for a while if another program is opening the same.
  ///
  /// SQLite waits by itself for most locks, but not for all that turning the log on takes: of two
  /// programs that make the same file at once, now and then one is told at once that it is locked.
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
        // A blocking pause, because the store opens before there is a screen or an actor to keep
        // waiting, and SQLite has no call that waits for this lock.
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

  /// Opens the file without the right to write.
  ///
  /// A log needs files beside the database even to be read. Where those cannot be made, and there
  /// is no log that another program writes, the file is read as one that does not change.
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
  /// Reads at one moment of the database.
  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(TimelineError) -> Value {
    do {
      return try await connection.read(body)
    } catch {
      throw TimelineError(SQLError(error), file: place.file)
    }
  }

  /// Writes in one immediate transaction: all of it or nothing.
  func write<Value: Sendable>(
    _ what: String, _ body: @Sendable (Database) throws -> Value
  ) async throws(TimelineError) -> Value {
    guard keeping != .readOnly else {
      throw .unwritable(what: what, directory: place.directory)
    }
    do {
      return try await connection.write(body)
    } catch {
      let failure = SQLError(error)
      if failure.kind == .unwritable { throw .unwritable(what: what, directory: place.directory) }
      throw TimelineError(failure, file: place.file)
    }
  }

  /// Moves what is in the log into the file: the next start would read all of the log.
  func emptyLog() async {
    guard keeping == .inFile else { return }
    // If another program reads just now, it stays as it is.
    _ = try? await connection.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }
}

extension TimelineDatabase {
  /// Sends an element when others have changed the database; nil where no other program can, or
  /// where changes cannot be heard.
  func updates() -> AsyncStream<Void>? {
    guard let version else { return nil }
    let foreign = ForeignCommits(since: version) { [connection] in
      try? connection.writeWithoutTransaction { try Self.version($0) }
    }
    let (stream, updates) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = place.watch { if foreign.haveCome() { updates.yield() } }
    guard let watch else { return nil }
    // It watches as long as somebody listens.
    updates.onTermination = { _ in withExtendedLifetime(watch) {} }
    return stream
  }

  /// Reads the version to begin with; nil where the database is in memory, or taken for one that
  /// does not change.
  static func version(of connection: any DatabaseWriter, at place: TimelinePlace) throws -> Int? {
    guard connection.path == place.file else { return nil }
    return try connection.writeWithoutTransaction { try version($0) }
  }

  /// The number that changes with the commits of others, as the connection that writes counts them: its own do not count,
  /// and to one that only reads every other is a stranger (<https://www.sqlite.org/pragma.html#pragma_data_version>).
  ///
  /// Waits for what this connection is writing. Cost: a page is read at most.
  private static func version(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
  }
}

extension TimelinePlace {
  /// Watches the file and its log; where the file is a link, SQLite has the log beside what it
  /// leads to.
  fileprivate func watch(_ onWrite: @escaping @Sendable () -> Void) -> FileWatch? {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
    let file = URL(fileURLWithPath: file)
    let target = isLink ? file.resolvingSymlinksInPath() : file
    let name = target.lastPathComponent
    return FileWatch(
      folder: target.deletingLastPathComponent().path, names: [name, name + "-wal"],
      onWrite: onWrite)
  }
}
