import EventLoop
package import Paging
import TableUI

/// The most matches that a source is asked for at once, whatever number was typed.
private let mostAtOnce = 1_000

/// Steps that the source makes: it is asked for the next match, which may be anywhere.
extension ListSearch {
  /// Asks the source for a match; false where it cannot tell.
  func ask(
    _ search: SourceSearch<Source.Item, Source.Cursor>?, for step: ListStep,
    orElse: @escaping () -> Void
  ) -> Bool {
    guard let search, let pattern, let source = search.matching(filter() + [FilterPart(pattern)])
    else { return false }
    let request = PageRequest(
      reason: .append, position: position(of: step, search),
      count: min(max(1, step.count), mostAtOnce))
    // Commands of the frame before may keep this for longer than the list.
    task = BackgroundExecutor.shared.task { [weak self, weak list] in
      let items: [Source.Item]
      do throws(PagingError) {
        items = try await search.items(of: source, request, down: step.goesDown) { percent in
          guard !Task.isCancelled, let list else { return }
          list.show(Message("searching\(list.theme.symbols.more) at \(percent)%"))
        }
      } catch {
        return list == nil ? () : self?.fail(error) ?? ()
      }
      guard !Task.isCancelled, list != nil, let self else { return }
      task = nil
      guard items.count >= request.count, let item = step.goesDown ? items.last : items.first
      else { return orElse() }
      show(item, search)
    }
    return true
  }

  /// Beside the nearest item that is held on the side that the reader comes from: a gap has no place.
  private func position(
    of step: ListStep, _ search: SourceSearch<Source.Item, Source.Cursor>
  ) -> PageRequest<Source.Cursor>.Position {
    guard let start = step.start else { return step.goesDown ? .start : .end }
    let count = list.pager.count
    if step.goesDown {
      let above = (0..<min(start, count)).reversed().lazy.compactMap(item).first
      return above.map { .after(search.behind($0)) } ?? .start
    }
    let below = (max(0, start + 1)..<max(0, start + 1, count)).lazy.compactMap(item).first
    return below.map { .before(search.before($0)) } ?? .end
  }

  private func item(at index: Int) -> Source.Item? { list.pager[index].item }

  private func fail(_ error: PagingError) {
    guard !Task.isCancelled else { return }
    task = nil
    list.show(Message(error.description, .failure))
  }

  private func show(_ item: Source.Item, _ search: SourceSearch<Source.Item, Source.Cursor>) {
    if list.pager.index(of: .item(item.id)) != nil { return show(item) }
    list.jump(to: .after(search.before(item))) { [weak self] in self?.show(item) }
    list.show(Message("match"))
  }
}

/// How a source itself finds items, among all it has: one request a step, instead of every page.
nonisolated package struct SourceSearch<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// The pages of the items that meet all parts; nil where the source cannot tell, and so the list looks at
  /// what it loads.
  let matching: @Sendable ([FilterPart]) -> (any PagingSource<Item, Cursor>)?
  /// The place before an item, from which it comes first.
  let before: @Sendable (Item) -> Cursor
  /// The place behind an item.
  let behind: @Sendable (Item) -> Cursor
  /// How far a place is on the way through all items, in percent; nil where that is not known.
  package var progress: @Sendable (Cursor) async -> Int? = { _ in nil }

  /// Creates a way to search.
  ///
  /// - Parameters:
  ///   - matching: the pages of the items that meet all parts, in the order of the list, with its cursors.
  ///   - before: the place before an item, from which it comes first.
  ///   - behind: the place behind an item.
  package init(
    matching: @escaping @Sendable ([FilterPart]) -> (any PagingSource<Item, Cursor>)?,
    before: @escaping @Sendable (Item) -> Cursor, behind: @escaping @Sendable (Item) -> Cursor
  ) { (self.matching, self.before, self.behind) = (matching, before, behind) }
}

extension SourceSearch {
  /// The items of a request, whose pages may end early so that they tell how far the search is.
  ///
  /// - Parameter tell: told how far it is, in percent.
  fileprivate func items(
    of source: any PagingSource<Item, Cursor>, _ request: PageRequest<Cursor>, down: Bool,
    tell: (Int) -> Void
  ) async throws(PagingError) -> [Item] {
    var (items, position) = ([Item](), request.position)
    while true {
      let page = try await source.load(
        PageRequest(
          reason: request.reason, position: position, count: request.count - items.count))
      items = down ? items + page.items : page.items + items
      // What is cancelled is looked at by whom it was asked.
      guard items.count < request.count, !Task.isCancelled,
        case .more(let cursor) = down ? page.after : page.before
      else { return items }
      position = down ? .after(cursor) : .before(cursor)
      if let percent = await progress(cursor) { tell(percent) }
    }
  }
}
