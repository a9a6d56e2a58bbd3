/// Why a load failed: a value that the list shows and decides by.
public struct PagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line in lower case, fit for a status line; shown as text, never obeyed.
  public let description: String
  /// Whether trying again may help: true for a network, false for a damaged file.
  public let mayPass: Bool
  /// The time that must pass before the source may be asked again, if it said so.
  public let retryAfter: Duration?
  /// Whether the cursor leads nowhere any more, so that only a start from the first page goes on.
  public let hasExpired: Bool

  /// Creates an error.
  public init(
    _ description: String, mayPass: Bool, retryAfter: Duration? = nil, hasExpired: Bool = false
  ) {
    self.description = description
    self.mayPass = mayPass && !hasExpired
    self.retryAfter = retryAfter
    self.hasExpired = hasExpired
  }
}
