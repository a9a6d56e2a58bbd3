// Paging by the ID of an item that the client has. A page excludes that item, as in most services,
// or includes it.

extension Style {
  static let keyed = [
    Style(
      name: "keys", asked: "?max_id=&min_id=&since_id=&limit=",
      answered: "an array, the greatest id first, and the header Link (next, prev)", answer: keyPage
    ),
    Style(
      name: "after", asked: "?starting_after=&ending_before=&limit=", answered: "{data, has_more}",
      answer: neighbours),
    Style(
      name: "inclusive", asked: "?end_at=&limit= or ?start_at=&limit=",
      answered: "an object of objects by their keys: with start_at the smallest id first, else the "
        + "greatest; the item asked from is the first", answer: inclusive),
  ]

  private static func keyPage(_ call: Call) throws(Refusal) -> Answer {
    let size = try call.pages("limit").size
    let minimum = try call.number("min_id")
    let low = max(0, minimum ?? 0, try call.number("since_id") ?? 0)
    let high = min(try call.number("max_id") ?? .max, call.listing.total + 1)
    // With min_id the items next to that ID are requested, otherwise the newest ones.
    var ids = low + 1..<max(low + 1, high)
    ids = minimum == nil ? ids.suffix(size) : ids.prefix(size)
    let items = ids.reversed().map(call.listing.list.item)
    let page = Page(range: 0..<items.count, items: items, hasNext: ids.lowerBound > 1)
    return Answer(call.body(page, name: "")).with("Link", call.links(around: ids))
  }

  private static func neighbours(_ call: Call) throws(Refusal) -> Answer {
    let pages = Pages(call.listing, size: try call.pages("limit").size)
    if let position = try call.position("ending_before") {
      let page = pages.page(before: position)
      return Answer(call.data(page, hasMore: page.hasPrevious))
    }
    let position = try call.position("starting_after")
    let page = pages.page(from: position.map { $0 + 1 } ?? 0)
    return Answer(call.data(page, hasMore: page.hasNext))
  }

  private static func inclusive(_ call: Call) throws(Refusal) -> Answer {
    let size = try call.pages("limit").size
    let all = 1..<call.listing.total + 1
    if let start = try call.key("start_at") {
      return call.object(Array(all.clamped(to: max(1, start)..<max(1, start + size))))
    }
    let end = min(try call.key("end_at") ?? .max, call.listing.total)
    return call.object((max(0, end - size) + 1..<max(0, end) + 1).reversed())
  }
}

extension Call {
  /// The links to the pages next to the given IDs; nil if no IDs are given.
  fileprivate func links(around ids: Range<Int>) -> String? {
    guard let first = ids.first, let last = ids.last else { return nil }
    let around = [("max_id", first, "next"), ("min_id", last, "prev")]
    return around.map { name, id, relation in
      let none: [(name: String, value: String?)] =
        [("max_id", nil), ("min_id", nil), ("since_id", nil)]
      let changes = none.map { $0.name == name ? (name, String(id)) : $0 }
      return "<\(address(changes, isRelative: switches.isRelative))>; rel=\"\(relation)\""
    }.joined(separator: ", ")
  }

  /// The position of the item whose ID is in a parameter.
  fileprivate func position(_ name: String) throws(Refusal) -> Int? {
    guard let id = try number(name) else { return nil }
    guard let position = listing.position(of: id) else {
      throw Refusal(400, "\(name): there is no item \(id)")
    }
    return position
  }

  fileprivate func data(_ page: Page, hasMore: Bool) -> JSON {
    .object([(switches.name ?? "data", .array(page.json)), ("has_more", .flag(hasMore))])
  }

  /// The ID in a parameter: a key as in `object`, or the ID alone.
  fileprivate func key(_ name: String) throws(Refusal) -> Int? {
    guard let text = text(name) else { return nil }
    guard let id = Int(bounded: text.hasPrefix("k") ? text.dropFirst() : text[...]) else {
      throw Refusal(400, "\(name) is not a key: '\(text)'")
    }
    return id
  }

  /// An object with the items by key; a key is `k` and at least seven digits.
  fileprivate func object(_ ids: [Int]) -> Answer {
    let fields = ids.map { id -> JSON.Field in
      let digits = String(id)
      let zeros = String(repeating: "0", count: max(0, 7 - digits.count))
      return ("k" + zeros + digits, listing.list.item(id).json)
    }
    return Answer(.object(fields))
  }
}
