import Bytes
package import FileSources
package import Records

/// Records among the lines of a file.
extension RecordReading {
  /// What the items of such a text are.
  package var items: TextItems {
    switch self {
    case .json: .records
    case .elements: .elements
    case .csv(let reader, _): .values(reader.dialect)
    }
  }

  /// The record of a line; nil of any other line, of a piece of a long one, and of one whose quotes do not
  /// end with it.
  package func record(of line: TextLine) -> Record? {
    // What parts an element from the next is not in its bytes.
    let isPiece = line.isContinuation || line.isContinued
    return isPiece || line.bytes.isEmpty || !endsRecord(line.raw) ? nil : record(of: line.bytes)
  }
}
