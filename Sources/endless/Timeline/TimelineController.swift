import NCursesTerminal
import Paging
import TableUI
import Terminal
import Timeline

/// The timeline: a paged list of posts, what can be done with them, and the post alone.
final class TimelineController {
  let list: PagedListController<Post, TimelineSource.Cursor>
  private let store: TimelineStore
  private let cells: PostCells
  /// What shows it.
  weak var session: Session?
  private weak var detail: PostDetailController?
  /// Posts whose like is on its way, so that a second key does not overtake it.
  private var busy: Set<Post.ID> = []

  init(
    _ timeline: TimelineOpening, configuration: PagerConfiguration, theme: Theme,
    depth: ColorDepth, pictureRest: Duration
  ) {
    store = timeline.store
    let look = PostLook(theme: theme)
    let pictures = PictureLoader(
      folder: timeline.pictures, depth: depth, ascii: theme.marks == .ascii, rest: pictureRest)
    let cells = PostCells(look: look, pictures: pictures)
    self.cells = cells
    let pager = Pager(
      source: timeline.pages, configuration: configuration, clock: MainQueueClock(),
      executor: BackgroundExecutor.shared)
    weak var weakList: PagedListController<Post, TimelineSource.Cursor>?
    list = PagedListController(
      pager: pager, title: "Timeline", rowsPerItem: PostCells.perPost, theme: theme
    ) { table, post, path in
      cells.cell(
        for: post, at: path, in: table, onNeedsDisplay: { weakList?.onNeedsDisplay?() })
    }
    weakList = list
    cells.register(with: list.tableView)
    cells.delegate = self
    list.itemNames = (one: "post", many: "posts")
    list.patience = Program.patience
    list.extraCommands = [
      Command("like, unlike", keys: ["L"], hint: "like") { [weak self] in self?.likeSelected() }
    ]
    list.onSelect = { [weak self] in self?.open($0) }
  }

  /// Writes down what the pager does.
  func report(to log: EventLog) {
    list.pager.onActivity = { log.write($0.description) }
  }

  private func open(_ post: Post) {
    let detail = PostDetailController(post: post, cells: cells) { [weak self] in
      self?.like($0, !$0.isLiked)
    }
    self.detail = detail
    session?.push(detail)
  }

  /// Likes through the post's cell, as a finger would; where that is out of sight, directly.
  private func likeSelected() {
    guard let post = list.selectedItem, let section = list.tableView.selectedSection else { return }
    let table = list.tableView
    let cell =
      zip(table.indexPathsForVisibleRows, table.visibleCells)
      .first { $0.0.section == section && $0.1 is PostActionCell }?.1 as? PostActionCell
    if let cell { cell.toggleLike() } else { like(post, !post.isLiked) }
  }

  private func like(_ post: Post, _ wanted: Bool) {
    guard busy.insert(post.id).inserted else { return }
    BackgroundExecutor.shared.task { [self] in
      do throws(TimelineError) {
        renew(try await store.setLiked(wanted, postID: post.id))
      } catch {
        say(Message(error.description, .failure))
      }
      busy.remove(post.id)
    }
  }

  private func renew(_ post: Post) {
    list.pager.replace(post)
    if detail?.post.id == post.id { detail?.show(post) }
  }

  private func say(_ message: Message) {
    if let detail, session?.front === detail { detail.show(message) } else { list.show(message) }
  }
}

extension TimelineController: PostActionCellDelegate {
  func postActionCell(_ cell: PostActionCell, wantsLike: Bool, of post: Post) {
    like(post, wantsLike)
  }
}
