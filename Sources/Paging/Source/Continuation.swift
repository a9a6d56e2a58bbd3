/// What lies beyond a side of a page: said by the source, never guessed from a count.
public enum Continuation<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// There is more; the cursor leads to it, now and when the page is asked for again later.
  case more(Cursor)
  /// There is nothing more.
  case end
  /// There may be more by now, as at the end of a log or before the head; only a key asks again.
  case unknown(Cursor)

  /// The place that leads on, if any.
  public var cursor: Cursor? {
    switch self {
    case .more(let cursor), .unknown(let cursor): cursor
    case .end: nil
    }
  }

  /// The same with another cursor.
  func map<New>(_ transform: (Cursor) -> New) -> Continuation<New> {
    switch self {
    case .more(let cursor): .more(transform(cursor))
    case .unknown(let cursor): .unknown(transform(cursor))
    case .end: .end
    }
  }
}
