import EventLoop
import Feeds
import Paging
import TableUI
import Terminal
import Timeline
import Viewers

/// The filter of the timeline: `&` asks for a string, and only posts that contain the string are
/// shown; with `!` before the string, only posts that do not contain it. Further filters narrow the
/// result.
extension TimelineSearch {
  /// The maximum number of filters, because each is tested on all posts.
  private static let mostParts = 4

  var filtering: [Command] {
    [
      Command("show only posts that match, or with ! those that do not", in: .view, keys: ["&"]) {
        [weak self] in
        self?.askForFilter()
      },
      Command(
        "show all posts again", in: .view, keys: [.escape],
        isEnabled: { [weak self] in self.map { !$0.filter.parts.isEmpty } ?? false }
      ) { [weak self] in self?.showAll() },
    ]
  }

  private func askForFilter() {
    var prompt = Prompt("&", kind: "/") { [weak self] in self?.add($0) }
    prompt.hint = Message("text, or !text for posts without it")
    viewer?.session?.open(prompt)
  }

  private func add(_ text: String) {
    let isNegated = text.hasPrefix("!")
    let words = isNegated ? String(text.dropFirst()) : text
    if words.isEmpty { return showAll() }
    guard filter.parts.count < Self.mostParts else {
      return list.show(
        Message("no more than \(Self.mostParts) filters; Esc: show all", .accent))
    }
    filter.parts.append(makePart(words, isNegated: isNegated))
    showFiltered()
  }

  private func showAll() {
    guard !filter.parts.isEmpty else { return list.show(Message("all posts are shown")) }
    filter = PostFilter()
    showFiltered()
  }

  /// Shows the matching posts, starting at the selected post, or at the next post that matches.
  private func showFiltered() {
    let words = filter.parts.map { ($0.isNegated ? "not " : "only ") + $0.text }
    list.title = words.isEmpty ? title : "\(title): " + words.joined(separator: ", ")
    direction.renew()
    task = BackgroundExecutor.shared.task { [weak self, pause = pause()] in
      await pause()
      guard !Task.isCancelled, let self else { return }
      task = nil
      let cursor = list.selectedItem.map { TimelineSource.cursor(before: $0) }
      list.open(
        timeline.pages(matching: filter, clock: viewer?.clock ?? ContinuousClock()),
        at: cursor.map { .after($0) } ?? .start)
    }
  }
}
