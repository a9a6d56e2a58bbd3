import FileSources
import TableUI
import Terminal

/// A cell that shows a line of a text, as it is or as a record.
///
/// A class and no protocol, because each frame finds it in each row: a cast to a class costs a tenth.
class TextCell: TableViewCell {
  /// What it shows.
  final var line: TextLine?

  required init() {}

  /// Its looks, but not its extent, may be others by now.
  func invalidateDrawing() {}

  func prepareForReuse() { line = nil }
  var contentWidth: Int { 0 }
  func height(forWidth width: Int) -> Int { 1 }
  func draw(in canvas: inout Canvas) {}
}
