import GRDB
package import Paging

/// What went wrong in a database: the one place where errors of GRDB and SQLite are read.
package struct DatabaseFailure: Hashable, Sendable {
  /// What follows from an error.
  package enum Kind: Hashable, Sendable {
    /// Another program holds the database, or the machine fails it for now.
    case passing
    /// The file is not a database, or not a sound one.
    case damaged
    /// The file cannot be opened or written, or the disk is full.
    case unwritable
    /// The task was cancelled.
    case cancelled
    /// The query or the data are not what they should be.
    case mistaken
  }

  /// What follows from it.
  package let kind: Kind
  /// What SQLite says, in one line.
  package let reason: String

  /// Reads an error that GRDB threw.
  package init(_ error: any Error) {
    switch error {
    case let error as DatabaseError:
      kind = Self.kind(of: error.resultCode)
      reason = Self.oneLine(error.message ?? "\(error.resultCode)")
    case is CancellationError:
      kind = .cancelled
      reason = "cancelled"
    case is RowDecodingError:
      kind = .mistaken
      reason = Self.oneLine("a row holds an unexpected value: \(error)")
    default:
      kind = .mistaken
      reason = Self.oneLine("\(error)")
    }
  }

  /// The same for a list.
  package var pagingError: PagingError {
    switch kind {
    case .damaged: PagingError("the database is damaged: \(reason)", isRetryable: false)
    case .passing, .cancelled: PagingError(reason, isRetryable: true)
    case .unwritable, .mistaken: PagingError(reason, isRetryable: false)
    }
  }

  /// The meaning of the codes: <https://www.sqlite.org/rescode.html>.
  private static func kind(of code: ResultCode) -> Kind {
    switch code.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_IOERR,
      .SQLITE_PROTOCOL, .SQLITE_SCHEMA:
      .passing
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_FULL: .unwritable
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
    default: .mistaken
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
