extension Page where Item: Identifiable {
  /// The page with each item once: where it comes first, as it comes last.
  package var withoutRepeats: Page {
    var places: [Item.ID: Int] = [:]
    var page = self
    (page.items, page.itemCursors) = ([], [])
    for (index, item) in items.enumerated() {
      if let place = places[item.id] {
        page.items[place] = item
        continue
      }
      places[item.id] = page.items.count
      page.items.append(item)
      if index < itemCursors.count { page.itemCursors.append(itemCursors[index]) }
    }
    return page
  }
}
