/// Why a load failed: a value that the list shows and decides by.
public struct PagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line in lower case, fit for a status line; shown as text, never obeyed.
  public let description: String
  /// Whether trying again may help: true for a network, false for a damaged file.
  public let isRetryable: Bool
  /// The time that must pass before the source may be asked again, if it said so.
  public let retryAfter: Duration?
  /// Whether the cursor leads nowhere any more, so that only a start from the first page goes on.
  public let hasExpired: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - description: one line in lower case: what is wrong, and what to do if there is anything.
  ///   - isRetryable: whether trying again may help; false in any case where the cursor has expired.
  ///   - retryAfter: the time from now that the source asked for, as `Retry-After` does in HTTP. It
  ///     is waited for whole, however long; meant only where the failure may pass.
  ///   - hasExpired: whether the cursor leads nowhere any more; a key then begins the list again.
  public init(
    _ description: String, isRetryable: Bool, retryAfter: Duration? = nil, hasExpired: Bool = false
  ) {
    self.description = description
    self.isRetryable = isRetryable && !hasExpired
    self.retryAfter = retryAfter
    self.hasExpired = hasExpired
  }
}
