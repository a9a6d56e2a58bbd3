import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// The columns of records: what they are called, where each finds its value, and where they stand.
///
/// All cells of a list share one. Columns of JSON are those of the records that have been in sight, in the order
/// in which they came, unless a reader has arranged them. A column is told by the number by which it came.
final class RecordColumns {
  let reading: RecordDecoder
  /// The columns that were known from the first.
  let headNames: [String]
  /// Where the first record begins: before it may be their names.
  let recordsStart: Int
  /// All that are known, in the order in which they came.
  private(set) var columns: [RecordColumn] = []
  /// How they stand, which a reader may change.
  var arranged = ColumnState()
  /// Whether the columns were chosen on the command line, so that none are added, and nothing is remembered.
  let areChosen: Bool
  /// The numbers of the columns by their names.
  private(set) var known: [String: Int] = [:]
  /// How they were arranged at the start, with columns that are not there.
  private(set) var kept: SavedColumnLayout
  /// The record whose names were noted last, because most have the same.
  private var noted: Record?
  /// The most digits of a second that a time in a column has.
  private var timeDigits: [Int: Int] = [:]
  /// What the last layout was made for.
  private var laidOut: Extent?

  private struct Extent: Equatable {
    let width: Int
    let offset: Int
    let changes: Int
  }

  /// Columns that are told apart at the most: more names than that are no names.
  private static let most = 20_000
  /// How deep objects within objects are columns.
  private static let deepest = 4

  /// - Parameters:
  ///   - chosen: the names of the columns that are shown, in this order; all where nil.
  ///   - arrangement: how a reader has arranged them.
  ///   - frozen: how many of the first stay in sight, where that was asked.
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

  /// Where the columns that are shown stand, by their positions.
  var layout: ColumnLayout { arranged.layout }

  /// How many columns are shown.
  var count: Int { arranged.order.shown.count }

  /// Whether a text that reads as a number is one: CSV has no others.
  var areWordsNumbers: Bool { !reading.isJSON }

  /// The first of the columns that are scrolled, from 1; nil where none is left of the screen.
  var firstInSight: Int? {
    layout.offset > layout.visibleFrozenCount ? layout.offset + 1 : nil
  }

  /// Whether a column has exactly this name, as far as columns are known.
  func isKnown(_ name: String) -> Bool { known[name] != nil || headNames.contains(name) }

  /// What a column is called.
  func name(of column: Int) -> String { columns[column].name }

  /// A column by its name.
  func column(named name: String) -> RecordColumn { RecordColumn(name, of: headNames) }

  /// The value of a column in a record.
  func value(_ column: Int, of record: Record) -> Value? {
    columns[column].value(in: record, reading)
  }

  // MARK: Scrolling

  func scroll(by columns: Int) { arranged.layout.scroll(by: columns) }

  /// Scrolls to a position; those that stay are in sight.
  func scroll(to position: Int) {
    if position >= layout.visibleFrozenCount { arranged.layout.scroll(to: position) }
  }

  /// Brings a column into sight that has a name, if it is shown and not in sight.
  func reveal(named name: String) {
    guard let column = known[name], !arranged.isInSight(column) else { return }
    reveal(column)
  }

  /// Brings the first column into sight in which a record has a match, unless one is in sight.
  func revealMatch(of cell: RecordCell) {
    let found = arranged.order.shown.filter(cell.hasMatch)
    guard let first = found.first, !found.contains(where: arranged.isInSight) else { return }
    reveal(first)
  }

  /// How many columns are hidden.
  var hiddenCount: Int { columns.count - count }

  /// Brings a column into sight, if it is shown.
  func reveal(_ column: Int) {
    if let position = arranged.order.position(of: column) { arranged.reveal(position) }
  }

  /// Sets the width of what stands at a position, which may have changed meanwhile.
  func setWidth(_ width: Int, at position: Int) {
    guard position < count else { return }
    arranged.setWidth(width, of: arranged.order.shown[position])
  }

  /// Makes all as it is by default, also of columns that are not there.
  func reset() {
    kept = SavedColumnLayout()
    arranged.reset()
  }

  // MARK: A frame

  /// Takes the records in sight into the columns' widths, and lays out.
  ///
  /// Records that were seen before are measured again only where other columns are in sight.
  func layOut(_ cells: [RecordCell], width: Int) {
    let new = cells.filter { !$0.isSeen }
    note(new)
    let isSame = laidOut == extent(width)
    let measured = isSame ? new : cells
    guard !isSame || !new.isEmpty else { return }
    let digits = timeDigits
    measure(measured, width)
    guard timeDigits != digits else { return }
    // All times of a column have as many digits.
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

  /// How many digits of a second a time in a column is shown with: as many as any other that was seen there.
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

  /// Takes note of the columns of records, as if they had been in sight.
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

  /// Whether a column has these names, and as many of them: `{"a.b": 1}` is another one than `{"a": {"b": 1}}`.
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

  /// What a column is called whose name is taken by a field of another depth.
  private static func other(_ name: String) -> String { "\(name) (2)" }

  private func append(_ column: RecordColumn) {
    if known[column.name] == nil { known[column.name] = columns.count }
    columns.append(column)
    arranged.append(
      ColumnLayout.Column(SafeText(column.name), fixedWidth: kept.widths[column.name]),
      isHidden: kept.hidden.contains(column.name))
  }

  /// Puts the columns where they were kept, until a reader arranges them again; shows one at least.
  private func arrangeAsKept() {
    if !arranged.isChanged, !kept.moves.isEmpty {
      arranged.arrange(kept.order(of: columns.count) { known[$0] })
    }
    if count == 0, let first = arranged.order.all.first { arranged.show(first) }
  }
}

/// How the columns are arranged, to be kept.
extension RecordColumns {
  /// How the columns are arranged now, with what was kept of columns that are not there.
  ///
  /// Cost: the columns × the logarithm of their number.
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
