import Glibc
import Paging

/// Why pages cannot be kept or read again.
public enum SpillError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system did not make the file in a folder or write to it, with a number of errno(3).
  case failed(folder: String, code: Int32)
  /// The system did not read what was written, with a number of errno(3).
  case unreadable(folder: String, code: Int32)

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .failed(let folder, let code):
      "cannot keep pages in \(folder): \(String(cString: strerror(code)))"
    case .unreadable(let folder, let code):
      "cannot read a page kept in \(folder): \(String(cString: strerror(code)))"
    }
  }

  /// The failure of a load; space may become free on a full disk, and the page is kept in memory
  /// until then.
  var asFailedLoad: PagingError {
    switch self {
    case .failed: PagingError(description, isRetryable: true)
    case .unreadable: PagingError(description, isRetryable: false)
    }
  }
}
