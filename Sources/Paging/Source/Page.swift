/// What a source returns for one load: items in the order of the list, and what lies on each side.
public struct Page<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The items; none is not the end, that is for `after` and `before` to say.
  public var items: [Item]
  /// What lies before the first item.
  public var before: Continuation<Cursor>
  /// What lies after the last item.
  public var after: Continuation<Cursor>
  /// How long the source asks to be left alone now, as a service does whose limit is used up.
  ///
  /// Only a key asks before that.
  public var pause: Duration?

  /// Creates a page; most sources cannot go backwards, so `before` is the end if not said.
  public init(
    items: [Item], before: Continuation<Cursor> = .end, after: Continuation<Cursor>,
    pause: Duration? = nil
  ) {
    self.pause = pause
    self.items = items
    self.before = before
    self.after = after
  }
}

extension Page: Equatable where Item: Equatable {}
