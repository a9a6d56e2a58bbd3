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
  private(set) var tree: DetailTree
  /// What a reader has folded and unfolded, by paths: it holds for the next record, too.
  private var folds: [String: Bool] = [:]
  /// The path of the selected row, which is selected in the next record, too.
  private var pathToKeep = ""
  private var sections: [Int: Int] = [:]
  private(set) var rowLayout: DetailLayout
  /// The line of a row that a match was found in last.
  private var found: (row: Int, line: Int)?
  /// Columns that it has, as of the last layout.
  private var width: Int
  /// What is looked for.
  var pattern: TextPattern? { didSet { matcher = pattern?.plain.map { Matcher($0) } } }
  private(set) var matcher: Matcher? {
    didSet {
      found = nil
      layOutRows()
    }
  }
  /// Whether it is looked for towards the end.
  var searchesDown = true
  let links = DetailLinks()
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
    pattern = host.pattern?.plain == nil ? nil : host.pattern
    matcher = appearance.matches.shown?.plain.map { Matcher($0) }
    tree = DetailTree(subject)
    rowLayout = DetailLayout([], width: width, appearance, nil, links)
    tableView.selectionMark = appearance.theme.symbols.selection
    tableView.selectionStyle = appearance.theme.accent
    tableView.register(DetailCell.self)
    tableView.dataSource = self
    take(tree)
    tableView.layout(for: size)
  }

  // MARK: What is shown

  /// Shows another record, at the field that was selected.
  func show(_ subject: DetailSubject, _ remark: TimeRemark?) {
    if let selected, !selected.path.isEmpty { pathToKeep = selected.path }
    let isSame = subject.id == self.subject.id
    let top = tableView.indexPathsForVisibleRows.first?.section
    (self.subject, self.remark, found) = (subject, remark, nil)
    links.forget()
    take(DetailTree(subject, folds: folds))
    if !isSame { tableView.scrollToStart() }
    if let index = tree.index(of: pathToKeep) {
      if !isSame, let top, top < index { tableView.scroll(toSection: top) }
      select(index)
    }
    onNeedsDisplay?()
  }

  private func take(_ new: DetailTree) {
    tree = new
    sections = [Int: Int](
      tree.rows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    layOutRows()
  }

  /// Fills the cells again.
  func layOutRows() {
    // The selection's bar has two.
    rowLayout = DetailLayout(tree.rows, width: max(2, width - 2), appearance, matcher, links)
    rowLayout.remark = remark
    tableView.reloadData()
  }

  /// The row that is selected.
  var selected: DetailRow? { tableView.selectedSection.map { tree.rows[$0] } }

  func select(_ index: Int) {
    tableView.select(section: index)
    tableView.scrollToSelection()
  }

  /// The line of a row that the match was found in, if that was the last one.
  func foundLine(in index: Int) -> Int? {
    found.flatMap { $0.row == tree.rows[index].id ? $0.line : nil }
  }

  /// Brings the line of a match into sight.
  func showFound(_ line: Int, in index: Int) {
    found = (tree.rows[index].id, line)
    tableView.reveal(line: line, ofSection: index)
  }

  /// Changes what is folded, and remembers what a reader wants.
  func change(_ index: Int, unfolds: Bool) {
    folds[tree.rows[index].path] = unfolds
    var new = tree
    if unfolds { new.unfold(index) } else { new.fold(index) }
    take(new)
  }

  /// Takes rows that were unfolded in a search.
  func search<Result>(_ body: (inout DetailTree) -> Result) -> Result {
    var new = tree
    let result = body(&new)
    if new.rows.count != tree.rows.count { take(new) }
    return result
  }

  /// Forgets what was folded, and folds or unfolds all.
  func changeAll(unfolds: Bool) {
    folds = [:]
    let path = selected?.path
    var new = tree
    new.changeAll(unfolds: unfolds)
    take(new)
    if let index = path.flatMap({ new.index(of: $0) }) { select(index) }
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
    (identifier.base as? Int).flatMap { sections[$0] }
  }
}
