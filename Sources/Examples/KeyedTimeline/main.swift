// A timeline that is paged by key, as Firebase answers: each page begins with the key that it was
// asked from, oldest first. A post has three cells, each of a type of its own.
import NCursesTerminal
import Paging
import TableUI

let options = Options()
let service = PostService(latency: options.latency)
let posts = InclusiveKeySource<Post, String>(key: { $0.key }, ascending: true) {
  [service] key, count throws(PagingError) in
  KeyedPage(items: try await service.posts(endAt: key, limitToLast: count))
}
let pager = Pager(
  source: posts, configuration: try PagerConfiguration(pageSize: options.pageSize))
if options.isPlain { printAll(pager) { "\($0.key)  \($0.author): \($0.text)" } }

let list = PagedListController(pager: pager, rowsPerItem: 3) { table, post, path in
  switch path.row {
  case 0:
    let cell: HeaderCell = table.dequeueCell(for: path)
    cell.post = post
    return cell
  case 1:
    let cell: BodyCell = table.dequeueCell(for: path)
    cell.post = post
    return cell
  default:
    let cell: FooterCell = table.dequeueCell(for: path)
    cell.post = post
    return cell
  }
}
list.tableView.register(HeaderCell.self)
list.tableView.register(BodyCell.self)
list.tableView.register(FooterCell.self)
pager.onActivity = { _ in list.title = "Timeline (\(pager.situation))" }
try NCursesScreen.open { Session(screen: $0, root: list).run() }
