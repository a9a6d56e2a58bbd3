import Feeds
import Records
import TableUI
import Terminal

/// The list of a text's columns: which are shown, in which order, how wide, and how many stay.
///
/// What is changed is changed at once, also in the table behind it. Cost of a key: what is in sight; of a
/// change up to the number of columns.
final class ColumnChooser: ViewController {
  var onNeedsDisplay: (() -> Void)?
  /// Closes it.
  var onClose: (() -> Void)?
  let tableView = TableView()
  let appearance: RecordAppearance
  let searchCase: SearchCase
  /// Made once, because each key and each frame asks for them.
  private(set) lazy var commands = makeCommands()
  /// What is said until the next key.
  private var message: Message?
  /// What was looked for last.
  var pattern = ""
  /// What the rows were made of.
  private var shown: Shown?

  private struct Shown: Equatable {
    let columns: ObjectIdentifier
    let count: Int
    let changes: Int
  }

  /// - Parameter size: what it will have at the most, because keys that are typed ahead come before a frame.
  init(_ appearance: RecordAppearance, for size: Size, searchCase: SearchCase = .smart) {
    (self.appearance, self.searchCase) = (appearance, searchCase)
    tableView.selectionMark = appearance.theme.symbols.selection
    tableView.selectionStyle = appearance.theme.accent
    tableView.register(ColumnChooserCell.self)
    tableView.dataSource = self
    tableView.delegate = self
    reload()
    tableView.layout(for: size)
    // Who has scrolled looks at another column than the first.
    if let columns, let first = columns.firstInSight, first <= columns.count {
      select(columns.arranged.order.shown[first - 1])
    }
  }

  /// Those of the text as it is now.
  var columns: RecordColumns? { appearance.columns }

  /// The number of the column that is selected.
  var selected: Int? {
    guard let columns, let place = tableView.selectedSection else { return nil }
    return columns.arranged.order.all[place]
  }

  var status: [Message] {
    let (count, all) = (columns?.count ?? 0, columns?.columns.count ?? 0)
    return [Message("Columns", .title)] + [message].compactMap { $0 }
      + [Message(fact: "\(count.grouped) of \(all.grouped) shown")]
  }

  func select(_ column: Int) {
    guard let columns else { return }
    tableView.select(section: columns.arranged.order.place(of: column))
    tableView.scrollToSelection()
  }

  func show(_ message: Message) { self.message = message }

  func willHandleInput() { message = nil }

  func handle(_ input: Input) -> Bool { tableView.handle(input) }

  func layout(for size: Size) {
    reload()
    let isOther = size != tableView.size
    tableView.layout(for: size)
    if isOther { tableView.scrollToSelection() }
  }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }

  /// Asks for the rows again where there are others: columns of JSON come with the records.
  func reload() {
    let now = columns.map {
      Shown(
        columns: ObjectIdentifier($0), count: $0.columns.count, changes: $0.arranged.changeCount)
    }
    guard now != shown else { return }
    shown = now
    tableView.reloadData()
  }
}

extension ColumnChooser: TableViewDataSource, TableViewDelegate {
  func numberOfSections(in tableView: TableView) -> Int { columns?.columns.count ?? 0 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: ColumnChooserCell = tableView.dequeueCell(for: indexPath)
    if let columns {
      cell.show(columns.arranged.order.all[indexPath.section], of: columns, appearance.theme)
    }
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    columns?.arranged.order.all[section] ?? section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    guard let columns, let column = identifier.base as? Int, column < columns.columns.count else {
      return nil
    }
    return columns.arranged.order.place(of: column)
  }

  /// The table behind shows the column that is selected.
  func tableViewDidChangeSelection(_ tableView: TableView) { reveal() }

  func reveal() {
    guard let columns, let selected, !columns.arranged.isInSight(selected) else { return }
    columns.reveal(selected)
    onNeedsDisplay?()
  }
}
