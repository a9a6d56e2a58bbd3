import Terminal

/// Where the two of a split stand.
struct SplitPanes {
  /// The sides that are shown.
  let sides: [SplitController.Side]
  private let primary: Rect
  private let secondary: Rect
  /// The line between them, if both are shown.
  let separator: Rect?

  /// One alone.
  init(whole size: Size, shown side: SplitController.Side = .primary) {
    let all = Rect(origin: .zero, size: size)
    (sides, primary, secondary, separator) = ([side], all, all, nil)
  }

  /// Both with a line between; nil where they do not both fit.
  init?(_ size: Size, axis: SplitController.Axis, share: Double) {
    let length = (axis == .horizontal ? size.columns : size.lines) - 1
    guard length >= 2 else { return nil }
    let wanted = share.isFinite ? (Double(length) * min(1, max(0, share))).rounded() : 0
    let first = min(length - 1, max(1, Int(wanted)))
    func pane(_ start: Int, _ count: Int) -> Rect {
      axis == .horizontal
        ? Rect(line: 0, column: start, lines: size.lines, columns: count)
        : Rect(line: start, column: 0, lines: count, columns: size.columns)
    }
    sides = [.primary, .secondary]
    (primary, separator) = (pane(0, first), pane(first, 1))
    secondary = pane(first + 1, length - first)
  }

  /// Whether both are shown.
  var isSplit: Bool { separator != nil }

  /// The region of a side.
  subscript(side: SplitController.Side) -> Rect { side == .primary ? primary : secondary }

  /// The side that is shown at a place, if it is not on the line between.
  func side(at place: Point) -> SplitController.Side? {
    sides.first {
      self[$0].lines.contains(place.line) && self[$0].columns.contains(place.column)
    }
  }
}
