public import ByteStores
import Bytes
import Records

/// Where the entries of a log begin and end in a file.
///
/// Cost: a read of 4 KiB for most, of 64 KiB where an entry is longer, or no line before begins with a time.
extension LineReader {
  /// Bytes that are looked at first: most entries have less.
  private static let firstLook = 4 << 10
  /// What tells whether a line begins with a time.
  private static let mostOfTime = 64

  /// Where the entry begins that a line belongs to; the line itself where none before it does.
  func entryStart(ofLineAt line: Int, _ unit: MatchUnit) throws(FileError) -> Int {
    for reach in [Self.firstLook, unit.entryReach ?? 0] where reach <= unit.entryReach ?? 0 {
      let first = max(file.start, line - reach)
      // The byte before tells whether a line begins there.
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

  /// Where the entry ends that an offset is in.
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

  /// Where the first entry begins at an offset or behind it; the end of the file where none does.
  func entryBoundary(from offset: Int, _ unit: MatchUnit) throws(FileError) -> Int {
    let line = offset > file.start ? try lineEnd(at: offset - 1) : offset
    guard line < size, try entryStart(ofLineAt: line, unit) < line else { return line }
    return try entryEnd(around: line, unit)
  }
}

extension TextFileSource {
  /// Where the entry begins, and where it ends, that an offset of a file is in, in bytes; the item where there are no
  /// entries.
  ///
  /// Cost: a read of 4 KiB on the calling thread for most; of 64 KiB and more where an entry is longer.
  ///
  /// - Throws: what the system says.
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
