public import Paging

/// An error of a database.
public struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, which determines how it is handled.
  public enum Kind: Hashable, Sendable {
    /// A temporary failure: for example, the database is locked by another program, the connection
    /// to a server was lost, or the system lacks resources.
    case passing
    /// The file is not a database, or is damaged.
    case damaged
    /// The file cannot be opened or written, the disk is full, or the database library is missing.
    case unwritable
    /// The task was cancelled.
    case cancelled
    /// The query has exceeded its time limit.
    case tooLong
    /// The query or the data are wrong.
    case mistaken
  }

  /// The kind of the error.
  public let kind: Kind
  /// The error message, on one line.
  public let description: String
  /// The SQLSTATE of a server's error; nil for SQLite and for errors without one.
  package let state: String?
  /// Whether a query that runs only once has to be run again to read the requested row.
  package let hasExpired: Bool

  /// Creates an error; line ends in the text are replaced by blanks.
  public init(_ kind: Kind, _ description: String) {
    self.init(kind, description, state: nil)
  }

  /// Creates an error with the SQLSTATE that a server has reported.
  package init(_ kind: Kind, _ description: String, state: String?) {
    self.init(kind, description, state: state, hasExpired: false)
  }

  private init(_ kind: Kind, _ description: String, state: String?, hasExpired: Bool) {
    (self.kind, self.state, self.hasExpired) = (kind, state, hasExpired)
    self.description =
      description.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The error of a query that runs only once, if it has to be run again to read the requested row.
  static func expired(_ description: String) -> SQLError {
    SQLError(.mistaken, description, state: nil, hasExpired: true)
  }

  /// Creates an error from an SQLite result code: <https://www.sqlite.org/rescode.html>.
  package init(sqlite code: Int32, _ message: String) {
    self.init(Self.kind(ofSQLite: code), message)
  }

  /// The kind of error for an SQLite result code, primary or extended.
  package static func kind(ofSQLite code: Int32) -> Kind {
    switch code & 0xFF {
    case 5, 6, 7, 10, 15, 17: .passing  // BUSY, LOCKED, NOMEM, IOERR, PROTOCOL, SCHEMA
    case 11, 26: .damaged  // CORRUPT, NOTADB
    case 14, 8, 3, 13: .unwritable  // CANTOPEN, READONLY, PERM, FULL
    case 9, 4: .cancelled  // INTERRUPT, ABORT
    default: .mistaken
    }
  }

  /// The error of a page of rows whose columns existed when the list was opened, as a
  /// `PagingError`.
  ///
  /// If a column is missing now, the message of the database would name it by the alias that the
  /// query uses.
  var errorOfRows: PagingError {
    guard state == "42703" || description.has("no such column: page.") else { return pagingError }
    return PagingError("a column was renamed or removed: open the list again", isRetryable: false)
  }

  /// The error as a `PagingError`, retryable if it is temporary or the query was cancelled.
  public var pagingError: PagingError {
    switch kind {
    case .damaged: PagingError("the database is damaged: \(description)", isRetryable: false)
    case .passing, .cancelled: PagingError(description, isRetryable: true)
    case .unwritable, .mistaken, .tooLong:
      PagingError(description, isRetryable: false, hasExpired: hasExpired)
    }
  }
}
