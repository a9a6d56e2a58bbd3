/// A page that went from the start of a list and that no cursor leads back to.
struct DroppedPage<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Where it was asked for, and is asked for again.
  let position: PageRequest<Cursor>.Position
  /// Where it ended.
  let end: Cursor?
  /// The number of the page that followed it, with nothing between; nil for a gap.
  let next: Int?
}

extension DroppedPage {
  /// All that lies before, where nothing leads to just that.
  static var start: DroppedPage { DroppedPage(position: .start, end: nil, next: nil) }
}
