// This example replaces an asynchronous generator that returned contacts by offset and limit, one
// page for each call. Here the Return key requests a page; without a terminal, all pages are
// requested in turn.
//
// Mistakes of such generators, and their solutions here:
// - The offset advanced by the requested limit, and contacts were skipped if the service returned
//   fewer. `OffsetSource` advances it by the number of received items, and does not take a short
//   page for the end.
// - If earlier contacts were deleted, the later ones moved up, and some were never returned. Each
//   page is requested together with the contact before it; if that contact is missing, the previous
//   range is requested again.
// - Repeated contacts were returned again. The generator remembers the identities it has returned.
// - Two simultaneous calls requested the same page. A call waits until the previous one has
//   advanced the position or failed; after a failure, the position stays the same.
import Dispatch
import Foundation
import Paging

/// A generator that returns one page for each call.
///
/// It works with any service, and needs no list or screen.
final class PagingGenerator<Item: Identifiable & Sendable> where Item.ID: Sendable {
  typealias Fetch = @Sendable (_ offset: Int, _ limit: Int) async throws -> OffsetPage<Item>

  /// Whether all items have been returned.
  private(set) var isAtEnd = false
  private let limit: Int
  private var position = PageRequest<OffsetSource<Item>.Cursor>.Position.start
  private var seen: Set<Item.ID> = []
  private var latest: Task<Void, Never>?

  init(limit: Int) { self.limit = limit }

  /// Loads the next page of items that have not been returned before; the page is empty at the end.
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

/// Prints contacts, paged by offset.
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
      // The Return key requests the same page again.
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
  // Two simultaneous calls return two pages in order.
  if options.isPlain { showNext() }
  dispatchMain()
}
