import ByteStores
import TableUI
import Terminal

/// Commands that change how lines are shown.
extension TextController {
  var viewing: [Command] {
    let wrap = wrapsNow ? "cut long lines" : "wrap long lines"
    let numbers = appearance.showsNumbers ? "hide line numbers" : "show line numbers"
    return choosingForm + [
      Command(wrap, in: .view, keys: ["w"]) { [weak self] in self?.toggleWrap() },
      Command(wrap, in: .view, after: .key("-"), keys: ["S"]) { [weak self] in self?.toggleWrap() },
      Command(numbers, in: .view, after: .key("-"), keys: ["N"]) { [weak self] in
        self?.toggleNumbers()
      },
      Command(
        appearance.tint.isOn ? "turn off colours for times and levels" : "colour times and levels",
        in: .view, keys: ["T"]
      ) { [weak self] in self?.toggleTint() },
      gaps.command,
    ]
  }

  /// Whether long lines are wrapped in the current form; by default, log records are not wrapped.
  private var wrapsNow: Bool {
    isLog ? appearance.wantsLogWrap : appearance.wantsWrap
  }

  private var isLog: Bool { appearance.columns != nil && appearance.form == .log }

  private func toggleWrap() {
    let wraps = !wrapsNow
    appearance.wantsWrap = wraps
    if isLog { appearance.wantsLogWrap = wraps }
    list.tableView.columnOffset = 0
    changeView(wraps ? "long lines wrap" : "long lines are cut")
  }

  private func toggleNumbers() {
    appearance.showsNumbers.toggle()
    appearance.numbers.countsAll = appearance.showsNumbers
    changeView(appearance.showsNumbers ? "line numbers are shown" : "line numbers are hidden")
  }

  private func toggleTint() {
    appearance.tint.toggle()
    changeView(
      appearance.tint.isOn ? "log colours on" : "log colours off")
  }

  func joinEmoji() {
    guard !appearance.rules.joinsEmoji else { return }
    appearance.joinEmoji()
    list.joinEmoji()
  }

  func changeView(_ words: String) {
    renewCommands()
    list.tableView.reloadData()
    list.show(Message(words))
  }

  /// Updates wrapping, which applies only if the first column is visible.
  func noteColumn() {
    let before = (appearance.wraps, appearance.wrapsLog)
    appearance.isScrolledSideways = list.tableView.columnOffset > 0
    if (appearance.wraps, appearance.wrapsLog) != before { list.tableView.reloadData() }
  }

  private var choosingForm: [Command] {
    guard appearance.columns != nil else { return [choosingEntries] }
    // In a plain-text log, the form after columns shows the lines unchanged.
    if !appearance.joinsEntries { return [choosingEntries, records.table.choosing] }
    let next = appearance.form.next(hasLog: appearance.hasLog)
    return [
      Command(next.title(list.itemNames.one), in: .view, keys: ["t"]) { [weak self] in
        self?.show(next)
      },
      records.table.choosing,
    ]
  }

  private var choosingEntries: Command {
    let joins = appearance.joinsEntries
    return Command(
      joins ? "show the lines as they are" : "show stack traces with their records", in: .view,
      keys: ["t"], isEnabled: { [weak self] in self?.text.hasEntries ?? false || !joins }
    ) { [weak self] in self?.joinEntries(!joins) }
  }

  private func show(_ form: RecordForm) {
    records.show(form)
    let isOfText = appearance.readsRecords == nil
    if isOfText, form == .text, text.hasEntries { return joinEntries(false) }
    changeView(form.message(list.itemNames.one))
  }

  private func joinEntries(_ joins: Bool) {
    text.joinEntries(joins)
    changeView(
      joins
        ? "stack traces are shown with their records" : RecordForm.text.message(list.itemNames.one))
  }
}
