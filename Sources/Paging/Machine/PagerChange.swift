/// What has happened to a list; `PagerUpdate.difference` says which entries came, went and moved.
public enum PagerChange: Hashable, Sendable {
  /// The list was replaced: at the start, or because the reader jumped; the edge that the reader is
  /// at now.
  case replaced(Edge)
  /// The list was replaced, and the reader is at an entry of it: as high on the screen as what
  /// follows allows.
  case landed(Int)
  /// Another source's items have taken the place of the list; who sees an item that is still there
  /// stays with it.
  case exchanged
  /// Another stretch of a counted source is held; places among all its items are as they were.
  case moved
  /// The reader's refresh is over; this many items were found above what was known.
  case refreshed(new: Int)
  /// A stretch was refreshed without the reader asking: the source said that it has changed, or
  /// more is to be refreshed.
  case renewed
  /// This many items that were not held came at an edge, perhaps none.
  case extended(Edge, count: Int)
  /// This many entries were dropped at an edge to save memory.
  case dropped(Edge, count: Int)
  /// A gap was filled, wholly or in part, from that side of it: the indices of the entries that
  /// came.
  case filled(Range<Int>, from: Edge)
  /// An item changed where it stands.
  case replacedItem
  /// The app has changed the list, or an edit was taken back.
  case edited
  /// Only load states changed.
  case states
}
