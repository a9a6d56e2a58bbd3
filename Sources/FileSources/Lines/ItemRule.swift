import Records

/// How the items of a text are told apart.
struct ItemRule: Sendable {
  let items: RecordFormat
  let pieces: PieceRule
  /// What tells records apart, where they are not lines.
  let borders: (any BorderRule)?

  /// - Parameter pieceSize: where a long line is cut; the usual one of these items where nil.
  init(_ items: RecordFormat, pieceSize: Int? = nil) {
    self.items = items
    let usual: PieceRule = items == .text ? .standard : .records
    pieces = pieceSize.map { PieceRule(size: $0) } ?? usual
    borders =
      switch items {
      case .text, .ndjson: nil
      case .csv(let dialect): CSVBorders(dialect)
      case .jsonArray: ElementBorders()
      }
  }
}
