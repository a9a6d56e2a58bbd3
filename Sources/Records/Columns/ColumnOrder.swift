/// A column of records, by its name.
public struct RecordColumn: Sendable {
  /// Where its values are in a record.
  public let path: FieldPath
  /// Which field it is of a record of CSV, from 0; nil where that has no such column.
  public let index: Int?

  /// Creates a column by its name.
  ///
  /// - Parameters:
  ///   - name: the field's name, or its path with dots.
  ///   - index: which field it is of a record of CSV.
  public init(_ name: String, at index: Int?) {
    (path, self.index) = (FieldPath(name), index)
  }

  /// Creates a column of a field of JSON.
  package init(_ path: FieldPath) { (self.path, index) = (path, nil) }

  /// Creates a column that was asked for.
  ///
  /// - Parameters:
  ///   - name: the name that was asked for, or the number of a column without one.
  ///   - names: those of all columns, where these are known.
  public init(_ name: String, of names: [String]) {
    // Fields without a name are called by the numbers of their columns.
    let number = Int(name).flatMap { $0 > names.count ? $0 - 1 : nil }
    self.init(name, at: names.firstIndex(of: name) ?? number)
  }

  /// Its name, or the path to its field.
  public var name: String { path.description }

  /// Whether records that are read so can have it, as far as one knows before.
  public func mayBe(in reading: RecordDecoder) -> Bool { reading.namesFields || index != nil }

  /// Its value in a record; nil where that has none.
  ///
  /// Cost: that of `Record.value(at:)`; of a record of CSV constant.
  public func value(in record: Record, _ reading: RecordDecoder) -> Value? {
    if reading.namesFields { return record.value(at: path) }
    guard let index, index < record.count else { return nil }
    let value = record[index].value
    return value.isRead ? value : nil
  }

  /// Its value in a line or an item of several, with the line end; nil if that is not a record, or lacks it.
  ///
  /// Cost: the bytes of the item, all of which are read.
  public func value(inItem raw: ArraySlice<UInt8>, _ reading: RecordDecoder) -> Value? {
    reading.record(ofItem: raw).flatMap { value(in: $0, reading) }
  }
}

/// The order of columns, and which of them are shown.
///
/// A column has the number by which it came, from 0; that is the default order. Looking costs O(1), and a
/// change up to the number of columns.
package struct ColumnOrder: Sendable {
  /// All columns, hidden ones too.
  package private(set) var all: [Int] = []
  /// Those that are shown, from the left.
  package private(set) var shown: [Int] = []
  private var places: [Int] = []
  private var positions: [Int?] = []

  package init() {}

  /// Where a column stands among all.
  package func place(of column: Int) -> Int { places[column] }

  /// Where a column stands among those that are shown; nil where it is hidden.
  package func position(of column: Int) -> Int? { positions[column] }

  /// Adds the next column, behind all others.
  package mutating func append(isHidden: Bool) {
    let column = all.count
    places.append(column)
    positions.append(isHidden ? nil : shown.count)
    all.append(column)
    if !isHidden { shown.append(column) }
  }

  /// Hides a column that is shown, and returns its position until now.
  package mutating func hide(_ column: Int) -> Int? {
    guard let position = positions[column] else { return nil }
    shown.remove(at: position)
    positions[column] = nil
    for index in shown.indices[position...] { positions[shown[index]] = index }
    return position
  }

  /// Shows a column that is hidden, in its place, and returns its position; nil where it is shown.
  package mutating func show(_ column: Int) -> Int? {
    guard positions[column] == nil else { return nil }
    let before = all[..<places[column]].last { positions[$0] != nil }
    let position = before.flatMap { positions[$0] }.map { $0 + 1 } ?? 0
    shown.insert(column, at: position)
    for index in shown.indices[position...] { positions[shown[index]] = index }
    return position
  }

  /// Exchanges a column with the next one, and returns the position of the first; nil where not both are
  /// shown.
  package mutating func exchangeWithNext(_ place: Int) -> Int? {
    let (first, second) = (all[place], all[place + 1])
    all.swapAt(place, place + 1)
    (places[first], places[second]) = (place + 1, place)
    guard let position = positions[first], let next = positions[second] else { return nil }
    shown.swapAt(position, next)
    (positions[first], positions[second]) = (next, position)
    return position
  }

  /// Gives all columns another order, and hides some of them.
  package mutating func arrange(_ order: [Int], isHidden: (_ column: Int) -> Bool) {
    (all, shown) = (order, order.filter { !isHidden($0) })
    for (place, column) in all.enumerated() { (places[column], positions[column]) = (place, nil) }
    for (position, column) in shown.enumerated() { positions[column] = position }
  }

  /// The fewest columns that stand elsewhere than in the default order, as they stand; each with the one
  /// before it, if there is one.
  package var moves: [(column: Int, predecessor: Int?)] {
    // Those that a shortest edit script inserts are the fewest that moved.
    let moved = all.difference(from: all.sorted()).insertions.reduce(into: Set<Int>()) {
      if case .insert(_, let column, _) = $1 { $0.insert(column) }
    }
    return all.indices.filter { moved.contains(all[$0]) }
      .map { (all[$0], $0 > 0 ? all[$0 - 1] : nil) }
  }
}

/// How a reader has arranged the columns of a feed, by their names: what differs from the default, and
/// nothing else.
package struct SavedColumnLayout: Equatable, Sendable {
  /// A column that stands elsewhere.
  package struct Move: Equatable, Sendable {
    package let name: String
    /// The column before it; nil where it is the first.
    package let predecessor: String?

    package init(name: String, predecessor: String?) {
      (self.name, self.predecessor) = (name, predecessor)
    }
  }

  package var hidden: Set<String> = []
  /// From the left, so that each predecessor has its place before.
  package var moves: [Move] = []
  /// How many columns stay where others are scrolled, where it is not the first one alone.
  package var frozenCount: Int?
  /// Widths that a reader has set, in columns of the screen.
  package var widths: [String: Int] = [:]

  package init() {}

  /// Whether it changes nothing.
  package var isDefault: Bool { self == SavedColumnLayout() }

  /// All columns in the order that the moves make of the default order.
  ///
  /// A move of what is not there, or to what is not there, makes none. Cost: the moves × the columns.
  ///
  /// - Parameters:
  ///   - count: how many columns there are.
  ///   - number: the number of a column in the default order; nil where it is not there.
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
      // Only who changes the file by hand can name one that has no place yet.
      let place = predecessor.map { order.firstIndex(of: $0).map { $0 + 1 } ?? order.count } ?? 0
      order.insert(column, at: place)
    }
    return order
  }
}
