public import Terminal

/// A recognizer of mouse actions in a header of columns: clicks on names, and drags of the right
/// edges of columns.
///
/// A controller holds this value and passes each mouse event to it. The value only returns the
/// actions to perform; it does not change any columns.
public nonisolated struct ColumnHeaderMouse: Sendable {
  /// An action for the controller; columns are given by their index in `ColumnLayout.columns`.
  public enum Action: Hashable, Sendable {
    /// The name of a column was clicked.
    case click(column: Int)
    /// The edge of a column was pressed and has not been moved yet.
    case hold(column: Int)
    /// The edge of a column was dragged; `width` is the column's new width in columns of the
    /// screen.
    case resize(column: Int, width: Int)
  }

  /// The column whose edge is pressed, and the screen column at which its width would be 0.
  private var held: (column: Int, origin: Int)?

  /// Creates a value without a pressed edge.
  public init() {}

  /// Returns the action for a mouse event; nil if it causes none.
  ///
  /// An edge consists of the blanks after a column. While an edge is pressed, the pointer may be
  /// anywhere.
  ///
  /// - Parameters:
  ///   - mouse: the event; its column is counted from the start of the layout.
  ///   - isInHeader: whether its line belongs to the header.
  ///   - layout: the layout as last drawn.
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
  /// Creates the commands that scroll a table with columns sideways, by columns or to an end.
  ///
  /// Add them to `PagedListController.extraCommands`, which precede the list's own commands.
  ///
  /// - Parameters:
  ///   - isEnabled: whether columns are shown now.
  ///   - scroll: scrolls by the given number of columns, to the right if it is positive; a number
  ///     greater than that of all columns scrolls to an end. It should call
  ///     `ColumnLayout.scroll(by:)`.
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
