/// The numbers of a feed's pages where the reader gives none.
package struct PagingDefaults: Sendable {
  /// Items held in memory.
  package let keep: Int
  /// Items ahead of the last drawn row at which the next load starts at least; half a page where nil.
  package let ahead: Int?

  package init(keep: Int = 2_000, ahead: Int? = nil) {
    self.keep = keep
    self.ahead = ahead
  }
}
