/// A column of records, identified by its name.
public struct RecordColumn: Sendable {
  /// The path to the column's values in a record.
  public let path: FieldPath
  /// The index of the column's field in a CSV record, from 0; nil for a JSON field, or if the CSV
  /// records have no such column.
  public let index: Int?

  /// Creates a column by its name.
  ///
  /// - Parameters:
  ///   - name: the name of the field, or its path with dots.
  ///   - index: the index of its field in a CSV record.
  public init(_ name: String, at index: Int?) {
    (path, self.index) = (FieldPath(name), index)
  }

  /// Creates a column for a JSON field.
  package init(_ path: FieldPath) { (self.path, index) = (path, nil) }

  /// Creates a column from a requested name.
  ///
  /// - Parameters:
  ///   - name: the requested name, or the number of a column without a name.
  ///   - names: the names of all columns, if known.
  public init(_ name: String, of names: [String]) {
    // Fields without a name are named by the numbers of their columns.
    let number = Int(name).flatMap { $0 > names.count ? $0 - 1 : nil }
    self.init(name, at: names.firstIndex(of: name) ?? number)
  }

  /// The name of the column, or the path to its field.
  public var name: String { path.description }

  /// Whether records of a decoder can have the column, as far as this is known in advance.
  public func mayBe(in reading: RecordDecoder) -> Bool { reading.namesFields || index != nil }

  /// The column's value in a record; nil if the record has none, or if the value was not read.
  ///
  /// Cost: that of `Record.value(at:)`; constant for a CSV record.
  public func value(in record: Record, _ reading: RecordDecoder) -> Value? {
    if reading.namesFields { return record.value(at: path) }
    guard let index, index < record.count else { return nil }
    let value = record[index].value
    return value.isRead ? value : nil
  }

  /// The column's value in an item, which is a line or several lines with their line ends; nil if
  /// the item is not a record or lacks the column.
  ///
  /// Cost: reads all bytes of the item.
  public func value(inItem raw: ArraySlice<UInt8>, _ reading: RecordDecoder) -> Value? {
    reading.record(ofItem: raw).flatMap { value(in: $0, reading) }
  }
}

/// The order of columns, and the choice of the shown columns.
///
/// A column is identified by its number in the default order, from 0. Cost: constant for a lookup,
/// and at most proportional to the number of columns for a change.
package struct ColumnOrder: Sendable {
  /// All columns, including hidden ones.
  package private(set) var all: [Int] = []
  /// The shown columns, from the left.
  package private(set) var shown: [Int] = []
  private var places: [Int] = []
  private var positions: [Int?] = []

  package init() {}

  /// The position of a column among all columns.
  package func place(of column: Int) -> Int { places[column] }

  /// The position of a column among the shown columns; nil if it is hidden.
  package func position(of column: Int) -> Int? { positions[column] }

  /// Appends the column with the next number.
  package mutating func append(isHidden: Bool) {
    let column = all.count
    places.append(column)
    positions.append(isHidden ? nil : shown.count)
    all.append(column)
    if !isHidden { shown.append(column) }
  }

  /// Hides a shown column, and returns its previous position; nil if it is hidden already.
  package mutating func hide(_ column: Int) -> Int? {
    guard let position = positions[column] else { return nil }
    shown.remove(at: position)
    positions[column] = nil
    for index in shown.indices[position...] { positions[shown[index]] = index }
    return position
  }

  /// Shows a hidden column at its place, and returns its position among the shown columns; nil if
  /// it is shown already.
  package mutating func show(_ column: Int) -> Int? {
    guard positions[column] == nil else { return nil }
    let before = all[..<places[column]].last { positions[$0] != nil }
    let position = before.flatMap { positions[$0] }.map { $0 + 1 } ?? 0
    shown.insert(column, at: position)
    for index in shown.indices[position...] { positions[shown[index]] = index }
    return position
  }

  /// Exchanges the column at a place with the next one, and returns the position of the left one of
  /// the two among the shown columns; nil if one of them is hidden.
  package mutating func exchangeWithNext(_ place: Int) -> Int? {
    let (first, second) = (all[place], all[place + 1])
    all.swapAt(place, place + 1)
    (places[first], places[second]) = (place + 1, place)
    guard let position = positions[first], let next = positions[second] else { return nil }
    shown.swapAt(position, next)
    (positions[first], positions[second]) = (next, position)
    return position
  }

  /// Sets the order of all columns, and hides some of them.
  package mutating func arrange(_ order: [Int], isHidden: (_ column: Int) -> Bool) {
    (all, shown) = (order, order.filter { !isHidden($0) })
    for (place, column) in all.enumerated() { (places[column], positions[column]) = (place, nil) }
    for (position, column) in shown.enumerated() { positions[column] = position }
  }

  /// The fewest moves that turn the default order into the current one: each moved column, with the
  /// column before it, if any.
  package var moves: [(column: Int, predecessor: Int?)] {
    // The insertions of a shortest edit script are the smallest set of moved columns.
    let moved = all.difference(from: all.sorted()).insertions.reduce(into: Set<Int>()) {
      if case .insert(_, let column, _) = $1 { $0.insert(column) }
    }
    return all.indices.filter { moved.contains(all[$0]) }
      .map { (all[$0], $0 > 0 ? all[$0 - 1] : nil) }
  }
}

/// The reader's layout of the columns of a feed; columns are identified by name, and only the
/// differences from the default are stored.
package struct SavedColumnLayout: Equatable, Sendable {
  /// A moved column.
  package struct Move: Equatable, Sendable {
    package let name: String
    /// The column before the moved one; nil if the moved column is the first.
    package let predecessor: String?

    package init(name: String, predecessor: String?) {
      (self.name, self.predecessor) = (name, predecessor)
    }
  }

  package var hidden: Set<String> = []
  /// The moves from left to right, so that a column's predecessor is placed before the column.
  package var moves: [Move] = []
  /// The number of columns that do not scroll, if it is not 1.
  package var frozenCount: Int?
  /// The widths set by the reader, in columns of the screen.
  package var widths: [String: Int] = [:]

  package init() {}

  /// Whether the layout is the default one.
  package var isDefault: Bool { self == SavedColumnLayout() }

  /// The numbers of all columns, in the default order as changed by the moves.
  ///
  /// A move is ignored if its column or the column before it does not exist. Cost: proportional to
  /// the number of moves × the number of columns.
  ///
  /// - Parameters:
  ///   - count: the number of columns.
  ///   - number: takes the name of a column, and returns its number in the default order, or nil if
  ///     no such column exists.
  package func order(of count: Int, _ number: (_ name: String) -> Int?) -> [Int] {
    let moves = moves.compactMap { move -> (column: Int, predecessor: Int?)? in
      guard let column = number(move.name) else { return nil }
      guard let name = move.predecessor else { return (column, nil) }
      return number(name).map { (column, $0) }
    }
    let moved = Set(moves.map(\.column))
    var order = (0..<count).filter { !moved.contains($0) }
    var placed: Set<Int> = []
    for (column, predecessor) in moves where placed.insert(column).inserted {
      // The predecessor has no place yet only if the file was edited by hand.
      let place = predecessor.map { order.firstIndex(of: $0).map { $0 + 1 } ?? order.count } ?? 0
      order.insert(column, at: place)
    }
    return order
  }
}
