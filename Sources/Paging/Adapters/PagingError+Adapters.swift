/// The errors of the adapters, for a service whose answers, or whose description, do not lead
/// further.
extension PagingError {
  static let cannotGoBack = PagingError("this source only goes forward", isRetryable: false)
  static let cannotOpenAtEnd = PagingError(
    "this source does not open at its end", isRetryable: false)
  static let cannotOpenAtItems = PagingError(
    "this source only opens at its start", isRetryable: false)
  static let noTotal = PagingError(
    "the service does not say how many there are", isRetryable: false)
  static let noKey = PagingError("the item to go on from has no key", isRetryable: false)
  static let noToken = PagingError("the service gives no token to go on from", isRetryable: false)
  static let nothingToGoOnFrom = PagingError(
    "the service says that there is more, but gives no item to go on from", isRetryable: true)
  static let wrongOrder = PagingError(
    "the page leads back to where it was asked from; are its items newest first?",
    isRetryable: false)
}

/// Converts the errors of a service's client; every adapter uses this.
extension PagingError {
  /// The client was cancelled, so that a retry may succeed.
  static let cancelled = PagingError("cancelled", isRetryable: true)

  /// A closure that converts errors into a `PagingError`, unless they are one.
  ///
  /// - Parameter map: converts an error; it is not called for a cancellation.
  static func mapping<First, Second, Answer>(
    _ map: @escaping @Sendable (any Error) -> PagingError,
    _ ask: @escaping @Sendable (First, Second) async throws -> Answer
  ) -> @Sendable (First, Second) async throws(PagingError) -> Answer {
    { first, second throws(PagingError) in
      do {
        return try await ask(first, second)
      } catch {
        throw PagingError(error, by: map)
      }
    }
  }

  /// Returns a `PagingError` unchanged and converts any other error by `map`.
  init(_ error: any Error, by map: (any Error) -> PagingError) {
    switch error {
    case let error as PagingError: self = error
    case is CancellationError: self = .cancelled
    default: self = map(error)
    }
  }
}
