/// Where a feed was left: what a feed itself makes of it, in words without spaces.
package struct SavedPosition: Hashable {
  /// The place above the first row that was drawn.
  package let cursor: String
  /// The item that was selected, if one was.
  package var item: String?

  package init(cursor: String, item: String? = nil) {
    self.cursor = cursor
    self.item = item
  }
}
