package import ByteStores
package import Paging

/// The reason why the program cannot continue: a message and an exit status.
package struct Failure: Error, Equatable {
  package let text: String
  package let status: Int32

  private init(text: String, status: Int32) {
    self.text = text
    self.status = status
  }

  /// A failure of the source.
  package static func source(_ text: String) -> Failure { Failure(text: text, status: 1) }
  /// An error in the command line or configuration.
  package static func usage(_ text: String) -> Failure { Failure(text: text, status: 2) }
  /// A temporary failure: a retry may succeed.
  package static func passing(_ text: String) -> Failure { Failure(text: text, status: 3) }

  /// Creates a failure from the error of a file that cannot be read or counted.
  package init(_ error: FileError) {
    var words = error.description
    // The command line may name several commands.
    if case .commandFailed(let command, _, _) = error {
      words = command.split(whereSeparator: \.isNewline).joined(separator: " ") + ": " + words
    }
    self = error.isRetryable ? .passing(words) : .source(words)
  }

  /// Creates a failure from the error of a load.
  package init(_ error: PagingError) {
    self = error.isRetryable ? .passing(error.description) : .source(error.description)
  }

  /// Creates a failure from an error of a source or of the output.
  package init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as FileError: self.init(error)
    case let error as PagingError: self.init(error)
    default: self = .source("\(error)")
    }
  }
}

/// A restriction of the program to reading the named sources: the program must not start programs,
/// open other files or write.
///
/// Before such an action, the viewer examines `ViewerOptions.restriction`; if the action is
/// forbidden, the viewer shows the message of the restriction.
package enum Restriction: Sendable {
  /// `LESSSECURE` in the environment: the program is the pager of another one that runs as a
  /// different user.
  case environment
  /// `--secure`: the program serves a guest over a network.
  case guest

  private var name: String {
    switch self {
    case .environment: "LESSSECURE"
    case .guest: "--secure"
    }
  }

  /// The failure for a forbidden option on the command line.
  package func failure(_ what: String) -> Failure { .usage(words(what)) }

  /// The message for a forbidden action.
  package func words(_ what: String) -> String { "\(name) forbids \(what)" }
}
