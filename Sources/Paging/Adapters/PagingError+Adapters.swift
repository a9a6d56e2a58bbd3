/// The errors of the adapters, for positions that a source cannot load and for answers that do not
/// lead to further pages.
extension PagingError {
  static let cannotGoBack = PagingError("this source can only be read forwards", isRetryable: false)
  static let cannotOpenAtEnd = PagingError(
    "this source cannot be opened at its end", isRetryable: false)
  static let cannotOpenAtItems = PagingError(
    "this source can only be opened at its start", isRetryable: false)
  static let noTotal = PagingError(
    "the service does not say how many items exist", isRetryable: false)
  static let noKey = PagingError(
    "cannot load further pages: an item at the end of this page has no key", isRetryable: false)
  static let noToken = PagingError(
    "the service gives no token for the next page", isRetryable: false)
  static let nothingToGoOnFrom = PagingError(
    "the service says that more items follow, but the page has no new items",
    isRetryable: true)
  static let wrongOrder = PagingError(
    "the next page would be this page again: the items may be in the wrong order",
    isRetryable: false)
}

/// Converts the errors of a service's client for the adapters.
extension PagingError {
  /// The error of a client whose request was cancelled; a retry may succeed.
  static let cancelled = PagingError("cancelled", isRetryable: true)

  /// Returns a closure that calls `ask` and converts any error that is not a `PagingError` into
  /// one.
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

  /// Keeps a `PagingError` unchanged, turns a `CancellationError` into `.cancelled`, and converts
  /// any other error with `map`.
  init(_ error: any Error, by map: (any Error) -> PagingError) {
    switch error {
    case let error as PagingError: self = error
    case is CancellationError: self = .cancelled
    default: self = map(error)
    }
  }
}
