public import Paging

/// What went wrong in a database.
public struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What follows from an error.
  public enum Kind: Hashable, Sendable {
    /// Another program holds the database, or the machine fails it for now.
    case passing
    /// The file is not a database, or not a sound one.
    case damaged
    /// The file cannot be opened or written, or the disk is full.
    case unwritable
    /// The task was cancelled.
    case cancelled
    /// A query ran for as long as it may.
    case tooLong
    /// The query or the data are not what they should be.
    case mistaken
  }

  /// What follows from it.
  public let kind: Kind
  /// What the database says, in one line.
  public let description: String
  /// The SQLSTATE that a server gave; nil of SQLite, and of what no server says.
  package let state: String?

  /// Creates an error; line ends in the text become blanks.
  public init(_ kind: Kind, _ description: String) {
    self.init(kind, description, state: nil)
  }

  /// Creates an error with the SQLSTATE that a server gave.
  package init(_ kind: Kind, _ description: String, state: String?) {
    (self.kind, self.state) = (kind, state)
    self.description =
      description.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// What SQLite says by a result code: <https://www.sqlite.org/rescode.html>.
  package init(sqlite code: Int32, _ message: String) {
    self.init(Self.kind(ofSQLite: code), message)
  }

  /// What follows from a result code of SQLite, primary or extended.
  package static func kind(ofSQLite code: Int32) -> Kind {
    switch code & 0xFF {
    case 5, 6, 7, 10, 15, 17: .passing  // BUSY, LOCKED, NOMEM, IOERR, PROTOCOL, SCHEMA
    case 11, 26: .damaged  // CORRUPT, NOTADB
    case 14, 8, 3, 13: .unwritable  // CANTOPEN, READONLY, PERM, FULL
    case 9, 4: .cancelled  // INTERRUPT, ABORT
    default: .mistaken
    }
  }

  /// The same for a list.
  public var pagingError: PagingError {
    switch kind {
    case .damaged: PagingError("the database is damaged: \(description)", isRetryable: false)
    case .passing, .cancelled: PagingError(description, isRetryable: true)
    case .unwritable, .mistaken, .tooLong: PagingError(description, isRetryable: false)
    }
  }
}
