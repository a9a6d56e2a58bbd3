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

/// What forbids a reader everything but reading what was named: no program is started, no other file
/// opened, nothing written.
///
/// A part of the viewer that could do so asks `ViewerOptions.restriction`, and says the words of it.
package enum Restriction: Sendable {
  /// `LESSSECURE` in the environment: the pager of a program that runs with the rights of another user.
  case environment
  /// `--secure`: a guest over a network.
  case guest

  private var name: String {
    switch self {
    case .environment: "LESSSECURE"
    case .guest: "--secure"
    }
  }

  /// What a reader is told who asks for something on the command line.
  package func failure(_ what: String) -> Failure { .usage(words(what)) }

  /// What a reader is told who asks for something.
  package func words(_ what: String) -> String { "\(name) forbids \(what)" }
}
