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
