import FileSources
import Records
import TableUI
import Terminal

/// The columns of records: what they are called, where each finds its value, and where they stand.
///
/// All cells of a list share one. Columns of JSON are those of the records that have been in sight, in the order
/// in which they came.
final class RecordColumns {
  let reading: RecordReading
  /// The columns that were known from the first.
  let headNames: [String]
  private(set) var layout: ColumnLayout
  private var columns: [RecordColumn]
  /// Whether the columns were chosen by a reader, so that none are added.
  private let areChosen: Bool
  private var known: Set<String>
  /// Whether a record of more than one line was seen: the numbers are those of lines.
  private var hasLongRecords = false
  /// What the last layout was made for.
  private var laidOut: Extent?

  private struct Extent: Equatable {
    let width: Int
    let offset: Int
    let count: Int
  }

  /// Columns that are told apart at the most: more names than that are no names.
  private static let most = 20_000
  /// How deep objects within objects are columns.
  private static let deepest = 4

  /// - Parameter chosen: the names of the columns that are shown, in this order; all where nil.
  init(_ head: RecordHead, chosen: [String]? = nil) {
    (reading, headNames) = (head.reading, head.names)
    let names = chosen ?? head.names
    layout = ColumnLayout(names: names.map { SafeText($0) })
    columns =
      chosen?.map { RecordColumn($0, of: head.names) }
      ?? head.names.enumerated().map { RecordColumn($1, at: $0) }
    areChosen = chosen != nil
    known = Set(names)
  }

  var count: Int { columns.count }

  /// What is numbered: records where all lines are some, as far as is known.
  var itemName: String { areWordsNumbers && !hasLongRecords ? "record" : "line" }

  /// Whether a text that reads as a number is one: CSV has no others.
  var areWordsNumbers: Bool { !reading.isJSON }

  /// The first of the columns that are scrolled, from 1; nil where none is left of the screen.
  var firstInSight: Int? {
    layout.offset > (layout.isFirstFrozen ? 1 : 0) ? layout.offset + 1 : nil
  }

  /// Whether a column has exactly this name, as far as columns are known.
  func isKnown(_ name: String) -> Bool { known.contains(name) || headNames.contains(name) }

  /// What a column is called.
  func name(of column: Int) -> String { columns[column].name }

  /// A column by its name.
  func column(named name: String) -> RecordColumn { RecordColumn(name, of: headNames) }

  func scroll(by columns: Int) { layout.scroll(by: columns) }

  /// The value of a column in a record.
  func value(_ column: Int, of record: Record) -> Value? {
    columns[column].value(in: record, reading)
  }

  // MARK: A frame

  /// Takes the records in sight into the columns' widths, and lays out.
  ///
  /// Records that were seen before are measured again only where other columns are in sight.
  func layOut(_ cells: [RecordCell], width: Int) {
    let new = cells.filter { !$0.isSeen }
    for cell in new { note(cell) }
    let isSame = laidOut == extent(width)
    let measured = isSame ? new : cells
    guard !isSame || !new.isEmpty else { return }
    layout.layout(forWidth: width, rows: 0..<measured.count) { measured[$0].measure($1) }
    laidOut = extent(width)
  }

  private func extent(_ width: Int) -> Extent {
    Extent(width: width, offset: layout.offset, count: count)
  }

  private func note(_ cell: RecordCell) {
    cell.isSeen = true
    if let line = cell.line, line.lineFeedCount > 1 { hasLongRecords = true }
    guard !areChosen, let record = cell.record else { return }
    switch reading {
    case .json: noteNames(of: record, under: "", depth: 0)
    case .csv:
      while count < min(record.count, Self.most) { append(record[count].name) }
    }
  }

  private func noteNames(of record: Record, under prefix: String, depth: Int) {
    for field in record where known.count < Self.most {
      let name = prefix + field.name
      if known.contains(name) { continue }
      if depth < Self.deepest, field.value.kind == .object, let inner = field.value.record,
        !inner.isEmpty
      {
        noteNames(of: inner, under: name + ".", depth: depth + 1)
      } else {
        append(name)
      }
    }
  }

  private func append(_ name: String) {
    layout.append(SafeText(name))
    columns.append(RecordColumn(name, at: reading.isJSON ? nil : count))
    known.insert(name)
  }
}
