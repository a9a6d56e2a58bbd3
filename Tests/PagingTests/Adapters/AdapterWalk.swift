import Paging
import PagingSimulation

/// A reader who pages through a source with the engine, load by load.
struct AdapterWalk<Source: PagingSource> where Source.Item == Post {
  private let source: Source
  private var machine: PagerMachine<Post, Source.Cursor>
  private var waiting: [Ticket<Source.Cursor>] = []
  /// Whether the held items were always in order and without a hole.
  private(set) var isWhole = true

  init(_ source: Source, pageSize: Int, keep: Int = 10_000) throws {
    self.source = source
    machine = PagerMachine(
      configuration: try PagerConfiguration(pageSize: pageSize, prefetchDistance: 0, keep: keep),
      traits: source.traits)
  }

  /// The held items, with 0 for a gap.
  var ids: [Int] { (0..<machine.count).map { machine[$0].item?.id.number ?? 0 } }

  func state(_ reason: LoadReason) -> LoadState { machine.state(of: reason) }

  /// Sends an event and lets the source answer until no load is left.
  mutating func send(_ event: PagerEvent<Post, Source.Cursor>) async {
    perform(machine.handle(event))
    while !waiting.isEmpty {
      let ticket = waiting.removeFirst()
      do throws(PagingError) {
        perform(machine.handle(.loaded(ticket, try await source.load(ticket.request))))
      } catch {
        perform(machine.handle(.failed(ticket, error)))
      }
    }
    let held = ids
    isWhole = isWhole && zip(held, held.dropFirst()).allSatisfy { $0 + 1 == $1 }
  }

  /// Moves toward an edge until nothing more is added there.
  mutating func go(to edge: Edge) async {
    for _ in 0..<500 {
      let reached = edge == .leading ? ids.first : ids.last
      let count = machine.count
      let place = edge == .leading ? 0..<min(1, count) : max(0, count - 1)..<count
      await send(.viewport(place))
      if reached == (edge == .leading ? ids.first : ids.last) { return }
    }
  }

  private mutating func perform(_ effects: [PagerEffect<Post, Source.Cursor>]) {
    for effect in effects {
      switch effect {
      case .load(let ticket): waiting.append(ticket)
      case .wake: break
      case .cancel(let ticket): waiting.removeAll { $0 == ticket }
      default: break
      }
    }
  }
}

extension PagingSource {
  /// Loads the page at a position, with the reason `append`.
  func page(
    _ position: PageRequest<Cursor>.Position, _ count: Int
  ) async throws(PagingError) -> Page<Item, Cursor> {
    try await load(PageRequest(reason: .append, position: position, count: count))
  }

  /// Loads the page after the given one.
  func page(
    after page: Page<Item, Cursor>, _ count: Int
  ) async throws(PagingError) -> Page<Item, Cursor> {
    guard let cursor = page.after.cursor else { throw PagingError("no way on", isRetryable: false) }
    return try await self.page(.after(cursor), count)
  }

  /// Loads the page before the given one.
  func page(
    before page: Page<Item, Cursor>, _ count: Int
  ) async throws(PagingError) -> Page<Item, Cursor> {
    guard let cursor = page.before.cursor else {
      throw PagingError("no way back", isRetryable: false)
    }
    return try await self.page(.before(cursor), count)
  }
}

extension Page where Item == Post {
  var ids: [Int] { items.map(\.id.number) }
}

/// The error that a source throws for a page.
func thrown<Source: PagingSource>(
  by source: Source, at position: PageRequest<Source.Cursor>.Position
) async -> PagingError? {
  do throws(PagingError) {
    _ = try await source.page(position, 3)
    return nil
  } catch {
    return error
  }
}
