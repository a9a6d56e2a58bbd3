import Feeds
import TableUI
import Terminal

/// The keys of the detail, beside those of every list.
extension DetailController {
  func makeCommands() -> [Command] {
    linking + [closing] + stepping + folding + copying + search.commands
      + tableView.movingCommands(of: "field")
  }

  private var closing: Command {
    Command("back to the list", in: .program, keys: ["q", .escape, .backspace], hint: "back") {
      [weak self] in
      self?.host?.close()
    }
  }

  private var stepping: [Command] {
    let name = host?.itemName ?? "record"
    return [
      Command("next \(name)", in: .move, keys: ["J"]) { [weak self] in
        self?.host?.step(by: $0)
      },
      Command("previous \(name)", in: .move, keys: ["K"]) { [weak self] in
        self?.host?.step(by: -$0)
      },
      Command(
        "stop on the way there", in: .move, keys: ["^C"],
        isEnabled: { [weak self] in self?.host?.isWaiting ?? false }
      ) { [weak self] in
        self?.host?.stop()
      },
    ]
  }

  // MARK: Folding

  private var folding: [Command] {
    [
      Command("unfold or fold what is in it", in: .view, keys: [.enter], hint: "fold") {
        [weak self] in
        self?.toggle()
      },
      Command("unfold it, or go into it", in: .view, keys: ["l", .right]) { [weak self] in
        self?.goIn()
      },
      Command("fold it, or go to what it is in", in: .view, keys: ["h", .left]) { [weak self] in
        self?.goOut()
      },
      Command("unfold all", in: .view, keys: ["+"]) { [weak self] in
        self?.changeAll(unfolds: true)
      },
      Command("fold all", in: .view, keys: ["-"]) { [weak self] in
        self?.changeAll(unfolds: false)
      },
    ]
  }

  private func toggle() {
    guard let index = tableView.selectedSection else { return }
    let row = tree.rows[index]
    guard row.isFoldable else { return show(Message("nothing in it to unfold")) }
    change(index, unfolds: !row.isUnfolded)
  }

  private func goIn() {
    guard let index = tableView.selectedSection, tree.rows[index].isFoldable else { return }
    if tree.rows[index].isUnfolded { select(index + 1) } else { change(index, unfolds: true) }
  }

  private func goOut() {
    guard let index = tableView.selectedSection else { return }
    if tree.rows[index].isUnfolded {
      change(index, unfolds: false)
    } else if let parent = tree.parent(of: index) {
      select(parent)
    }
  }
}
