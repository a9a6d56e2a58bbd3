/// How the items of a text are told apart.
struct ItemRule: Sendable {
  let items: TextItems
  let pieces: PieceRule
  /// What tells records apart, where they may be several lines.
  let borders: RecordBorders?
  /// The borders of elements of an array that are known, where the items are some.
  let elements: EditionBorders?

  /// - Parameter pieceSize: where a long line is cut; the usual one of these items where nil.
  init(_ items: TextItems, pieceSize: Int? = nil) {
    self.items = items
    let usual: PieceRule = items == .lines ? .standard : .records
    pieces = pieceSize.map { PieceRule(size: $0) } ?? usual
    elements = items == .elements ? EditionBorders() : nil
    borders = if case .values(let dialect) = items { RecordBorders(dialect) } else { nil }
  }

  /// The borders that are known by now, where they are looked for.
  var knownBorders: EditionBorders? { borders?.known ?? elements }
}
