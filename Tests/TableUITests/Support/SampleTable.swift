import TableUI
import Terminal

/// A table with sections of strings, which records the calls to its delegate.
@MainActor final class SampleTable {
  let view: TableView
  var sections: [SampleSection]
  var size: Size
  /// The texts of the displayed cells, in order.
  private(set) var displayed: [String] = []
  /// The positions that were opened, in order.
  private(set) var opened: [TableView.IndexPath] = []
  /// The reported selections, in order.
  private(set) var selections: [String?] = []
  /// Called when a cell is displayed.
  var onDisplay: ((TableView.IndexPath) -> Void)?

  init(_ sections: [SampleSection], lines: Int, columns: Int = 20, allowsSelection: Bool = true) {
    self.sections = sections
    size = Size(lines: lines, columns: columns)
    view = TableView(allowsSelection: allowsSelection)
    view.register(TextCell.self)
    view.register(RuleCell.self)
    view.dataSource = self
    view.delegate = self
    view.reloadData()
  }

  /// Creates a table with one row of one line for each text.
  convenience init(texts: [String], lines: Int, columns: Int = 20, allowsSelection: Bool = true) {
    self.init(
      texts.map { SampleSection($0) }, lines: lines, columns: columns,
      allowsSelection: allowsSelection)
  }

  /// Creates a table of numbers, each on one line.
  convenience init(count: Int, lines: Int, allowsSelection: Bool = true) {
    self.init(texts: (0..<count).map(String.init), lines: lines, allowsSelection: allowsSelection)
  }

  /// Shows a fixed text above the rows.
  func showHeader(_ text: String) {
    let cell = TextCell()
    cell.text = text
    view.headerCell = cell
  }

  /// Shows the headers, footers and separators that the sections declare.
  func showSupplements() {
    view.supplementarySource = self
    view.reloadData()
  }

  /// Draws a frame.
  func frame() -> Canvas {
    var canvas = Canvas(size: size)
    view.layout(for: canvas.size)
    view.draw(in: &canvas)
    return canvas
  }

  /// A frame as text.
  var picture: String { frame().picture }

  /// The first line of a frame, without the bar.
  var top: String { lines.first ?? "" }

  /// The lines of a frame, without the bar.
  var lines: [String] {
    picture.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.dropFirst(view.allowsSelection ? 2 : 0)) }
  }

  /// The identity of the selected section.
  var selected: String? { view.selectedSection.map { sections[$0].id } }

  func select(_ id: String) {
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return }
    view.select(section: section)
  }

  /// Changes the sections and informs the table.
  func change(_ body: (inout [SampleSection]) -> Void) {
    body(&sections)
    view.reloadData()
  }

  /// Changes the sections, and informs the table as if no visible section had changed.
  func changeOutOfSight(_ body: (inout [SampleSection]) -> Void) {
    body(&sections)
    view.sectionsDidChange()
  }

  func remove(_ ids: String...) { change { $0.removeAll { ids.contains($0.id) } } }
}

extension SampleTable: TableViewSupplementarySource {
  func tableView(
    _ tableView: TableView, supplementsOfSection section: Int
  ) -> SectionSupplements { sections[section].supplements }

  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell { cell(sections[section].header ?? "missing") }

  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell { cell(sections[section].footer ?? "missing") }

  private func cell(_ text: String) -> TextCell {
    let cell: TextCell = view.dequeueCell(for: TableView.IndexPath(row: 0, section: 0))
    cell.text = text
    return cell
  }
}

extension SampleTable: TableViewDataSource, TableViewDelegate {
  func numberOfSections(in tableView: TableView) -> Int { sections.count }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let text = sections[indexPath.section].rows[indexPath.row]
    if text == SampleSection.rule {
      let rule: RuleCell = tableView.dequeueCell(for: indexPath)
      return rule
    }
    let cell: TextCell = tableView.dequeueCell(for: indexPath)
    cell.text = text
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    sections[section].id
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    sections.firstIndex { AnyHashable($0.id) == identifier }
  }

  func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool {
    sections[section].isSelectable
  }

  func tableView(
    _ tableView: TableView, willDisplay cell: any ReusableCell,
    forRowAt indexPath: TableView.IndexPath
  ) {
    displayed.append((cell as? TextCell)?.text ?? SampleSection.rule)
    onDisplay?(indexPath)
  }

  func tableViewDidChangeSelection(_ tableView: TableView) { selections.append(selected) }

  func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {
    opened.append(indexPath)
  }
}

/// A section of a table under test: an identity and a text for each row.
struct SampleSection: Hashable, Sendable {
  /// The text that represents a `RuleCell`.
  static let rule = "---"

  let id: String
  var rows: [String]
  var isSelectable = true
  /// The texts of the header and the footer, if any, and whether a separator follows.
  var header: String?
  var footer: String?
  var isSeparated = false

  /// Creates a section; by default, it has one row, which shows the identity.
  init(_ id: String, rows: [String]? = nil, isSelectable: Bool = true) {
    self.id = id
    self.rows = rows ?? [id]
    self.isSelectable = isSelectable
  }

  @MainActor var supplements: SectionSupplements {
    var all: SectionSupplements = []
    if header != nil { all.insert(.header) }
    if footer != nil { all.insert(.footer) }
    if isSeparated { all.insert(.separator) }
    return all
  }
}

/// A cell that shows a text, with each of its lines wrapped to the available width.
@MainActor final class TextCell: TableViewCell {
  var text = ""

  nonisolated static func lines(of text: String, width: Int) -> [SafeText] {
    SafeText.lines(of: text).flatMap { $0.wrapped(to: width) }
  }

  func height(forWidth width: Int) -> Int { Self.lines(of: text, width: width).count }

  func draw(in canvas: inout Canvas) {
    for (line, text) in Self.lines(of: text, width: canvas.size.columns).enumerated() {
      canvas.draw(text, at: Point(line: line, column: 0))
    }
  }

  func prepareForReuse() { text = "" }
}

/// A second type of cell: a dim rule, which is always one line.
@MainActor final class RuleCell: TableViewCell {
  /// An invalid height, to test that it counts as one line.
  func height(forWidth width: Int) -> Int { -1 }

  func draw(in canvas: inout Canvas) {
    let line = Rect(line: 0, column: 0, lines: 1, columns: canvas.size.columns)
    canvas.fill(line, with: Glyph("-"), style: Style(.dim))
  }
}

/// A type that is not registered.
@MainActor final class UnknownCell: TableViewCell {
  func draw(in canvas: inout Canvas) {}
}
