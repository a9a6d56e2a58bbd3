import Foundation
import Paging

/// Why pages cannot be kept.
public enum SpillError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system failed a call in a folder, with a number of errno(3).
  case failed(folder: String, code: Int32)

  init(code: Int32, folder: String) { self = .failed(folder: folder, code: code) }

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .failed(let folder, let code):
      "no pages can be kept in \(folder): \(String(cString: strerror(code)))"
    }
  }
}
