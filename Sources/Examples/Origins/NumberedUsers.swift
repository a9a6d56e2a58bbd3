// This stands for an interactor that paged users by number, from page 0 to a total that the service
// gives, left out who came twice, and had a loading row; its view told it before it drew a row.
//
// Mistakes of such interactors, and what became of them:
// - Users who came again were left out, so what was said of them last was lost. The list holds each
//   identity once, where and as the latest answer has it; here the identity is a key path.
// - A last page of nobody new left the loading row for ever, and a page past the total was an error.
//   `PageNumberSource` ends where the service says so; what brings nothing new is not the end.
// - The page of a load from before a refresh was put behind the new ones, so users were missing. A
//   refresh stops the loads at the edges, and an answer that comes late changes nothing.
// - A view that forgot to tell stalled the list. Here the list itself says what it has drawn, and
//   loading, failure and end are rows that nobody writes.
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// A value that is told from others by a key path of it.
nonisolated struct Keyed<Value: Sendable, Key: Hashable & Sendable>: Identifiable, Sendable {
  let value: Value
  let id: Key

  init(_ value: Value, by path: KeyPath<Value, Key>) {
    self.value = value
    id = value[keyPath: path]
  }
}

final class UserCell: TableViewCell {
  var user: User?

  func draw(in canvas: inout Canvas) { canvas.draw(SafeText(user?.line ?? "")) }
}

extension WebService: UserService {
  nonisolated private struct Answer: Decodable {
    let items: [User]
    let totalPages: Int?
  }

  func users(page: Int, size: Int) async throws -> NumberedPage<User> {
    // This one counts from 1.
    let answer: Answer = try await get(
      "pages/users", ["page": "\(page + 1)", "per_page": "\(size)"])
    return NumberedPage(items: answer.items, totalPages: answer.totalPages)
  }
}

/// Shows users, by page numbers.
func showUsers(_ options: Options) throws {
  let service: any UserService = options.service ?? SimulatedUsers(latency: options.latency)
  let users = PageNumberSource<Keyed<User, String>>(firstPage: 0, mapError: ServiceError.shown) {
    [service] number, size in
    let answer = try await service.users(page: number, size: size)
    return NumberedPage(
      items: answer.items.map { Keyed($0, by: \.email) }, totalPages: answer.totalPages)
  }
  let pager = Pager(
    source: users,
    configuration: .standard.with(pageSize: options.pageSize, prefetchDistance: 5))
  if options.isPlain {
    endAfter { for try await user in pager.items { print(user.value.line) } }
  }

  let list = PagedListController(pager: pager, title: "Users", cell: UserCell.self) {
    cell, user, _ in
    cell.user = user.value
  }
  list.itemNames = (one: "user", many: "users")
  list.extraCommands = [
    Command(
      "cancel all requests", keys: ["x"], hint: "cancel", hintPriority: 1,
      isEnabled: { pager.isLoading }, action: pager.cancel)
  ]
  try NCursesScreen.open { Session(screen: $0, root: list).run() }
}
