import Foundation
import Glibc
import PostgresTrials
import SQLSources

extension PostgresDatabase {
  /// The values of a query as text, row by row.
  func texts(_ sql: String, _ values: [UInt8]?...) async throws(SQLError) -> [String] {
    let statement = PostgresStatement(sql, values)
    return try await read { session throws(SQLError) in try session.texts(statement) }
  }

  /// The error of a query; nil if the query succeeds.
  func error(of sql: String, _ values: [UInt8]?...) async -> SQLError? {
    let statement = PostgresStatement(sql, values)
    do throws(SQLError) {
      _ = try await read { session throws(SQLError) in try session.texts(statement) }
      return nil
    } catch {
      return error
    }
  }
}

extension PostgresSession {
  func texts(_ statement: PostgresStatement) throws(SQLError) -> [String] {
    let result = try rows(statement)
    return (0..<result.rowCount).flatMap { row in
      (0..<result.columnCount).map { result.text(row, $0) ?? "NULL" }
    }
  }
}

extension TrialDatabase {
  func open(limit: Duration? = nil) throws -> PostgresDatabase {
    PostgresDatabase(try PostgresAddress(words), limit: limit)
  }
}

extension String {
  /// Writes the string to a file that only its owner can read.
  func writeSecret(to path: String) throws {
    try write(toFile: path, atomically: false, encoding: .utf8)
    guard chmod(path, 0o600) == 0 else { throw TrialError("no rights for \(path)") }
  }
}
