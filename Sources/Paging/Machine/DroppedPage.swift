/// A page that went from the start of a list and that no cursor leads back to.
struct DroppedPage<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Where it was asked for, and is asked for again.
  let position: PageRequest<Cursor>.Position
  /// Its last entry, nil for a page of none: a page that comes back with the same end leads on to
  /// what is held, as it did before.
  let last: PagerEntry<Item>.ID?

  func ends(like page: Page<Item, Cursor>) -> Bool {
    last == page.items.last.map { .item($0.id) }
  }
}
