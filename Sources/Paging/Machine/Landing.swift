/// The page that a jump has brought and that does not fill a screen: it waits for the one beside it,
/// so that both are shown at once.
struct Landing<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  let page: Page<Item, Cursor>
  let ticket: Ticket<Cursor>
}
