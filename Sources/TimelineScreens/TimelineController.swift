import EventLoop
import Foundation
import NCursesTerminal
import Paging
import Pictures
import Programs
import TableUI
import Terminal
import Timeline
import Viewers

/// The controller of the timeline: a list of posts with their actions, and the screen of a single
/// post.
final class TimelineController {
  let list: PagedListController<Post, TimelineSource.Cursor>
  private let likes: LikeQueue
  private let cells: PostCells
  private weak var viewer: Viewer?
  private(set) weak var detail: PostDetailController?
  private let search: TimelineSearch

  /// - Parameter feedCommands: returns the commands that every feed has: for copying a post, and
  ///   for the position.
  init(
    _ timeline: TimelineOpening, _ pager: Pager<Post, TimelineSource.Cursor>, in viewer: Viewer,
    feedCommands: (PagedListController<Post, TimelineSource.Cursor>) -> [Command]
  ) {
    self.viewer = viewer
    let store = timeline.store
    likes = LikeQueue { liked, id throws(TimelineError) in
      try await store.setLiked(liked, postID: id)
    }
    let theme = viewer.theme
    let appearance = PostAppearance(
      theme: theme, likes: LikeLook(theme: theme, depth: viewer.colorDepth))
    let pictures = PictureLoader(
      folder: timeline.pictures, sizes: timeline.sizes, depth: viewer.colorDepth,
      ascii: theme.symbols == .ascii,
      scrollPause: ScrollPause(timeline.pictureRest, clock: viewer.clock))
    let ages = AgeTimer(
      now: { Int(Date().timeIntervalSince1970) },
      after: { [weak pager] in pager?.after($0, $1) ?? Task {} })
    let cells = PostCells(appearance: appearance, pictures: pictures, ages: ages)
    self.cells = cells
    weak var weakList: PagedListController<Post, TimelineSource.Cursor>?
    list = PagedListController(
      pager: pager, title: "Timeline", rowsPerItem: PostCells.perPost, theme: theme
    ) { table, post, path in
      if weakList?.theme.joinsEmoji == true { cells.joinEmoji() }
      return cells.cell(
        for: post, at: path, in: table, onNeedsDisplay: { weakList?.onNeedsDisplay?() })
    }
    weakList = list
    search = TimelineSearch(timeline, list, in: viewer) { cells.mark($0) }
    cells.register(with: list.tableView)
    cells.delegate = self
    list.itemNames = (one: "post", many: "posts")
    let whole = ItemDetail(list, in: viewer, isInOrderOfTime: true) { $0.fields }
    list.extraCommands =
      whole.commandsBesideEnter + [
        Command(
          "like, unlike", keys: ["L"], hint: "like", isEnabled: { pager.count > 0 }
        ) { [weak self] in self?.likeSelected() }
      ] + feedCommands(list) + search.commands
    list.onActivate = { [weak self] in self?.open($0) }
    ages.onChange = { [weak self] in self?.showAges() }
    likes.onKept = { [weak self] in self?.renew($0) }
    likes.onFailure = { [weak self] in self?.say(Message($0.description, .failure)) }
  }

  /// Reloads the rows with the current ages.
  private func showAges() {
    list.tableView.reloadData()
    list.onNeedsDisplay?()
    if let detail { detail.show(detail.post) }
  }

  private func open(_ post: Post) {
    let detail = PostDetailController(
      post: post, cells: cells,
      actions: PostDetailController.Actions(
        like: { [weak self] in self?.like($0) }, copy: { [weak self] in self?.copy($0) },
        step: { [weak self] in self?.step($0) },
        back: { [weak self] in self?.viewer?.session?.pop() }))
    self.detail = detail
    viewer?.session?.push(detail)
  }

  /// Toggles the like of the selected post through its cell, or directly if the row is off the
  /// screen.
  private func likeSelected() {
    guard let post = list.selectedItemInSight(), let section = list.tableView.selectedSection else {
      return
    }
    let table = list.tableView
    let cell =
      zip(table.indexPathsForVisibleRows, table.visibleCells)
      .first { $0.0.section == section && $0.1 is PostActionCell }?.1 as? PostActionCell
    if let cell { cell.toggleLike() } else { like(post) }
  }

  private func like(_ post: Post) {
    likes.toggle(post)
    // A like that is stored soon needs no message.
    _ = list.pager.after(Viewer.loadingDelay) { [weak self] in self?.sayWhetherLikesWait() }
  }

