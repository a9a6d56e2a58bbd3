/// The place of a page that was loaded before, by the number of its load.
public struct SpillCursor: Hashable, Sendable {
  /// Counts the pages that were kept, from 0.
  let page: Int
}
