public import Terminal

/// What the mouse does to a header of columns: a click on a name, and a drag at a column's right edge.
///
/// A value that a controller holds, and asks for each use of the mouse; it changes no columns by itself.
public nonisolated struct ColumnHeaderMouse: Sendable {
  /// What is to be done; a column is told by its index in `ColumnLayout.columns`.
  public enum Action: Hashable, Sendable {
    /// The name of a column was clicked.
    case click(column: Int)
    /// The edge of a column is held, and nothing has moved yet.
    case hold(column: Int)
    /// The edge of a column was moved, which makes it as wide as that, in columns of the screen.
    case resize(column: Int, width: Int)
  }

  /// The column whose edge is held, and where a width of 0 would end.
  private var held: (column: Int, origin: Int)?

  /// Creates one that holds nothing.
  public init() {}

  /// What a use of the mouse means; nil where it is none of the header's.
  ///
  /// An edge is the blanks behind a column. While one is held the pointer may be anywhere.
  ///
  /// - Parameters:
  ///   - mouse: its column counted from the start of the layout.
  ///   - isInHeader: whether its line is one of the header's.
  ///   - layout: as it was drawn last.
  public mutating func action(
    for mouse: MouseEvent, isInHeader: Bool, _ layout: ColumnLayout
  ) -> Action? {
    switch mouse.kind {
    case .press(.left): return isInHeader ? press(at: mouse.column, layout) : release()
    case .move:
      return held.map { .resize(column: $0.column, width: max(1, mouse.column - $0.origin)) }
    default: return release()
    }
  }

  private mutating func press(at x: Int, _ layout: ColumnLayout) -> Action? {
    held = nil
    guard let place = layout.visibleColumns.last(where: { $0.x <= x }) else { return nil }
    if x < place.end { return .click(column: place.column) }
    guard x < place.end + layout.separation else { return nil }
    held = (place.column, x - place.width)
    return .hold(column: place.column)
  }

  private mutating func release() -> Action? {
    held = nil
    return nil
  }
}

extension Command {
  /// The keys that scroll sideways, for columns: each is a step from one to the next.
  ///
  /// They stand among `PagedListController.extraCommands`, before the list's own.
  ///
  /// - Parameters:
  ///   - isEnabled: whether there are columns now.
  ///   - scroll: scrolls by columns, to the right where positive, by more than there are for an end; what
  ///     `ColumnLayout.scroll(by:)` does.
  public static func movingByColumn(
    isEnabled: @escaping () -> Bool = { true }, _ scroll: @escaping (_ columns: Int) -> Void
  ) -> [Command] {
    [
      Command(
        "previous column", in: .move, keys: ["h", .left, .alt("(")], isEnabled: isEnabled,
        times: { scroll(-$0) }),
      Command(
        "next column", in: .move, keys: ["l", .right, .alt(")")], isEnabled: isEnabled,
        times: { scroll($0) }),
      Command(
        "first column", in: .move,
        keys: ["0", "^", .alt("{"), Key(code: .left, modifiers: .control)], isEnabled: isEnabled
      ) { scroll(-.max) },
      Command(
        "last column", in: .move, keys: ["$", .alt("}"), Key(code: .right, modifiers: .control)],
        isEnabled: isEnabled
      ) { scroll(.max) },
    ]
  }
}
