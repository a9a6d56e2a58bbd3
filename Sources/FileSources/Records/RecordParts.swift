/// Records and pieces that follow each other, and what stands behind them.
struct RecordParts {
  private(set) var parts: [RecordPart]
  private(set) var after: RecordBorder.Kind

  /// Where they end.
  var end: Int? { parts.last?.range.upperBound }

  /// The border behind them, or that of a last one which may go on; nil where there are none.
  func border(isProved: Bool) -> RecordBorder? {
    parts.last.map { last in
      RecordBorder(
        offset: last.isOpen ? last.range.lowerBound : last.range.upperBound,
        kind: last.isOpen ? last.kind : after, isProved: isProved)
    }
  }

  mutating func append(_ more: RecordParts) {
    parts += more.parts
    after = more.after
  }

  /// Says that more of the last one may come.
  mutating func openLast() {
    guard let last = parts.popLast() else { return }
    parts.append(RecordPart(range: last.range, kind: last.kind, isContinued: false, isOpen: true))
    after = last.kind
  }

  /// At most n of the first, and none that begins at a limit or after it.
  mutating func cut(at count: Int, limit: Int) {
    let kept = parts.prefix(max(1, count)).prefix { $0.range.lowerBound < limit }.count
    guard kept < parts.count else { return }
    after = parts[kept].kind
    parts.removeSubrange(kept...)
  }

  /// At most n of the last, and none that ends at a limit or before it.
  func last(_ count: Int, limit: Int) -> [RecordPart] {
    parts.suffix(max(1, count)).filter { $0.range.upperBound > limit }
  }
}
