import ByteStores
import TableUI
import Terminal

/// How the lines are shown, changed while they are.
extension TextController {
  var viewing: [Command] {
    let wrap = appearance.wantsWrap ? "cut long lines" : "wrap long lines"
    let numbers = appearance.showsNumbers ? "hide line numbers" : "show line numbers"
    return choosingForm + [
      Command(wrap, in: .view, keys: ["w"]) { [weak self] in self?.toggleWrap() },
      Command(wrap, in: .view, after: .key("-"), keys: ["S"]) { [weak self] in self?.toggleWrap() },
      Command(numbers, in: .view, after: .key("-"), keys: ["N"]) { [weak self] in
        self?.toggleNumbers()
      },
      Command(
        appearance.tint.isOn ? "no tint for times and levels" : "tint times and levels",
        in: .view, keys: ["T"]
      ) { [weak self] in self?.toggleTint() },
    ]
  }

  private func toggleWrap() {
    appearance.wantsWrap.toggle()
    list.tableView.columnOffset = 0
    changeView(appearance.wantsWrap ? "long lines wrap" : "long lines are cut")
  }

  private func toggleNumbers() {
    appearance.showsNumbers.toggle()
    appearance.numbers.countsAll = appearance.showsNumbers
    changeView(appearance.showsNumbers ? "line numbers are shown" : "line numbers are hidden")
  }

  private func toggleTint() {
    appearance.tint.toggle()
    changeView(
      appearance.tint.isOn ? "times and levels tinted" : "no tint")
  }

  func joinEmoji() {
    guard !appearance.rules.joinsEmoji else { return }
    appearance.joinEmoji()
    list.joinEmoji()
  }

  func changeView(_ words: String) {
    commands = makeCommands()
    list.tableView.reloadData()
    list.show(Message(words))
  }

  /// Lines that go on below do so only where the first column is in sight.
  func noteColumn() {
    let wraps = appearance.wraps
    appearance.isScrolledSideways = list.tableView.columnOffset > 0
    if appearance.wraps != wraps { list.tableView.reloadData() }
  }
}
