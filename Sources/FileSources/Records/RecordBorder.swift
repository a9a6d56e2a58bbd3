import ByteStores
import Records
import Synchronization

/// The start of an item in a text that consists of records, and whether it is certain.
struct RecordBorder: Sendable, Equatable {
  /// The kind of text after a border.
  enum Kind: Sendable, Equatable {
    /// The start of a record.
    case record
    /// The rest of a record on one long line, which ends with the next line feed.
    case line
    /// The rest of a record that is too long for one item; line feeds may be in quotes.
    case longRecord
    /// The rest of an element of an array that is too long for one item.
    case element(ElementState)
  }

  let offset: Int
  let kind: Kind
  /// Whether the border is certain.
  let isProved: Bool

  static func record(at offset: Int, isProved: Bool = true) -> RecordBorder {
    RecordBorder(offset: offset, kind: .record, isProved: isProved)
  }
}

/// A rule that finds the borders of records; it is created once for all files of a source.
///
/// `LineReader` reads the records of any rule.
protocol BorderRule: Sendable {
  /// The borders of items that have been returned.
  var known: EditionBorders { get }
  /// The borders that searches have passed; guesses among them do not affect pages.
  var passed: EditionBorders { get }
  /// Whether the end of a record is certain even if nothing is known about its start.
  var provesEnds: Bool { get }

  /// The border at the start of a file, if a record begins there.
  func start(of file: FileStore) -> RecordBorder?
  /// The border at the end of a file, from which it is read backward.
  func end(ofSize size: Int) -> RecordBorder
  /// The number of bytes to search before a place: if they contain no recognizable border, none can
  /// be found.
  func furthest(_ pieces: PieceRule) -> Int
  /// The number of bytes after a border within which a record either ends or is certainly too long
  /// for one item.
  func mostOfRecord(_ pieces: PieceRule) -> Int

  /// Whether the records in a range are lines, provided that a record begins at its start.
  func areLines(_ range: Range<Int>, of stretch: FileStretch) -> Bool
  /// The parts that follow a border: at most `count`, none of which begins at the limit or after
  /// it.
  ///
  /// - Parameters:
  ///   - end: the end of the bytes to examine.
  ///   - kind: the kind of the border at the end, if a part is known to end there; nil if the last
  ///     part may continue.
  func parts(
    of stretch: FileStretch, from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?,
    count: Int, limit: Int
  ) -> RecordParts

  /// A border at or before an offset, from which the record there can be found; it is the border of
  /// a piece of a long record if the surrounding bytes suffice only for that.
  ///
  /// - Parameter known: the last known border.
  func anchor(
    at offset: Int, known: RecordBorder?, in reader: LineReader
  ) throws(FileError) -> RecordBorder
  /// A border in a stretch from which all records up to another border can be found; nil if more
  /// bytes are needed.
  ///
  /// - Parameters:
  ///   - first: the start of the bytes to examine.
  ///   - kind: the kind of `border`; nil at the end of a file.
  func anchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ kind: RecordBorder.Kind?, of reader: LineReader
  ) -> RecordBorder?
}

/// The borders of items that have been returned, so that reading continues from them without a
/// search and with the same result.
///
/// Each page adds two borders. If their number exceeds a limit, every second border is removed, and
/// is found again when it is needed.
struct KnownBorders: Sendable {
  /// The borders in the order of the file.
  private var all: [RecordBorder] = []

  /// The maximum number of borders: those of 2,000 pages, which take 128 KiB of memory.
  static let most = 4_096

  /// The last border at or before an offset.
  func last(upTo offset: Int) -> RecordBorder? {
    let index = index(after: offset)
    return index > 0 ? all[index - 1] : nil
  }

  /// The last certain border at or before an offset.
  func lastProved(upTo offset: Int) -> RecordBorder? {
    all[..<index(after: offset)].last { $0.isProved }
  }

  /// The uncertain borders in a range.
  func guessed(in range: ClosedRange<Int>) -> [RecordBorder] {
    all[index(after: range.lowerBound - 1)..<index(after: range.upperBound)].filter { !$0.isProved }
  }

  mutating func forgetGuesses(in range: ClosedRange<Int>) {
    all.removeAll { range.contains($0.offset) && !$0.isProved }
  }

  /// Stores a border; a guess does not replace a certain border.
  mutating func note(_ border: RecordBorder) {
    let index = index(after: border.offset)
    if index > 0, all[index - 1].offset == border.offset {
      if !all[index - 1].isProved { all[index - 1] = border }
      return
    }
    all.insert(border, at: index)
    guard all.count > Self.most else { return }
    all = all.indices.filter { $0.isMultiple(of: 2) }.map { all[$0] }
  }

  private func index(after offset: Int) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The known borders in the files of a source.
final class EditionBorders: Sendable {
  private let known = Mutex<[Int: KnownBorders]>([:])

  /// The number of editions whose borders are kept; earlier ones are rarely read.
  private static let mostEditions = 8

  /// The last known border at or before an offset.
  func last(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.withLock { $0[edition]?.last(upTo: offset) }
  }

  /// The last certain border at or before an offset.
  func lastProved(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.withLock { $0[edition]?.lastProved(upTo: offset) }
  }

  /// The uncertain borders in a range of an edition.
  func guessed(in range: ClosedRange<Int>, edition: Int) -> [RecordBorder] {
    known.withLock { $0[edition]?.guessed(in: range) ?? [] }
  }

  func forgetGuesses(in range: ClosedRange<Int>, edition: Int) {
    known.withLock { $0[edition]?.forgetGuesses(in: range) }
  }

  func note(_ border: RecordBorder, edition: Int) {
    known.withLock { known in
      known[edition, default: KnownBorders()].note(border)
      if known.count > Self.mostEditions, let oldest = known.keys.min() { known[oldest] = nil }
    }
  }
}
