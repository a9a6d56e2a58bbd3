import Bytes
import Records

/// Records of which each ends with a line feed.
///
/// A carriage return alone ends a record too, but no line; so what is between two line feeds is one item.
extension CSVReader {
  /// Where the first record from an offset on ends that ends with a line feed; nil where the bytes do not tell.
  func recordEnd(from offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool) -> Int? {
    var offset = offset
    while let extent = record(at: offset, in: bytes, isComplete: isComplete) {
      offset = extent.end
      if bytes[offset - 1] == .lineFeed { return offset }
    }
    return nil
  }

  /// A border that has a line feed before it, the same one or the next.
  func lineBorder(of border: CSVBorder, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let offset = border.offset, offset > 0 else { return nil }
    if bytes[offset - 1] == .lineFeed { return offset }
    return recordEnd(from: offset, in: bytes, isComplete: false)
  }

  /// A border before another one that has a line feed before it; nil where the bytes prove none.
  func lineBorder(before border: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var place = border
    while place > 1 {
      guard case .proved(let found) = self.border(before: place, in: bytes, isStart: false),
        found > 0, found < place
      else { return nil }
      if bytes[found - 1] == .lineFeed { return found }
      place = found
    }
    return nil
  }
}
