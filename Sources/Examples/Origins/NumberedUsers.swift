// This example replaces an interactor that paged users by number, from page 0 to a total given by
// the service. The interactor removed duplicates and had a loading row, and the view had to notify
// the interactor before drawing a row.
//
// Mistakes of such interactors, and their solutions here:
// - Repeated users were dropped, and with them their latest data. The list holds each identity
//   once, with the content of the latest answer; here a key path gives the identity.
// - A last page without new users left the loading row on the screen forever, and a page beyond
//   the total was an error. `PageNumberSource` ends where the service says so, and a page without
//   new items is not the end.
// - A page loaded before a refresh was appended to the new ones, and users were missing. A refresh
//   cancels other loads, and late answers are ignored.
// - A view that forgot to notify stopped the list. Here the list itself reports the drawn rows, and
//   loading, failure and end are rows that it creates.
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// A value identified by a key path.
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
    // The web service counts pages from 1.
    let answer: Answer = try await get(
      "pages/users", ["page": "\(page + 1)", "per_page": "\(size)"])
    return NumberedPage(items: answer.items, totalPages: answer.totalPages)
  }
}

/// Shows users, paged by number.
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
