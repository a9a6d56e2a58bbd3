import Records
import TableUI

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
