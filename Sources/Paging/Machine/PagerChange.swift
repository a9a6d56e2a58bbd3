/// What has changed in a list; a view keeps its place by identity and draws again.
public enum PagerChange: Hashable, Sendable {
  /// The list was replaced: at the start, or because the reader jumped to an edge.
  case replaced(Edge)
  /// Another stretch of a counted source is held; places among all its items are as they were.
  case moved
  /// The head was looked at; so many items were found that were not held, and those that were are
  /// renewed.
  case refreshed(new: Int)
  /// So many items came at an edge, perhaps none.
  case extended(Edge, count: Int)
  /// So many entries went from an edge for the sake of memory.
  case dropped(Edge, count: Int)
  /// A gap was filled, wholly or in part, from that side of it: the indices of the entries that
  /// came.
  case filled(Range<Int>, from: Edge)
  /// An item changed where it stands.
  case replacedItem
  /// Only load states changed.
  case states
}
