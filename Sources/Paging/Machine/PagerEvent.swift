/// What a machine is told.
public enum PagerEvent<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Entries are drawn: those whose first cell is, up to those whose last cell is (half-open).
  ///
  /// Where items are counted the range may reach over those that are not held; what is drawn there
  /// are placeholders.
  case viewport(Range<Int>)
  /// The reader, or the start, asks for the head.
  case refresh
  /// The start asks for what follows a cursor, as to go on where an earlier run was left; ignored
  /// when a page has come or the first one is on its way.
  case open(after: Cursor)
  /// The reader wants the true start or end.
  case jump(Edge)
  /// The reader wants more now, whatever is drawn.
  case loadMore(Edge)
  /// The reader wants all that follows loaded, to the end; anything else that the reader asks for
  /// ends that.
  case seekEnd
  /// The reader has seen enough of what `seekEnd` brings.
  case stay
  /// The reader wants a gap filled, from the side of the entries above it or of those below.
  case fill(gap: Int, from: Edge)
  /// The reader wants what failed or was cancelled tried again.
  case retry
  /// The reader wants no load to go on.
  case cancel
  /// The time that was asked for by `PagerEffect.wake` has come.
  case tick
  /// A load answered; a late or unknown one is ignored.
  case loaded(Ticket<Cursor>, Page<Item, Cursor>)
  /// A load failed; a late or unknown one is ignored.
  case failed(Ticket<Cursor>, PagingError)
  /// An item has changed where it stands; unknown ones are ignored.
  case replace(Item)
}
