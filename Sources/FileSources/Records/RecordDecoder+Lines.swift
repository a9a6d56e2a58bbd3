public import Records

/// Records among the lines of a file.
extension RecordDecoder {
  /// The record of a line; nil of any other line, of a piece of a long one, and of one whose quotes do not
  /// end with it.
  public func record(of line: TextLine) -> Record? {
    // What parts an element from the next is not in its bytes.
    let isPiece = line.isContinuation || line.isContinued
    return isPiece || line.bytes.isEmpty || !endsRecord(line.raw) ? nil : record(of: line.bytes)
  }
}
