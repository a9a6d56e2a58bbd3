import Paging
import Synchronization

/// The pages that came last, so that a filter, a search or a way back does not ask for them again.
///
/// A page that is not known to be followed by nothing or by something is not remembered. Cost: the items,
/// which a list mostly holds anyway.
struct RememberedPages {
  typealias Position = PageRequest<PageCursor>.Position

  private var pages: [Position: Page<AnswerItem, PageCursor>] = [:]
  /// Where they are, the oldest first.
  private var positions: [Position] = []
  private var itemCount = 0
  private let maximumCount: Int

  /// - Parameter maximumCount: items that are remembered at most.
  init(atMost maximumCount: Int) { self.maximumCount = maximumCount }

  func page(at position: Position) -> Page<AnswerItem, PageCursor>? { pages[position] }

  /// Remembers a page; a refresh makes what came before old, but not a jump to an item.
  mutating func remember(_ page: Page<AnswerItem, PageCursor>, for request: PageRequest<PageCursor>)
  {
    let first = page.isUnchanged ? pages[request.position] : nil
    if case .number = request.position {} else if request.reason == .refresh { removeAll() }
    remove(request.position)
    let page = first ?? page
    if case .unknown = page.after { return }
    // A page that leads to itself is refused; the next answer may be another.
    if case .after(let asked) = request.position, page.after == .more(asked) { return }
    guard !page.isUnchanged, page.items.count <= maximumCount else { return }
    // What failed behind it, and a pause that the service asked for, are over when it is shown again.
    var lasting = page
    (lasting.failure, lasting.pause) = (nil, nil)
    pages[request.position] = lasting
    positions.append(request.position)
    itemCount += page.items.count
    while itemCount > maximumCount, let oldest = positions.first { remove(oldest) }
  }

  mutating func removeAll() { (pages, positions, itemCount) = ([:], [], 0) }

  private mutating func remove(_ position: Position) {
    guard let page = pages.removeValue(forKey: position) else { return }
    itemCount -= page.items.count
    positions.removeAll { $0 == position }
  }
}

/// Remembered pages that loads on several threads share.
final class PageMemory: Sendable {
  private let pages: Mutex<RememberedPages>

  init(atMost maximumCount: Int) { pages = Mutex(RememberedPages(atMost: maximumCount)) }

  func page(at position: RememberedPages.Position) -> Page<AnswerItem, PageCursor>? {
    pages.withLock { $0.page(at: position) }
  }

  func remember(_ page: Page<AnswerItem, PageCursor>, for request: PageRequest<PageCursor>) {
    pages.withLock { $0.remember(page, for: request) }
  }

  func removeAll() { pages.withLock { $0.removeAll() } }
}
