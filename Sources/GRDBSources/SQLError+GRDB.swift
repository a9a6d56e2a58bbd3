import GRDB
package import SQLSources

extension SQLError {
  /// Creates an error from one that GRDB threw.
  package init(_ error: any Error) {
    switch error {
    case let error as DatabaseError:
      self.init(sqlite: error.resultCode.rawValue, error.message ?? "\(error.resultCode)")
    case is CancellationError:
      self.init(.cancelled, "cancelled")
    case is RowDecodingError:
      self.init(.mistaken, "a row contains an unexpected value: \(error)")
    default:
      self.init(.mistaken, "\(error)")
    }
  }
}
