// This stands for an asynchronous generator that gave contacts by offset and limit, a page for each
// call, to whoever asked. Here Return asks, or nobody has to where nobody sits at a terminal.
//
// Mistakes of such generators, and what became of them:
// - The offset moved by the limit that was asked for, so a service that gives fewer was skipped
//   through. `OffsetSource` moves it by what has come, and takes no short page for the end.
// - Contacts that were deleted above moved the others up, and some were never given. Each page is
//   asked for with the contact before it: where that does not come the stretch before is asked for.
// - Contacts that come again were given again. The generator knows who was given.
// - Two calls at once asked for the same page. A call waits for the one before it, and its answer
//   comes once the place has moved, or stays where the page failed.
import Dispatch
import Foundation
import Paging

/// Gives a page each time it is asked: any service will do, with no list and no screen.
final class PagingGenerator<Item: Identifiable & Sendable> where Item.ID: Sendable {
  typealias Fetch = @Sendable (_ offset: Int, _ limit: Int) async throws -> OffsetPage<Item>

  /// Whether all has been given.
  private(set) var isAtEnd = false
  private let limit: Int
  private var position = PageRequest<OffsetSource<Item>.Cursor>.Position.start
  private var seen: Set<Item.ID> = []
  private var latest: Task<Void, Never>?

  init(limit: Int) { self.limit = limit }

  /// Loads the next page; none of it was given before, and it is empty at the end.
  func next(
    _ fetch: @escaping Fetch, onFinish: @escaping (Result<[Item], PagingError>) -> Void
  ) {
    latest = Task { [latest] in
      await latest?.value
      do throws(PagingError) {
        onFinish(.success(try await load(OffsetSource(mapError: ServiceError.shown, ask: fetch))))
      } catch {
        onFinish(.failure(error))
      }
    }
  }

  private func load(_ source: OffsetSource<Item>) async throws(PagingError) -> [Item] {
    guard !isAtEnd else { return [] }
    let request = PageRequest(reason: .append, position: position, count: limit)
    let page = try await source.load(request)
    if let cursor = page.after.cursor { position = .after(cursor) } else { isAtEnd = true }
    return page.items.filter { seen.insert($0.id).inserted }
  }
}

extension WebService: ContactService {
  nonisolated private struct Answer: Decodable {
    let items: [Contact]
    let total: Int?
  }

  func contacts(offset: Int, limit: Int) async throws -> OffsetPage<Contact> {
    let answer: Answer = try await get(
      "offsets/contacts", ["offset": "\(offset)", "limit": "\(limit)"])
    return OffsetPage(items: answer.items, totalCount: answer.total)
  }
}

/// Writes contacts, by offset and limit.
func writeContacts(_ options: Options) throws {
  let service: any ContactService =
    options.service ?? SimulatedContacts(latency: options.latency)
  let contacts = PagingGenerator<Contact>(limit: options.pageSize)

  func showNext() {
    contacts.next { [service] offset, limit in
      try await service.contacts(offset: offset, limit: limit)
    } onFinish: { result in
      switch result {
      case .success(let page): page.forEach { print($0.line) }
      // Return asks for the same page again.
      case .failure(let error) where error.isRetryable && !options.isPlain: print(error)
      case .failure(let error): fail(error)
      }
      goOn()
    }
  }

  func goOn() {
    if contacts.isAtEnd { exit(0) }
    if !options.isPlain {
      print("Return: the next page")
      guard readLine() != nil else { exit(0) }
    }
    showNext()
  }

  showNext()
  // Two calls at once are two pages, in order.
  if options.isPlain { showNext() }
  dispatchMain()
}
