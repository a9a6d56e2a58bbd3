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
