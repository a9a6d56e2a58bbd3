import Synchronization

/// The parts of a decoded file, some of which need not be decoded or copied.
extension FileStore {
  /// The decoded file; nil if there is none, or if its carriage returns are replaced.
  private var measured: DecodedFile? { returnsEndLines.load(ordering: .relaxed) ? nil : decoded }

  /// The first text of a range that a match of a search may touch (`DecodedFile.possibleMatch`); in
  /// a file that is not decoded, the range.
  ///
  /// - Throws: an error if the file cannot be read.
  package func possibleMatch(
    in range: Range<Int>, of probes: TextProbes
  ) throws(FileError) -> Range<Int> {
    guard let decoded = measured else { return range }
    let descriptor = scanning.descriptor(of: descriptor)
    return try decoded.possibleMatch(in: range, of: probes) { (memory, offset) throws(FileError) in
      try decoded.file.readAsWritten(into: memory, at: offset, of: descriptor, by: reads.any)
    }
  }

  /// The result of `DecodedFile.keptText`; nil also if `measured` is nil.
  package func keptText(from offset: Int) -> KeptText? { measured?.keptText(from: offset) }

  /// The result of `DecodedFile.lineEndBound`; nil also if `measured` is nil.
  package func lineEndBound(after offset: Int) -> Int? { measured?.lineEndBound(after: offset) }

  /// The number of line feeds in a range, if it is recorded; nil if they must be counted.
  package func recordedLineFeedCount(in range: Range<Int>) throws(FileError) -> Int? {
    guard let decoded = measured, range.upperBound <= decoded.size else { return nil }
    return try decoded.lineFeedCount(in: range, by: decoded.file.read)
  }
}
