/// What a kind of load is doing; a view draws it as it is.
public enum LoadState: Hashable, Sendable {
  /// Nothing; more is loaded when it is wanted.
  case idle
  /// A page is on its way.
  case loading
  /// The last load failed; nothing is loaded there until it is tried again.
  case failed(PagingError)
  /// The reader stopped the load; nothing is loaded there until a key asks.
  case cancelled
  /// There is nothing more on this side.
  case end
}
