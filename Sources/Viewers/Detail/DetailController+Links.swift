import Feeds
import TableUI
import Terminal

/// Opening the links of a record: `o` chooses one, from the selected field on, and Enter opens it.
extension DetailController {
  var linking: [Command] {
    let isChosen = { [weak self] in self?.links.chosen != nil }
    return [
      Command("choose a link in it, the next one", in: .feed, keys: ["o"]) { [weak self] in
        self?.chooseLink()
      },
      Command("open the chosen link", in: .feed, keys: [.enter], isEnabled: isChosen) {
        [weak self] in
        self?.openLink()
      },
      Command("choose no link", in: .feed, keys: [.escape], isEnabled: isChosen) { [weak self] in
        self?.forgetLinks()
      },
    ]
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
    show(
      .chosenLink(place.address, index: index, count: links.all.count, appearance.theme.symbols))
  }

  private func openLink() {
    guard let address = links.chosen?.address else { return }
    forgetLinks()
    host?.viewer?.open(link: address) { [weak self] in self?.show($0) }
  }

  func forgetLinks() {
    links.forget()
    layOutRows()
  }
}
