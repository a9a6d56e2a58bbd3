import Paging
import Synchronization

/// The latest pages, which are kept so that a filter, a search or a step back does not request them
/// again.
///
/// A page is not kept if it is unknown whether more items follow it. Cost: memory for the items,
/// most of which a list holds anyway.
struct RememberedPages {
  typealias Position = PageRequest<PageCursor>.Position

  private var pages: [Position: Page<AnswerItem, PageCursor>] = [:]
  /// The positions of the pages, oldest first.
  private var positions: [Position] = []
  private var itemCount = 0
  private let maximumCount: Int

  /// - Parameter maximumCount: the maximum number of items that are kept.
  init(atMost maximumCount: Int) { self.maximumCount = maximumCount }

  func page(at position: Position) -> Page<AnswerItem, PageCursor>? { pages[position] }

  /// Keeps a page; a refresh discards the earlier pages, unless it is a jump to an item by number.
  mutating func remember(_ page: Page<AnswerItem, PageCursor>, for request: PageRequest<PageCursor>)
  {
    let first = page.isUnchanged ? pages[request.position] : nil
    if case .number = request.position {} else if request.reason == .refresh { removeAll() }
    remove(request.position)
    let page = first ?? page
    if case .unknown = page.after { return }
    // A page that leads to itself is refused, but the next answer may differ, so the page is not
    // kept.
    if case .after(let asked) = request.position, page.after == .more(asked) { return }
    guard !page.isUnchanged, page.items.count <= maximumCount else { return }
    // A failure after the page, and a pause that the service asked for, do not apply when the page
    // is shown again.
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

/// Kept pages, shared by loads on several threads.
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