  private func sayWhetherLikesWait() {
    guard likes.count > 0 else { return }
    say(Message("waiting for the database to save the like"))
  }

  private func copy(_ post: Post) {
    viewer?.copy(Array(post.text.utf8), as: "the post") { [weak self] in self?.say($0) }
  }

  private func renew(_ post: Post) {
    list.pager.replace(post)
    if detail?.post.id == post.id { detail?.show(post) }
  }

  private func say(_ message: Message) {
    if let detail, viewer?.session?.front === detail {
      detail.show(message)
    } else if viewer?.session?.front === list {
      list.show(message)
    } else {
      // Another screen covers the list and the post.
      viewer?.session?.show(message)
    }
  }
}

extension TimelineController {
  /// Waits for pending likes after the terminal has been restored; returns an error if one of them
  /// could not be stored.
  ///
  /// SQLite waits up to five seconds for another program that holds the database.
  func keepLikes(on screen: NCursesScreen) -> TimelineError? {
    search.cancel()
    guard likes.count > 0 else { return nil }
    var failure: TimelineError?
    likes.onFailure = { failure = $0 }
    wait(on: screen, for: Viewer.loadingDelay)
    if likes.count > 0 {
      StandardError.tell("waiting for the database to save the like, up to 5 s")
      wait(on: screen, for: .seconds(6))
    }
    if likes.count > 0, failure == nil { failure = .failed(reason: "it did not answer in time") }
    return failure
  }

  private func wait(on screen: NCursesScreen, for time: Duration) {
    var isOver = false
    let timeout = list.pager.after(time) { isOver = true }
    screen.run { self.likes.count == 0 || isOver }
    timeout.cancel()
  }
}

extension TimelineController: PostActionCellDelegate {
  func postActionCell(_ cell: PostActionCell, togglesLikeOf post: Post) { like(post) }
}

/// Functions that move between posts on the screen of a single post; the list follows, so that it
/// loads more posts.
extension TimelineController {
  /// Shows the next or previous post, and selects it in the list.
  func step(_ edge: Edge) {
    guard let detail else { return }
    guard let index = list.pager.index(of: .item(detail.post.id)) else {
      return detail.show(Message("this post is no longer in the list"))
    }
    let next = edge == .trailing ? index + 1 : index - 1
    guard (0..<list.pager.count).contains(next) else { return stepBeyond(edge) }
    switch list.pager[next] {
    case .item(let post):
      list.select(post.id)
      detail.show(post)
      list.layout(for: detail.size)
    case .gap(let gap):
      list.pager.fill(gap: gap, from: edge == .trailing ? .leading : .trailing)
      detail.show(loading)
    }
  }

  /// Handles a step beyond the loaded posts.
  private func stepBeyond(_ edge: Edge) {
    if list.pager.reaches(edge) {
      detail?.show(Message(edge == .trailing ? "this is the last post" : "this is the first post"))
    } else {
      list.pager.paginate(edge)
      detail?.show(loading)
    }
  }

  private var loading: Message { Message("loading\(list.theme.symbols.more)") }
}

/// A queue that stores likes in order, one after another, so that each key has an effect.
final class LikeQueue {
  typealias Keep = @MainActor (_ liked: Bool, _ id: Post.ID) async throws(TimelineError) -> Post

  /// Called with the post when its like is stored.
  var onKept: (Post) -> Void = { _ in }
  /// Called when a like cannot be stored.
  var onFailure: (TimelineError) -> Void = { _ in }
  private var waiting: [(id: Post.ID, liked: Bool)] = []
  private var isAtWork = false
  private let keep: Keep

  init(_ keep: @escaping Keep) { self.keep = keep }

  /// The number of likes that are not stored yet.
  var count: Int { waiting.count }

  /// Toggles the like of a post, as if pending changes had already been made.
  func toggle(_ post: Post) {
    let isLiked = waiting.last { $0.id == post.id }?.liked ?? post.isLiked
    waiting.append((post.id, !isLiked))
    guard !isAtWork else { return }
    isAtWork = true
    BackgroundExecutor.shared.task { [self] in await work() }
  }

  private func work() async {
    while let next = waiting.first {
      do throws(TimelineError) {
        let post = try await keep(next.liked, next.id)
        waiting.removeFirst()
        onKept(post)
      } catch {
        waiting.removeFirst()
        onFailure(error)
      }
    }
    isAtWork = false
  }
}
