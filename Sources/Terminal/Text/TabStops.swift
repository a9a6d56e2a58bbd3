/// The columns that a tab may lead to.
///
/// They are counted from 0 at the start of a line. After the last that is named they go on at the same
/// distance from each other, as `less -x9,17` has it: 9, 17, 25, 33.
package struct TabStops: Hashable, Sendable {
  /// Those that are named, in order; none where all are at multiples of the distance.
  private let named: [Int]
  /// The distance between all others.
  private let distance: Int

  /// The most columns from one to the next: a tab is no more blanks.
  private static let widest = 1_000
  /// The most that can be named.
  private static let most = 128

  /// At every eighth column, as terminals have them.
  package static let usual = TabStops(every: 8)

  /// - Parameter distance: columns from one to the next, at least 1.
  package init(every distance: Int) { (named, self.distance) = ([], max(1, distance)) }

  /// Reads one distance, or several columns in order: `4`, or `9,17`.
  ///
  /// As in `less`, a column that is not behind the one before it is left out; nil where none is left.
  package init?(_ text: String) {
    var columns = [0]
    for part in text.split(separator: ",") {
      guard let column = Int(part) else { return nil }
      let distance = column.subtractingReportingOverflow(columns[columns.count - 1])
      if (1...Self.widest).contains(distance.partialValue), !distance.overflow {
        columns.append(column)
      }
    }
    guard columns.count > 1, columns.count <= Self.most else { return nil }
    distance = columns[columns.count - 1] - columns[columns.count - 2]
    named = columns.count > 2 ? Array(columns.dropFirst()) : []
  }

  /// The next one behind a column.
  ///
  /// Cost: those that are named.
  func next(after column: Int) -> Int {
    if let stop = named.first(where: { $0 > column }) { return stop }
    let last = named.last ?? 0
    return column + distance - (column - last) % distance
  }
}
