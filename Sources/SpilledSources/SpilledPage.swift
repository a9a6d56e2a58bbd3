import Paging

/// What is known of a kept page besides its items.
struct SpilledPage {
  /// The page that it followed, nil of a first one.
  let previous: Int?
  let count: Int
  let leftOut: Int
  let extent: PageExtent?

  init<Item, Cursor>(_ page: Page<Item, Cursor>, after previous: Int?) {
    self.previous = previous
    (count, leftOut, extent) = (page.items.count, page.leftOut, page.extent)
  }
}
