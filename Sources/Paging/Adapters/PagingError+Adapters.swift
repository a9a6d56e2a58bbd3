/// What the adapters say where a service, or the way it is described, cannot lead on.
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

/// What becomes of the errors of a service's client, which are of any type: the one place for it.
extension PagingError {
  /// The client was cancelled, which says nothing about the next try.
  static let cancelled = PagingError("cancelled", isRetryable: true)

  /// A closure whose errors are made into a `PagingError`, where they are none yet.
  ///
  /// - Parameter map: says what an error is to a list; not asked for a cancellation.
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

  /// An error as a list takes it: a `PagingError` as it is, any other as it is mapped.
  init(_ error: any Error, by map: (any Error) -> PagingError) {
    switch error {
    case let error as PagingError: self = error
    case is CancellationError: self = .cancelled
    default: self = map(error)
    }
  }
}
