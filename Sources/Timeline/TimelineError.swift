import Paging
import SQLSources

/// An error of the timeline.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not a timeline, or is damaged; it is not changed.
  case damaged(file: String, reason: String)
  /// The file cannot be opened.
  case unreadable(file: String, reason: String)
  /// The folder in which something is kept cannot be written to.
  case unwritable(what: String, directory: String)
  /// The file has reached its maximum size, or the disk is full.
  case noRoom(what: String)
  /// The sample posts cannot be used.
  case samples(file: String, reason: String)
  /// The post does not exist.
  case noSuchPost(Int64)
  /// The database could not be written or read; a retry may succeed.
  case failed(reason: String)
  /// The operation was cancelled.
  case cancelled

  /// The error and a remedy, in one line.
  public var description: String {
    switch self {
    case .damaged(let file, let reason):
      "\(file) is damaged (\(reason)): rename or remove it, and a new one is created"
    case .unreadable(let file, let reason):
      "cannot open \(file): \(reason)"
    case .unwritable(let what, let directory):
      "cannot save \(what): \(directory) is not writable"
    case .noRoom(let what): "cannot save \(what): the file or the disk is full"
    case .samples(let file, let reason):
      "cannot use the sample posts in \(file): \(reason)"
    case .noSuchPost(let id): "no post \(id)"
    case .failed(let reason): "the timeline's database failed: \(reason)"
    case .cancelled: "cancelled"
    }
  }

  /// Whether a retry may succeed.
  public var isRetryable: Bool {
    switch self {
    case .failed, .cancelled: true
    case .damaged, .unreadable, .unwritable, .noRoom, .samples, .noSuchPost: false
    }
  }

  /// The error as a `PagingError`.
  var pagingError: PagingError { PagingError(description, isRetryable: isRetryable) }

  /// Creates an error from an error of the database file.
  ///
  /// If a query of this program does not fit the schema, the file is not a timeline, or is damaged.
  init(_ failure: SQLError, file: String) {
    self =
      switch failure.kind {
      case .damaged, .mistaken: .damaged(file: file, reason: failure.description)
      case .unwritable: .refused(file, failure.description)
      case .passing: .failed(reason: failure.description)
      case .cancelled, .tooLong: .cancelled
      }
  }

  /// The error for a file that the system or SQLite does not open.
  static func refused(_ file: String, _ reason: String) -> TimelineError {
    .unreadable(file: file, reason: "\(reason); check its permissions and the disk space")
  }
}
