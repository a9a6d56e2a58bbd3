import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// The columns of records: their names, the way to find their values, and their arrangement.
///
/// All cells of a list share this object. Columns of JSON are found in visible records, and stay in
/// the order of their discovery unless the reader arranges them. A column is identified by its
/// number in the order of discovery.
final class RecordColumns {
  let reading: RecordDecoder
  /// The columns known in advance.
  let headNames: [String]
  /// The offset of the first record in bytes; a header may precede it.
  let recordsStart: Int
  /// All known columns, in the order of their discovery.
  private(set) var columns: [RecordColumn] = []
  /// The arrangement, which the reader can change.
  var arranged = ColumnState()
  /// Whether the columns were chosen on the command line, so that none are added and the
  /// arrangement is not stored.
  let areChosen: Bool
  /// The numbers of the columns by name.
  private(set) var known: [String: Int] = [:]
  /// The initial arrangement, which may include columns that do not exist.
  private(set) var kept: SavedColumnLayout
  /// The last record whose names were examined; the next records usually have the same names.
  private var noted: Record?
  /// The maximum number of decimals of the times seen in each column.
  private var timeDigits: [Int: Int] = [:]
  /// The state for which the last layout was made.
  private var laidOut: Extent?

  private struct Extent: Equatable {
    let width: Int
    let offset: Int
    let changes: Int
  }

  /// The maximum number of columns; if a text has more names, they are probably data.
  private static let most = 20_000
  /// The maximum depth of objects whose fields become columns.
  private static let deepest = 4

  /// - Parameters:
  ///   - chosen: the names of the columns to show, in this order; nil for all columns.
  ///   - arrangement: the stored arrangement.
  ///   - frozen: the number of frozen columns, if it was given.
  init(
    _ head: RecordHead, chosen: [String]? = nil,
    arrangement: SavedColumnLayout = SavedColumnLayout(), frozen: Int? = nil
  ) {
    (reading, headNames, recordsStart) = (head.reading, head.names, head.start)
    (areChosen, kept) = (chosen != nil, arrangement)
    let columns =
      chosen?.map { RecordColumn($0, of: head.names) }
      ?? head.names.enumerated().map { RecordColumn($1, at: $0) }
    self.columns.reserveCapacity(columns.count)
    for column in columns { append(column) }
    arranged.freeze(frozen ?? arrangement.frozenCount ?? ColumnState.frozenByDefault)
    arrangeAsKept()
  }

  /// The layout of the columns that are not hidden; an index is a position among them, not a column
  /// number.
  var layout: ColumnLayout { arranged.layout }

  /// The number of columns that are not hidden.
  var count: Int { arranged.order.shown.count }

  /// Whether a string that looks like a number is a number, as in CSV, which has no types.
  var areWordsNumbers: Bool { !reading.isJSON }

  /// The number of the first visible column after the frozen ones, from 1; nil if no column is to
  /// the left of the screen.
  var firstInSight: Int? {
    layout.offset > layout.visibleFrozenCount ? layout.offset + 1 : nil
  }

  /// Whether one of the known columns has exactly this name.
  func isKnown(_ name: String) -> Bool { known[name] != nil || headNames.contains(name) }

  func name(of column: Int) -> String { columns[column].name }

  /// Returns the column with the given name, even if it is not known yet.
  func column(named name: String) -> RecordColumn { RecordColumn(name, of: headNames) }

  /// Returns the value of a column in a record; nil if the record has none.
  func value(_ column: Int, of record: Record) -> Value? {
    columns[column].value(in: record, reading)
  }

  // MARK: Scrolling

  func scroll(by columns: Int) { arranged.layout.scroll(by: columns) }

  /// Scrolls to a position, unless it is that of a frozen column.
  func scroll(to position: Int) {
    if position >= layout.visibleFrozenCount { arranged.layout.scroll(to: position) }
  }

  /// Scrolls to the column with the given name, if it is shown but not on the screen.
  func reveal(named name: String) {
    guard let column = known[name], !arranged.isInSight(column) else { return }
    reveal(column)
  }

  /// Scrolls to the first column with a match in a record, unless a column with a match is visible.
  func revealMatch(of cell: RecordCell) {
    let found = arranged.order.shown.filter(cell.hasMatch)
    guard let first = found.first, !found.contains(where: arranged.isInSight) else { return }
    reveal(first)
  }

  /// The number of hidden columns.
  var hiddenCount: Int { columns.count - count }

  /// Scrolls to a column, if it is shown.
  func reveal(_ column: Int) {
    if let position = arranged.order.position(of: column) { arranged.reveal(position) }
  }

  /// Sets the width of the column at a position, if the table still has a column there.
  func setWidth(_ width: Int, at position: Int) {
    guard position < count else { return }
    arranged.setWidth(width, of: arranged.order.shown[position])
  }

  /// Restores the default arrangement, even for columns that do not exist.
  func reset() {
    kept = SavedColumnLayout()
    arranged.reset()
  }

  // MARK: A frame

