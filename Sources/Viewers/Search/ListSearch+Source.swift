import EventLoop
package import Paging
import TableUI

/// The maximum number of matches in one request to a source.
private let mostAtOnce = 1_000

/// Searches that the source performs, which can find the next match anywhere.
extension ListSearch {
  /// Requests a match from the source; returns false if the source cannot search for the pattern.
  func ask(
    _ search: SourceSearch<Source.Item, Source.Cursor>?, for step: ListStep,
    orElse: @escaping () -> Void
  ) -> Bool {
    guard let search, let pattern, let source = search.matching(filter() + [FilterPart(pattern)])
    else { return false }
    let request = PageRequest(
      reason: .append, position: position(of: step, search),
      count: min(max(1, step.count), mostAtOnce))
    // The commands of the last frame may keep this object alive after the list is deallocated.
    task = BackgroundExecutor.shared.task { [weak self, weak list] in
      let items: [Source.Item]
      do throws(PagingError) {
        items = try await search.items(of: source, request, down: step.goesDown) { percent in
          guard !Task.isCancelled, let list else { return }
          list.show(Message("searching\(list.theme.symbols.more) \(percent)%"))
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

  /// Returns the position where a step starts: next to the nearest loaded item that precedes the
  /// step in its direction, because a gap has no position.
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

/// A search that a source performs over all its items, so that the list need not load every page.
nonisolated package struct SourceSearch<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// Returns a source of the items that match all parts of the filter, or nil if the list's source
  /// cannot find them itself; the list then searches the items that it loads.
  let matching: @Sendable ([FilterPart]) -> (any PagingSource<Item, Cursor>)?
  /// Returns the position directly before an item.
  let before: @Sendable (Item) -> Cursor
  /// Returns the position directly after an item.
  let behind: @Sendable (Item) -> Cursor
  /// Returns how far through all items a position is, in percent; nil if it is unknown.
  package var progress: @Sendable (Cursor) async -> Int? = { _ in nil }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - matching: returns the source of the items that match all parts, in the order of the list
  ///     and with its cursors.
  ///   - before: returns the position directly before an item.
  ///   - behind: returns the position directly after an item.
  package init(
    matching: @escaping @Sendable ([FilterPart]) -> (any PagingSource<Item, Cursor>)?,
    before: @escaping @Sendable (Item) -> Cursor, behind: @escaping @Sendable (Item) -> Cursor
  ) { (self.matching, self.before, self.behind) = (matching, before, behind) }
}

extension SourceSearch {
  /// Loads the items for a request.
  ///
  /// Pages may end early, so that the progress can be reported.
  ///
  /// - Parameter tell: called with the progress in percent.
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
      // A cancellation is handled by the caller.
      guard items.count < request.count, !Task.isCancelled,
        case .more(let cursor) = down ? page.after : page.before
      else { return items }
      position = down ? .after(cursor) : .before(cursor)
      if let percent = await progress(cursor) { tell(percent) }
    }
  }
}
