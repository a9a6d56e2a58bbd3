public import ByteStores
import Bytes
import Records

/// The borders of log entries in a file.
///
/// Cost: a read of 4 KiB for most entries; longer reads for a longer entry, or if no line nearby
/// begins with a time.
extension LineReader {
  /// The number of bytes in the first read, enough for most entries.
  private static let firstLook = 4 << 10
  /// The number of bytes needed to recognize a time at the start of a line.
  private static let mostOfTime = 64

  /// The start of the entry that a line belongs to; the line itself if it belongs to none.
  func entryStart(ofLineAt line: Int, _ unit: MatchUnit) throws(FileError) -> Int {
    for reach in [Self.firstLook, unit.entryReach ?? 0] where reach <= unit.entryReach ?? 0 {
      let first = max(file.start, line - reach)
      // The byte before `first` shows whether a line begins there.
      let base = max(file.start, first - 1)
      let bytes = try file.whole(base..<min(size, line + Self.mostOfTime))
      let found = bytes.withUnsafeBytes { bytes in
        let feed = bytes.firstIndex(of: .lineFeed, in: 0..<line - base)
        let lowest = base == file.start && first == base ? 0 : feed.map { $0 + 1 }
        return lowest.flatMap { unit.entryStart(ofLineAt: line - base, from: $0, in: bytes) }
      }
      if let found { return base + found }
      if first == file.start { break }
    }
    return line
  }

  /// The end of the entry at an offset.
  func entryEnd(around offset: Int, _ unit: MatchUnit) throws(FileError) -> Int {
    let start = try entryStart(ofLineAt: lineStart(at: offset), unit)
    var length = max(Self.firstLook, offset - start + Self.mostOfTime)
    while start + length < size {
      let bytes = try file.whole(start..<start + length)
      let end = bytes.withUnsafeBytes { unit.knownEnd(ofItemAt: 0, in: $0) }
      if let end { return start + end }
      length *= 2
    }
    let bytes = try file.whole(start..<size)
    return start + bytes.withUnsafeBytes { unit.end(ofItemAt: 0, in: $0) }
  }

  /// The start of the first entry at or after an offset; the end of the file if there is none.
  func entryBoundary(from offset: Int, _ unit: MatchUnit) throws(FileError) -> Int {
    let line = offset > file.start ? try lineEnd(at: offset - 1) : offset
    guard line < size, try entryStart(ofLineAt: line, unit) < line else { return line }
    return try entryEnd(around: line, unit)
  }
}

extension TextFileSource {
  /// The range of the entry at an offset, in bytes, or of the item there if the text has no
  /// entries.
  ///
  /// Cost: a read of 4 KiB on the calling thread for most entries; a read of 64 KiB or more for a
  /// longer entry.
  ///
  /// - Throws: an error if a system call fails.
  public func entry(
    around offset: Int, in file: FileStore
  ) throws(FileError) -> Range<Int> {
    let unit = matchUnit(in: file)
    let reader = LineReader(file: file, size: try file.size(), rule: unit.rule)
    guard unit.hasEntries else {
      return try reader.itemStart(at: offset)..<reader.itemEnd(at: offset)
    }
    let start = try reader.entryStart(ofLineAt: reader.lineStart(at: offset), unit)
    return try start..<reader.entryEnd(around: offset, unit)
  }
}
