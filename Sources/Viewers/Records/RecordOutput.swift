import Bytes
import Feeds
import Records
import Terminal

/// What is written of records, collected until it is written in one call.
nonisolated struct RecordOutput {
  private let line: RecordLine
  private let toTerminal: Bool
  private var rows = AlignedRows()
  private var bytes: [UInt8] = []

  init(_ line: RecordLine, toTerminal: Bool) {
    (self.line, self.toTerminal) = (line, toTerminal)
  }

  /// Adds the names of the columns, where there are some: objects have their own.
  mutating func begin(with names: [String]) {
    guard !line.isJSON, !names.isEmpty else { return }
    guard !toTerminal else { return rows.append(names) }
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(.tab) }
      RecordLine.append(name.utf8, to: &bytes)
    }
    bytes.append(.lineFeed)
  }

  /// Adds a record, or a piece of a line.
  mutating func append(_ piece: RecordPiece, of block: [UInt8]) {
    if !toTerminal {
      line.append(piece, of: block, to: &bytes)
    } else if line.isJSON {
      appendSafe(piece, of: block)
    } else if !piece.isContinuation {
      rows.append(
        line.values(of: piece, in: block).map {
          $0.map { String(decoding: $0, as: UTF8.self) } ?? ""
        })
    }
  }

  private mutating func appendSafe(_ piece: RecordPiece, of block: [UInt8]) {
    var made: [UInt8] = []
    line.append(piece, of: block, to: &made)
    if !piece.isContinued { made.removeLast() }
    bytes += SafeText(String(decoding: made, as: UTF8.self)).description.utf8
    if !piece.isContinued { bytes.append(.lineFeed) }
  }

  /// Writes what was added, and says whether somebody still reads.
  ///
  /// - Throws: why nothing can be written.
  mutating func flush(_ write: RecordPlainForm.Output) throws(Failure) -> Bool {
    rows.take(to: &bytes)
    defer { bytes.removeAll(keepingCapacity: true) }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }
}
