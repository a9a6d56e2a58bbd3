import EventLoop
import Paging
import TableUI

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
      reason: .append, position: position(of: step, search), count: max(1, step.count))
    task = BackgroundExecutor.shared.task { [weak self] in
      let items: [Source.Item]
      do throws(PagingError) {
        items = try await source.load(request).items
      } catch {
        return self?.fail(error) ?? ()
      }
      guard !Task.isCancelled, let self else { return }
      task = nil
      guard items.count >= request.count, let item = step.goesDown ? items.last : items.first
      else { return orElse() }
      show(item, search)
    }
    return true
  }

  private func position(
    of step: ListStep, _ search: SourceSearch<Source.Item, Source.Cursor>
  ) -> PageRequest<Source.Cursor>.Position {
    let held = 0..<list.pager.count
    // Beyond what is held there may be more.
    let index = step.start.map { min(max($0, held.lowerBound), held.upperBound - 1) }
    guard let start = step.start, let index, held.contains(index),
      let item = list.pager[index].item
    else { return step.goesDown ? .start : .end }
    if step.goesDown { return .after(start > index ? search.behind(item) : search.before(item)) }
    return .before(start < index ? search.before(item) : search.behind(item))
  }

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
