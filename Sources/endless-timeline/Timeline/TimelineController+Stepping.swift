import Paging
import TableUI
import Timeline

/// From post to post while one is open: the list behind goes along, so that it loads what comes next.
extension TimelineController {
  /// Shows the post beside the open one, and selects it in the list.
  func step(_ edge: Edge) {
    guard let detail else { return }
    guard let index = list.pager.index(of: .item(detail.post.id)) else {
      return detail.show(Message("this post is not in the list any more"))
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

  /// There is no post, or none that is held.
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
