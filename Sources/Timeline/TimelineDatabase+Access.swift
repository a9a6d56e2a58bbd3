import GRDB
import SQLSources

extension TimelineDatabase {
  /// Reads at one moment of the database.
  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(TimelineError) -> Value {
    do {
      return try await connection.read(body)
    } catch {
      throw TimelineError(DatabaseFailure(error), file: place.file)
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
      let failure = DatabaseFailure(error)
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
