extension Page where Item: Identifiable {
  /// The page with each item once: where it comes first, as it comes last.
  package var withoutRepeats: Page {
    var places: [Item.ID: Int] = [:]
    var page = self
    page.items = []
    for item in items {
      if let place = places[item.id] {
        page.items[place] = item
      } else {
        places[item.id] = page.items.count
        page.items.append(item)
      }
    }
    return page
  }
}
