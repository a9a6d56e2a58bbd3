import Feeds
import Records
import Search
import TableUI
import Terminal

/// The screen that shows a record or another item completely: its fields in order, nested values as
/// far as they are unfolded, and strings with all their lines.
///
/// Cost: a key takes time proportional to the size of the screen; folding, searching and showing
/// another record take time at most proportional to the size of the record.
final class DetailController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  /// The list from which the record comes.
  private(set) weak var host: (any DetailHost)?
  let appearance: RecordAppearance
  let tableView = TableView()
  /// The commands, created once, because each key and each frame uses them.
  private(set) lazy var commands = makeCommands()
  private(set) var subject: DetailSubject
  private var remark: TimeRemark?
  private var rows: DetailRows
  /// The path of the row to select in the next record, if that record has it.
  private var pathToKeep = ""
  private(set) var rowLayout: DetailLayout
  /// The width at the last layout, in columns.
  private var width: Int
  private(set) lazy var search = DetailSearch(in: self, host?.pattern)
  let links = DetailLinks()
  /// The pictures in values, and the size for which they were requested.
  private var (pictures, pictureSize) = (DrawnPictures(), Size?.none)
  /// The message that is shown until the next key.
  var message: Message?

  /// The maximum length of a path in the status line, in bytes.
  private static let longestPath = 500

  /// - Parameters:
  ///   - remark: a remark about the record's time.
  ///   - host: the list from which the record comes.
  ///   - size: the maximum size of the screen; it is needed now, because keys may be handled before
  ///     the first frame.
  init(
    _ subject: DetailSubject, _ remark: TimeRemark?, of host: some DetailHost,
    _ appearance: RecordAppearance, for size: Size
  ) {
    self.host = host
    (self.subject, self.remark, self.appearance) = (subject, remark, appearance)
    width = size.columns
    rows = DetailRows(subject)
    rowLayout = DetailLayout([], width: width, appearance, nil, links)
    tableView.selectionMark = appearance.theme.symbols.selection
    tableView.selectionStyle = appearance.theme.accent
    tableView.register(DetailCell.self)
    tableView.dataSource = self
    search.stand(out: appearance.matches.shown)
    tableView.layout(for: size)
  }

  // MARK: Content

  /// Shows another record, or more of the same one, with the same field selected.
  func show(_ subject: DetailSubject, _ remark: TimeRemark?) {
    if let selected, !selected.path.isEmpty { pathToKeep = selected.path }
    let isSame = subject.id == self.subject.id
    let top = tableView.indexPathsForVisibleRows.first?.section
    (self.subject, self.remark) = (subject, remark)
    pictureSize = nil
    if !isSame { pictures = [:] }
    search.forgetFound()
    links.forget()
    rows.show(subject)
    layOutRows()
    if !isSame { tableView.scrollToStart() }
    if let index = tree.index(of: pathToKeep) {
      if !isSame, let top, top < index { tableView.scroll(toSection: top) }
      // A row of a table keeps its scroll position when the complete values have been loaded.
      let isThere = isSame && subject.record?.isTableRow == true
      if !isThere || tableView.selectedSection != index { select(index) }
    }
    onNeedsDisplay?()
  }

  var tree: DetailTree { rows.tree }

  /// Lays out the rows and fills the cells again.
  func layOutRows() {
    // The selection bar takes two columns.
    rowLayout = DetailLayout(tree.rows, width: max(2, width - 2), appearance, search.matcher, links)
    (rowLayout.remark, rowLayout.pictures) = (remark, pictures)
    rowLayout.refers = { [weak self] in self?.host?.refers($0) ?? false }
    tableView.reloadData()
  }

  var selected: DetailRow? { tableView.selectedSection.map { tree.rows[$0] } }

  func select(_ index: Int) {
    tableView.select(section: index)
    tableView.scrollToSelection()
  }

  /// Folds or unfolds a row, and remembers the reader's choice.
  func change(_ index: Int, unfolds: Bool) {
    rows.change(index, unfolds: unfolds)
    layOutRows()
  }

  /// Searches the rows; the search may unfold some of them.
  func find<Result>(_ body: (inout DetailTree) -> Result) -> Result {
    let count = tree.rows.count
    defer { if tree.rows.count != count { layOutRows() } }
    return rows.find(body)
  }

  /// Folds or unfolds all rows, and forgets which ones the reader has folded or unfolded.
  func changeAll(unfolds: Bool) {
    let path = selected?.path
    rows.changeAll(unfolds: unfolds)
    layOutRows()
    if let index = path.flatMap({ tree.index(of: $0) }) { select(index) }
  }

  // MARK: A frame

  var status: [Message] {
    // The path of a deeply nested row may be too long, so only the name is shown.
    let path = selected.map { $0.path.utf8.count > Self.longestPath ? $0.name : $0.path } ?? ""
    let title = host?.title(of: subject) ?? ""
    return [Message(title, .title)] + [message].compactMap { $0 } + (host?.notices ?? [])
      + (path.isEmpty ? [] : [Message(path, short: selected?.name)])
  }

  func willHandleInput() { message = nil }

  func show(_ message: Message) {
    self.message = message
    onNeedsDisplay?()
  }

  func handle(_ input: Input) -> Bool {
    // Any key except `o`, Enter and Escape drops the chosen link, and then acts on the record.
    if links.chosen != nil, case .key(let key) = input, !["o", .enter, .escape].contains(key) {
      forgetLinks()
    }
    return tableView.handle(input)
  }

  func didChangeFocus(to isFocused: Bool) {
    tableView.selectionStyle = isFocused ? appearance.theme.accent : appearance.theme.faint
  }

  func joinEmoji() {
    appearance.joinEmoji()
    layOutRows()
  }

  func layout(for size: Size) {
    host?.layoutBehind(size)
    let isOther = size != tableView.size
    if size.columns != width {
      width = size.columns
      layOutRows()
    }
    tableView.layout(for: size)
    if isOther { tableView.scrollToSelection() }
    askForPictures(size.lines)
  }

  /// Requests the pictures in values, once for each shown content and size.
  private func askForPictures(_ lines: Int) {
    let size = rowLayout.pictureSize(lines: lines)
    guard size != pictureSize, subject.record?.isTableRow == true else { return }
    pictureSize = size
    host?.showPictures(in: size)
  }

  /// Shows pictures below their values.
  func show(_ pictures: DrawnPictures) {
    guard pictures != self.pictures else { return }
    self.pictures = pictures
    layOutRows()
    onNeedsDisplay?()
  }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }
}

