import Feeds
import Records
import Search
import TableUI
import Terminal

/// A record, or another item of a list, whole: its fields in their order, nested values as far as they are unfolded,
/// texts in all their lines.
///
/// Cost of a key: what is in sight; of folding, searching and another record, up to the rows of the record.
final class DetailController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  /// Where the record is from.
  private(set) weak var host: (any DetailHost)?
  let appearance: RecordAppearance
  let tableView = TableView()
  /// Made once, because each key and each frame asks for them.
  private(set) lazy var commands = makeCommands()
  private(set) var subject: DetailSubject
  private var remark: TimeRemark?
  private var rows: DetailRows
  /// The path of the selected row, which is selected in the next record, too.
  private var pathToKeep = ""
  private(set) var rowLayout: DetailLayout
  /// Columns that it has, as of the last layout.
  private var width: Int
  private(set) lazy var search = DetailSearch(in: self, host?.pattern)
  let links = DetailLinks()
  /// The pictures that values are, and for which extent they were asked.
  private var (pictures, pictureSize) = (DrawnPictures(), Size?.none)
  /// What is said until the next key.
  var message: Message?

  /// Bytes of a path that the status line is given at the most.
  private static let longestPath = 500

  /// - Parameters:
  ///   - remark: what is said of the record's time.
  ///   - host: where the record is from.
  ///   - size: what it will have at the most, because keys that are typed ahead come before a frame.
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

  // MARK: What is shown

  /// Shows another record, at the field that was selected.
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
      // A row's own place is kept when the rest of its values has come.
      let isThere = isSame && subject.record?.isTableRow == true
      if !isThere || tableView.selectedSection != index { select(index) }
    }
    onNeedsDisplay?()
  }

  var tree: DetailTree { rows.tree }

  /// Fills the cells again.
  func layOutRows() {
    // The selection's bar has two.
    rowLayout = DetailLayout(tree.rows, width: max(2, width - 2), appearance, search.matcher, links)
    (rowLayout.remark, rowLayout.pictures) = (remark, pictures)
    rowLayout.refers = { [weak self] in self?.host?.refers($0) ?? false }
    tableView.reloadData()
  }

  /// The row that is selected.
  var selected: DetailRow? { tableView.selectedSection.map { tree.rows[$0] } }

  func select(_ index: Int) {
    tableView.select(section: index)
    tableView.scrollToSelection()
  }

  /// Changes what is folded, and remembers what a reader wants.
  func change(_ index: Int, unfolds: Bool) {
    rows.change(index, unfolds: unfolds)
    layOutRows()
  }

  /// Looks through the rows, of which some are unfolded for it.
  func find<Result>(_ body: (inout DetailTree) -> Result) -> Result {
    let count = tree.rows.count
    defer { if tree.rows.count != count { layOutRows() } }
    return rows.find(body)
  }

  /// Forgets what was folded, and folds or unfolds all.
  func changeAll(unfolds: Bool) {
    let path = selected?.path
    rows.changeAll(unfolds: unfolds)
    layOutRows()
    if let index = path.flatMap({ tree.index(of: $0) }) { select(index) }
  }

  // MARK: A frame

  var status: [Message] {
    // Far within others only the name is short enough to be read.
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
    // Any other key is about the record again.
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

  /// Has the pictures drawn that values are, once for each row and extent.
  private func askForPictures(_ lines: Int) {
    let size = rowLayout.pictureSize(lines: lines)
    guard size != pictureSize, subject.record?.isTableRow == true else { return }
    pictureSize = size
    host?.showPictures(in: size)
  }

  /// Shows pictures below the values that they are.
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

/// The rows of what is shown whole, and what a reader has folded of it.
private struct DetailRows {
  private(set) var tree: DetailTree { didSet { note() } }
  /// What was folded and unfolded, by paths: it holds for the next record, too.
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

  /// Keeps what was unfolded for it.
  mutating func find<Result>(_ body: (inout DetailTree) -> Result) -> Result {
    var new = tree
    let result = body(&new)
    if new.rows.count != tree.rows.count { tree = new }
    return result
  }
}
