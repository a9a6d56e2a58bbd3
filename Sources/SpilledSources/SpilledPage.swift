import Paging

/// A page as it stands in the file.
struct SpilledPage<Item: Codable & Sendable, Cursor: Codable & Hashable & Sendable>: Codable {
  let items: [Item]
  /// The source's own word of what follows.
  let after: Cursor?
  /// Whether the source said that there is, or only that there may be.
  let isSure: Bool

  init(_ page: Page<Item, Cursor>) {
    items = page.items
    after = page.after.cursor
    isSure = if case .unknown = page.after { false } else { true }
  }
}