  /// Measures the visible records and lays out the columns.
  ///
  /// Records that were measured before are measured again only if the width, the columns or their
  /// decimals have changed, or other columns are visible.
  func layOut(_ cells: [RecordCell], width: Int) {
    let new = cells.filter { !$0.isSeen }
    note(new)
    let isSame = laidOut == extent(width)
    let measured = isSame ? new : cells
    guard !isSame || !new.isEmpty else { return }
    let digits = timeDigits
    measure(measured, width)
    guard timeDigits != digits else { return }
    // All times of a column have the same number of decimals.
    for cell in cells { cell.invalidateDrawing() }
    measure(cells, width)
  }

  private func measure(_ cells: [RecordCell], _ width: Int) {
    let shown = arranged.order.shown
    arranged.layout.layout(forWidth: width, rows: 0..<cells.count) {
      cells[$0].measure(shown[$1])
    }
    laidOut = extent(width)
  }

  /// Returns the number of decimals for a time in a column: the maximum seen there, including this
  /// time.
  func digits(of time: RecordTime, in column: Int) -> Int {
    let most = max(time.fractionDigits, timeDigits[column] ?? 0)
    if most != timeDigits[column] ?? 0 { timeDigits[column] = most }
    return most
  }

  private func extent(_ width: Int) -> Extent {
    Extent(width: width, offset: layout.offset, changes: arranged.revision)
  }

  private func note(_ cells: [RecordCell]) {
    let before = columns.count
    for cell in cells { note(cell) }
    if columns.count > before { arrangeAsKept() }
  }

  /// Adds the columns of records as if those records had been visible.
  func learn(from records: [Record]) {
    let before = columns.count
    for record in records { note(record) }
    if columns.count > before { arrangeAsKept() }
  }

  private func note(_ cell: RecordCell) {
    cell.isSeen = true
    if let record = cell.record { note(record) }
  }

  private func note(_ record: Record) {
    guard !areChosen else { return }
    if reading.namesFields {
      noteNames(of: record, under: [])
      noted = record
    } else {
      for index in columns.count..<max(columns.count, min(record.count, Self.most)) {
        append(RecordColumn(record[index].name, at: index))
      }
    }
  }

  private func noteNames(of record: Record, under path: [String]) {
    for index in record.indices where known.count < Self.most {
      if path.isEmpty, let noted, record.hasSameName(at: index, as: noted) { continue }
      let field = record[index]
      let names = path + [field.name]
      if path.count < Self.deepest, field.value.kind == .object, let inner = field.value.record,
        !inner.isEmpty
      {
        if !isKnown(names, asDeepAs: names.count) { noteNames(of: inner, under: names) }
      } else if !isKnown(names, asDeepAs: names.count) {
        append(RecordColumn(FieldPath(names, called: unusedName(names))))
      }
    }
  }

  /// Whether a column with these names at this depth is known: `{"a.b": 1}` and `{"a": {"b": 1}}`
  /// have different columns.
  private func isKnown(_ names: [String], asDeepAs depth: Int) -> Bool {
    let name = names.joined(separator: ".")
    return [name, Self.other(name)].contains {
      known[$0].map { columns[$0].path.depth == depth } ?? false
    }
  }

  private func unusedName(_ names: [String]) -> String {
    let name = names.joined(separator: ".")
    return known[name] == nil ? name : Self.other(name)
  }

  /// Returns a name for a column whose usual name belongs to a field at another depth.
  private static func other(_ name: String) -> String { "\(name) (2)" }

  private func append(_ column: RecordColumn) {
    if known[column.name] == nil { known[column.name] = columns.count }
    columns.append(column)
    arranged.append(
      ColumnLayout.Column(SafeText(column.name), fixedWidth: kept.widths[column.name]),
      isHidden: kept.hidden.contains(column.name))
  }

  /// Applies the stored arrangement, unless the reader has changed it; shows at least one column.
  private func arrangeAsKept() {
    if !arranged.isChanged, !kept.moves.isEmpty {
      arranged.arrange(kept.order(of: columns.count) { known[$0] })
    }
    if count == 0, let first = arranged.order.all.first { arranged.show(first) }
  }
}

/// The arrangement as it is stored.
extension RecordColumns {
  /// The current arrangement, including the stored arrangement of columns that do not exist.
  ///
  /// Cost: O(n log n) for n columns.
  var arrangement: SavedColumnLayout {
    var now = SavedColumnLayout()
    now.hidden = kept.hidden.filter { known[$0] == nil }
    now.widths = kept.widths.filter { known[$0.key] == nil }
    for (number, column) in columns.enumerated() {
      if arranged.isHidden(number) { now.hidden.insert(column.name) }
      now.widths[column.name] = arranged[number]?.fixedWidth
    }
    let frozen = layout.frozenCount
    now.frozenCount = frozen == ColumnState.frozenByDefault ? nil : frozen
    now.moves = moves
    return now
  }

  private var moves: [SavedColumnLayout.Move] {
    let moves = arranged.order.moves.map { move in
      SavedColumnLayout.Move(
        name: columns[move.column].name, predecessor: move.predecessor.map { columns[$0].name })
    }
    let moved = Set(moves.map(\.name))
    return moves
      + kept.moves.filter { move in
        let isThere = known[move.name] != nil && move.predecessor.map { known[$0] != nil } ?? true
        return !isThere && !moved.contains(move.name)
      }
  }
}