extension DetailController: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { tree.rows.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: DetailCell = tableView.dequeueCell(for: indexPath)
    cell.show(tree.rows[indexPath.section], rowLayout)
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    tree.rows[section].id
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    (identifier.base as? Int).flatMap { rows.index(ofRow: $0) }
  }
}

/// The rows of the record, and the reader's changes to their folding.
private struct DetailRows {
  private(set) var tree: DetailTree { didSet { note() } }
  /// Whether the reader has unfolded a row, by its path; the choices also apply to the next record.
  private var folds: [String: Bool] = [:]
  private var indices: [Int: Int] = [:]

  init(_ subject: DetailSubject) {
    tree = DetailTree(subject)
    note()
  }

  private mutating func note() {
    indices = [Int: Int](
      tree.rows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func index(ofRow id: Int) -> Int? { indices[id] }

  mutating func show(_ subject: DetailSubject) { tree = DetailTree(subject, folds: folds) }

  mutating func change(_ index: Int, unfolds: Bool) {
    folds[tree.rows[index].path] = unfolds
    var new = tree
    if unfolds { new.unfold(index) } else { new.fold(index) }
    tree = new
  }

  mutating func changeAll(unfolds: Bool) {
    folds = [:]
    var new = tree
    new.changeAll(unfolds: unfolds)
    tree = new
  }

  /// Searches the rows, and keeps those that the search has unfolded.
  mutating func find<Result>(_ body: (inout DetailTree) -> Result) -> Result {
    var new = tree
    let result = body(&new)
    if new.rows.count != tree.rows.count { tree = new }
    return result
  }
}
