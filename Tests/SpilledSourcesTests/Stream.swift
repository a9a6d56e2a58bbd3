import Paging
import Synchronization

/// A stream of numbers that never goes back: what was read once cannot be read again.
final class Stream: PagingSource {
  struct Number: Identifiable, RawRepresentable, Codable, Hashable {
    let rawValue: Int
    var id: Int { rawValue }
  }

  private let total: Int
  private let end: Continuation<Int>
  private let place = Mutex(0)
  private let loads = Mutex(0)

  /// Creates one that ends after a number of items, or may go on later.
  init(total: Int, mayGoOn: Bool = false) {
    self.total = total
    end = mayGoOn ? .unknown(total) : .end
  }

  /// How often it was read.
  var loadCount: Int { loads.withLock { $0 } }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Number, Int> {
    loads.withLock { $0 += 1 }
    let wanted: Int? =
      switch request.position {
      case .start: 0
      case .after(let cursor): cursor
      case .before, .end, .item: nil
      }
    let start = place.withLock { place in
      guard place == wanted else { return nil as Int? }
      defer { place = min(total, place + request.count) }
      return place
    }
    guard let start else { throw PagingError("a stream was read twice", isRetryable: false) }
    let next = min(total, start + request.count)
    return Page(
      items: (start..<next).map { Number(rawValue: $0) }, after: next < total ? .more(next) : end)
  }
}
