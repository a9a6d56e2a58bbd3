import Paging

extension PageRequest {
  /// The same request to a source with other cursors; one of another source's is asked from the start.
  func mapping<New>(_ cursor: (Cursor) -> New?) -> PageRequest<New> {
    let position: PageRequest<New>.Position =
      switch self.position {
      case .start: .start
      case .end: .end
      case .item(let item): .item(item)
      case .after(let held): cursor(held).map { .after($0) } ?? .start
      case .before(let held): cursor(held).map { .before($0) } ?? .start
      }
    return PageRequest<New>(
      reason: reason, position: position, count: count, pages: pages, validator: validator,
      isUpdate: isUpdate)
  }
}

extension Page {
  /// The same page with other cursors.
  func mapping<New>(_ cursor: (Cursor) -> New) -> Page<Item, New> {
    var page = Page<Item, New>(
      items: items, before: before.mapping(cursor), after: after.mapping(cursor), pause: pause,
      extent: extent)
    page.itemCursors = itemCursors.map(cursor)
    page.leftOut = leftOut
    page.validator = validator
    return page
  }
}

extension Continuation {
  fileprivate func mapping<New>(_ new: (Cursor) -> New) -> Continuation<New> {
    switch self {
    case .more(let cursor): .more(new(cursor))
    case .unknown(let cursor): .unknown(new(cursor))
    case .end: .end
    }
  }
}
