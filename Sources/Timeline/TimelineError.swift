import Paging
import SQLSources

/// Why the timeline could not do what was asked.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is not one, or not a sound one; it is left as it is.
  case damaged(file: String, reason: String)
  /// The database cannot be opened.
  case unreadable(file: String, reason: String)
  /// There is no place to keep something.
  case unwritable(what: String, directory: String)
  /// What keeps something is as large as it may become.
  case noRoom(what: String)
  /// The sample posts cannot be used.
  case samples(file: String, reason: String)
  /// There is no such post.
  case noSuchPost(Int64)
  /// The database could not be written or read; trying again may help.
  case failed(reason: String)
  /// What was asked was given up.
  case cancelled

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .damaged(let file, let reason):
      "\(file) is damaged (\(reason)): move it away, and a new one is made"
    case .unreadable(let file, let reason):
      "\(file) cannot be opened (\(reason)): check its permissions and the disk space"
    case .unwritable(let what, let directory):
      "\(what) cannot be kept: \(directory) cannot be written"
    case .noRoom(let what): "\(what) cannot be kept: their file or the disk is full"
    case .samples(let file, let reason):
      "the sample posts in \(file) cannot be used: \(reason)"
    case .noSuchPost(let id): "there is no post \(id)"
    case .failed(let reason): "the timeline's database failed: \(reason)"
    case .cancelled: "cancelled"
    }
  }

  /// Whether trying again may help.
  public var isRetryable: Bool {
    switch self {
    case .failed, .cancelled: true
    case .damaged, .unreadable, .unwritable, .noRoom, .samples, .noSuchPost: false
    }
  }

  /// The same for a list.
  var pagingError: PagingError { PagingError(description, isRetryable: isRetryable) }

  /// Says what a failure means for a database file.
  ///
  /// A query of ours that does not fit means that the file is not one of ours, or not whole.
  init(_ failure: SQLError, file: String) {
    self =
      switch failure.kind {
      case .damaged, .mistaken: .damaged(file: file, reason: failure.description)
      case .unwritable: .unreadable(file: file, reason: failure.description)
      case .passing: .failed(reason: failure.description)
      case .cancelled, .tooLong: .cancelled
      }
  }
}
