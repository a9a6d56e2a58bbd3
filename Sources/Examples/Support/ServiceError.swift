public import Paging

/// What a made-up service refuses, as a client of a real one throws errors of its own.
nonisolated public struct ServiceError: Error, CustomStringConvertible {
  /// One line in lower case.
  public let description: String

  /// Creates an error of a line in lower case.
  public init(_ description: String) { self.description = description }

  /// What an error is to a list; asking these services again does not help.
  @Sendable public static func shown(_ error: any Error) -> PagingError {
    PagingError("\(error)", isRetryable: false)
  }
}
