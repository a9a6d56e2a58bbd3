package import ByteStores
package import Paging

/// Why the program cannot go on: a line for the reader, and the exit status of the contract.
package struct Failure: Error, Equatable {
  package let text: String
  package let status: Int32

  private init(text: String, status: Int32) {
    self.text = text
    self.status = status
  }

  /// The source failed.
  package static func source(_ text: String) -> Failure { Failure(text: text, status: 1) }
  /// Wrong usage or configuration.
  package static func usage(_ text: String) -> Failure { Failure(text: text, status: 2) }
  /// A temporary failure: trying again may succeed.
  package static func passing(_ text: String) -> Failure { Failure(text: text, status: 3) }

  /// A file cannot be read or counted.
  package init(_ error: FileError) {
    self = error.isRetryable ? .passing(error.description) : .source(error.description)
  }

  /// A load failed.
  package init(_ error: PagingError) {
    self = error.isRetryable ? .passing(error.description) : .source(error.description)
  }

  /// Whatever of these a source or the output has thrown.
  package init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as FileError: self.init(error)
    case let error as PagingError: self.init(error)
    default: self = .source("\(error)")
    }
  }
}
