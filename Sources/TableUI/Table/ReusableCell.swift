public import Terminal

/// Draws an item or a part of it.
///
/// Few are made, and used again for row after row. A `TableViewCell` is one that a table makes by
/// itself; any other is registered with a closure that makes it.
@MainActor public protocol ReusableCell: CellIdentifiable {
  /// The lines it needs at a width in columns; what is below one counts as one.
  ///
  /// Asked of a filled cell when its row comes into sight, and whenever the table is laid out again.
  /// The width is the table's without the selection's two columns, and may be 0.
  func height(forWidth width: Int) -> Int
  /// The columns that it would draw where there is room for all: how far a table scrolls sideways.
  ///
  /// Asked of a cell in sight, when the table is scrolled to the right.
  var contentWidth: Int { get }
  /// Lines at its end that only part it from the next item; the selection's bar leaves them out.
  var trailingBlankLines: Int { get }
  /// Called after measuring and before the first draw since the row came into sight.
  ///
  /// Start loads here; measuring and drawing must have no effects.
  func willDisplay()
  /// Draws from line 0 of its own region, which is as high as it said; `canvas.visibleLines` tells
  /// which lines are to be seen.
  ///
  /// Where the table is scrolled sideways the region begins left of the screen, and
  /// `canvas.visibleColumns` tells which columns are to be seen.
  func draw(in canvas: inout Canvas)
  /// Called when the row it showed is out of sight or is asked for again: what it waits for is
  /// cancelled here.
  func prepareForReuse()
}

extension ReusableCell {
  /// None.
  public var trailingBlankLines: Int { 0 }
  /// Nothing that does not fit.
  public var contentWidth: Int { 0 }
  /// One line.
  public func height(forWidth width: Int) -> Int { 1 }
  /// Nothing to begin.
  public func willDisplay() {}
  /// Nothing to cancel.
  public func prepareForReuse() {}
}
