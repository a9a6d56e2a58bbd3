import Feeds
import Records
import TableUI
import Terminal

/// The keys of the detail screen, in addition to those of every list.
extension DetailController {
  func makeCommands() -> [Command] {
    linking + [closing] + stepping + [following] + folding + copying + search.commands
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
        "cancel the movement", in: .move, keys: ["^C"],
        isEnabled: { [weak self] in self?.host?.isWaiting ?? false }
      ) { [weak self] in
        self?.host?.stop()
      },
    ]
  }

  private var following: Command {
    Command(
      "open the referenced row", in: .view, keys: [.enter], hint: "open",
      isEnabled: { [weak self] in
        guard let self, let selected else { return false }
        return host?.refers(selected) ?? false
      }
    ) { [weak self] in
      guard let self, let selected else { return }
      host?.follow(selected)
    }
  }

  // MARK: Folding

  private var folding: [Command] {
    [
      Command("unfold or fold the value", in: .view, keys: [.enter], hint: "fold") {
        [weak self] in
        self?.toggle()
      },
      Command("unfold the value, or go into it", in: .view, keys: ["l", .right]) { [weak self] in
        self?.goIn()
      },
      Command("fold the value, or go to its parent", in: .view, keys: ["h", .left]) { [weak self] in
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
    guard row.isFoldable else { return show(Message("nothing to unfold")) }
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

/// Copying the selected value, or the whole record.
extension DetailController {
  var copying: [Command] {
    [
      Command("copy the value", in: .feed, keys: ["y"]) { [weak self] in
        self?.host?.whenWhole { [weak self] in self?.copyValue() }
      },
      Command("copy everything (a record as JSON)", in: .feed, keys: ["Y"]) { [weak self] in
        self?.host?.whenWhole { [weak self] in self?.copyRecord() }
      },
    ]
  }

  private func copyValue() {
    guard let viewer = host?.viewer, let selected, isWhole() else { return }
    viewer.copy(selected.utf8, as: selected.name.isEmpty ? "the text" : selected.name) {
      [weak self] in self?.show($0)
    }
  }

  /// Whether the record can be copied; shows a message if only part of it is loaded.
  ///
  /// Under a restriction, the result is true, because `copy` then shows that copying is forbidden.
  private func isWhole() -> Bool {
    let isHeld = !subject.isPart || host?.viewer?.options.restriction != nil
    if !isHeld {
      show(Message("cannot copy \(subject.name): only part of it is loaded", .failure))
    }
    return isHeld
  }

  private func copyRecord() {
    guard let viewer = host?.viewer, isWhole() else { return }
    let record = subject.isWhole ? subject.record : nil
    viewer.copy(record?.jsonLine() ?? Array(subject.bytes), as: subject.name) {
      [weak self] in self?.show($0)
    }
  }
}

/// Opening the links of a record: `o` chooses the next one, beginning at the selected field, and
/// Enter opens it.
extension DetailController {
  var linking: [Command] {
    Command.linking(
      "in the item", isChosen: { [weak self] in self?.links.chosen != nil },
      choose: { [weak self] in self?.chooseLink() }, open: { [weak self] in self?.openLink() },
      forget: { [weak self] in self?.forgetLinks() })
  }

  private func chooseLink() {
    if let refusal = host?.viewer?.options.restriction?.message("opening links") {
      return show(refusal)
    }
    let start = tableView.selectedSection ?? 0
    guard let place = links.chooseNext(of: tree.rows, from: start), let index = links.index else {
      return show(Message("no link in \(subject.name)"))
    }
    if let row = tree.rows.firstIndex(where: { $0.id == place.row }) { select(row) }
    layOutRows()
    guard host?.viewer?.hasRoom(forLink: place.address) != false else { return refuseLink() }
    show(
      .chosenLink(place.address, index: index, count: links.all.count, appearance.theme.symbols))
  }

  private func openLink() {
    guard let address = links.chosen?.address else { return }
    guard host?.viewer?.hasRoom(forLink: address) != false else { return refuseLink() }
    forgetLinks()
    host?.viewer?.open(link: address) { [weak self] in self?.show($0) }
  }

  /// Refuses a link that the screen cannot show.
  private func refuseLink() {
    forgetLinks()
    show(.hiddenLink)
  }

  func forgetLinks() {
    links.forget()
    layOutRows()
  }
}
