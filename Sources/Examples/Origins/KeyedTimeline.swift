// This example replaces a generic helper that paged a timeline by key, as in Firebase, and reported
// the states "initial", "ready", "loading" and "end" to its list. A post has three cells, dequeued
// by type.
//
// Mistakes of such helpers, and their solutions here:
// - Each page begins with the post whose key was requested. A client that always drops the first
//   post loses another one if the requested post was deleted in the meantime. A client that never
//   drops it shows the requested post twice, and with a page size of 1 requests it forever.
//   `InclusiveKeySource` requests one post more, and drops the first one only if its key is the
//   requested one.
// - An answer in ascending order ended with the requested post, so the next request had the same
//   key again. Here this is an error, and `ascending` reverses the answers.
// - A short page was taken for the end. Here only an empty page is taken for the end, unless the
//   service says otherwise.
// - The state was set by hand, and a failure could leave it at "loading". Here it is derived from
//   the pager, and cannot differ from the list.
import NCursesTerminal
import Paging
import TableUI
import Terminal

final class HeaderCell: TableViewCell {
  var post: Post?

  func draw(in canvas: inout Canvas) {
    guard let post else { return }
    let width = canvas.draw(SafeText(post.author), style: Theme.standard.strong)
    let point = Point(line: 0, column: width + 2)
    canvas.draw(SafeText(post.name), at: point, style: Theme.standard.faint)
  }
}

final class BodyCell: TableViewCell {
  var post: Post?

  func height(forWidth width: Int) -> Int { lines(width).count }

  func draw(in canvas: inout Canvas) {
    for (index, line) in lines(canvas.size.columns).enumerated() {
      canvas.draw(line, at: Point(line: index, column: 0))
    }
  }

  private func lines(_ width: Int) -> [SafeText] {
    SafeText(post?.text ?? "").wrapped(to: max(1, width))
  }
}

/// The number of likes, and a blank line.
final class FooterCell: TableViewCell {
  var post: Post?
  var trailingBlankLines: Int { 1 }

  func height(forWidth width: Int) -> Int { 2 }

  func draw(in canvas: inout Canvas) {
    guard let post else { return }
    canvas.draw("♥ \(post.likes)", style: Theme.standard.faint)
  }
}

extension Pager {
  /// The state of the list in one word; after a failed or cancelled load, it is the same as before
  /// the load.
  var situation: String {
    if isLoading { return "loading" }
    guard hasLoaded else { return "initial" }
    return state(of: .append) == .end ? "end" : "ready"
  }
}

extension WebService: PostService {
  func posts(endAt key: Int?, limitToLast count: Int) async throws -> [Post] {
    let posts: [String: Post] = try await get(
      "inclusive/timeline", ["end_at": key.map(String.init), "limit": "\(count)"])
    return posts.values.sorted { $0.id < $1.id }
  }
}

/// Shows posts, paged by key.
func showTimeline(_ options: Options) throws {
  let service: any PostService = options.service ?? SimulatedPosts(latency: options.latency)
  let posts = InclusiveKeySource<Post, Int>(
    key: { $0.id }, ascending: true, mapError: ServiceError.shown
  ) { [service] key, count in
    KeyedPage(items: try await service.posts(endAt: key, limitToLast: count))
  }
  let pager = Pager(source: posts, configuration: .standard.with(pageSize: options.pageSize))
  if options.isPlain {
    endAfter {
      for try await post in pager.items { print("\(post.name)  \(post.author): \(post.text)") }
    }
  }

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
}
