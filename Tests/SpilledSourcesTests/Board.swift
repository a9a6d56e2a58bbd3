import Paging
import Synchronization

/// Numbers, the newest first, that can be asked for again and again; only downwards.
final class Board: PagingSource {
  private let newest = Mutex(99)
  private let positions = Mutex<[PageRequest<Int>.Position]>([])

  /// What was asked for.
  var asked: [PageRequest<Int>.Position] { positions.withLock { $0 } }

  /// Writes a new number above all.
  func post() { newest.withLock { $0 += 1 } }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Stream.Number, Int> {
    positions.withLock { $0.append(request.position) }
    let newest = newest.withLock { $0 }
    if request.validator == "\(newest)" { return .unchanged }
    var first = newest
    if case .after(let number) = request.position { first = number - 1 }
    let last = max(0, first - request.count + 1)
    var page = Page(
      items: (last...first).reversed().map { Stream.Number(rawValue: $0) },
      after: last > 0 ? Continuation.more(last) : .end)
    page.validator = "\(newest)"
    return page
  }
}
