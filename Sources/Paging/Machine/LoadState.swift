/// What a kind of load is doing; a view draws it as it is.
public enum LoadState: Hashable, Sendable {
  /// Nothing; more is loaded when it is wanted.
  case idle
  /// A page is on its way.
  case loading
  /// The load goes on by itself at that time of the pager's; the error that befell it, or none where
  /// the source asked to be left alone.
  case waiting(until: Duration, after: PagingError?)
  /// As much was loaded by itself as is allowed; nothing more is until a key asks.
  case paused(PauseReason)
  /// The last load failed; nothing is loaded there until it is tried again.
  case failed(PagingError)
  /// The reader stopped the load; nothing is loaded there until a key asks.
  case cancelled
  /// There is nothing more on this side.
  case end
}
