import FileSources
import TableUI

/// A cell that shows a line of a text, as it is or as a record.
protocol TextCell: TableViewCell {
  /// What it shows.
  var line: TextLine? { get }
  /// Its looks, but not its extent, may be others by now.
  func forgetLooks()
}
