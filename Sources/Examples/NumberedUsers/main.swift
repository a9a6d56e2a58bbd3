// A list of users that is paged by number, from page 0 to a total that the service gives. Users
// that come again are told by a key path and stand once, with what was said of them last.
import NCursesTerminal
import Paging
import TableUI

let options = Options()
let service = UserService(latency: options.latency)
let users = PageNumberSource<Keyed<User, String>>(firstPage: 0) {
  [service] number, size throws(PagingError) in
  let answer = try await service.users(page: number, size: size)
  return NumberedPage(
    items: answer.users.map { Keyed($0, by: \.email) }, totalPages: answer.totalPages)
}
let pager = Pager(
  source: users,
  configuration: try PagerConfiguration(pageSize: options.pageSize, prefetchDistance: 5))
if options.isPlain { printAll(pager) { $0.value.line } }

let list = PagedListController(pager: pager, title: "Users") { table, user, path in
  let cell: UserCell = table.dequeueCell(for: path)
  cell.user = user.value
  return cell
}
list.tableView.register(UserCell.self)
list.itemNames = (one: "user", many: "users")
list.extraCommands = [
  Command(
    "cancel all requests", keys: ["x"], hint: "cancel", isEnabled: { pager.isLoading },
    action: pager.cancel)
]
try NCursesScreen.open { Session(screen: $0, root: list).run() }
