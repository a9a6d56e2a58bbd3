import Feeds
import FileSources
import Records
import TableUI

/// The columns of records, as a reader has arranged them.
extension TextController {
  /// The columns of a feed as they were left, or as they are by now; those that were named on the command line
  /// are neither kept nor changed by what is.
  var keptArrangement: SavedColumnLayout? {
    guard viewer?.options.columns == nil, stream == nil else { return nil }
    return arrangement
      ?? FileMarks.name(of: file).flatMap { viewer?.columns?.arrangement(of: $0) }
  }

  /// How a reader has arranged columns of what is at the path, or of what was; nil where nobody has.
  var arrangement: SavedColumnLayout? {
    guard let columns = appearance.columns, !columns.areChosen, columns.arranged.isChanged else {
      return earlierArrangement
    }
    return columns.arrangement
  }

  /// Keeps how the columns are arranged, where a reader has changed that.
  func keepColumns() throws {
    guard let arrangement, stream == nil, let name = FileMarks.name(of: file) else { return }
    try viewer?.columns?.keep(arrangement, of: name)
  }

  /// Whether a column is known by a name, or a record in sight has such a field, in whatever form it is shown.
  func isColumn(_ name: String) -> Bool {
    guard let columns = appearance.columns else { return false }
    if columns.isKnown(name) || !columns.reading.isJSON { return columns.isKnown(name) }
    let path = FieldPath(name)
    return shown.contains { columns.reading.record(of: $0)?.value(at: path) != nil }
  }
}
