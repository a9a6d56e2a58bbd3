import ByteStores
import Records
import Synchronization

/// Where an item of a text of records begins, and what is known of that place.
struct RecordBorder: Sendable, Equatable {
  /// What stands behind a place.
  enum Kind: Sendable, Equatable {
    /// A record begins.
    case record
    /// A record of one long line goes on: the next line feed ends it.
    case line
    /// A record that is too long to be one item goes on: a line feed may be in quotes.
    case longRecord
    /// An element of an array that is too long to be one item goes on.
    case element(ElementState)
  }

  let offset: Int
  let kind: Kind
  /// Whether that is certain, whatever was read.
  let isProved: Bool

  static func record(at offset: Int, isProved: Bool = true) -> RecordBorder {
    RecordBorder(offset: offset, kind: .record, isProved: isProved)
  }
}

/// What tells the records of a text apart, where these are not its lines; made once for the files of a source.
///
/// `LineReader` goes over the records of any rule. A rule says what differs.
protocol BorderRule: Sendable {
  /// The borders of what was handed out.
  var known: EditionBorders { get }
  /// Those that searches came to: a guess among them says nothing of a page that it is in.
  var passed: EditionBorders { get }
  /// Whether the end of a record of which nothing was known is certain.
  var provesEnds: Bool { get }

  /// The start of a file, where it is that of a record.
  func start(of file: FileStore) -> RecordBorder?
  /// The end of a file, as a walk back begins there.
  func end(ofSize size: Int) -> RecordBorder
  /// The bytes before a place in which a border is found, or likely none is.
  func furthest(_ pieces: PieceRule) -> Int
  /// The bytes behind a border in which a record ends, or is surely too long for one item.
  func mostOfRecord(_ pieces: PieceRule) -> Int

  /// Whether the records in a range are lines, if one begins with it.
  func areLines(_ range: Range<Int>, of stretch: FileStretch) -> Bool
  /// Parts from a border on: at most `count`, and none that begins at the limit or after it.
  ///
  /// - Parameters:
  ///   - end: where the bytes end that are looked at.
  ///   - kind: what stands there, where a part is known to end; nil where the last may go on.
  func parts(
    of stretch: FileStretch, from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?,
    count: Int, limit: Int
  ) -> RecordParts

  /// A border at an offset or before it, from which on the record there is found; a piece of a long record where
  /// that is all the bytes around tell.
  ///
  /// - Parameter known: the last one that is known.
  func anchor(
    at offset: Int, known: RecordBorder?, in reader: LineReader
  ) throws(FileError) -> RecordBorder
  /// A border of a stretch from which on all records up to another one are told; nil where more bytes are needed.
  ///
  /// - Parameters:
  ///   - first: where the bytes begin that are looked at.
  ///   - kind: what stands at the border; nil at the end of a file.
  func anchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ kind: RecordBorder.Kind?, of reader: LineReader
  ) -> RecordBorder?
}

/// Where items begin and end that were handed out, so that what follows them needs no search and is always the same.
///
/// Two for each page; of too many every second one is forgotten, and found again where it is needed.
struct KnownBorders: Sendable {
  /// In the order of the file.
  private var all: [RecordBorder] = []

  /// Those of 2,000 pages; 64 KiB of memory.
  static let most = 4_096

  /// The last one at an offset or before it.
  func last(upTo offset: Int) -> RecordBorder? {
    let index = index(after: offset)
    return index > 0 ? all[index - 1] : nil
  }

  /// The last one at an offset or before it that is certain.
  func lastProved(upTo offset: Int) -> RecordBorder? {
    all[..<index(after: offset)].last { $0.isProved }
  }

  /// Those in a range that are not certain.
  func guessed(in range: ClosedRange<Int>) -> [RecordBorder] {
    all[index(after: range.lowerBound - 1)..<index(after: range.upperBound)].filter { !$0.isProved }
  }

  mutating func forgetGuesses(in range: ClosedRange<Int>) {
    all.removeAll { range.contains($0.offset) && !$0.isProved }
  }

  /// What is proved stays.
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

/// Which borders are known by now in the files of a source.
final class EditionBorders: Sendable {
  private let known = Mutex<[Int: KnownBorders]>([:])

  /// Editions of a file whose borders are kept: those before are hardly read.
  private static let mostEditions = 8

  /// The last border that is known at an offset or before it.
  func last(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.withLock { $0[edition]?.last(upTo: offset) }
  }

  /// The last one at an offset or before it that is certain.
  func lastProved(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.withLock { $0[edition]?.lastProved(upTo: offset) }
  }

  /// Those in a range that are not certain.
  func guessed(in range: ClosedRange<Int>, edition: Int) -> [RecordBorder] {
    known.withLock { $0[edition]?.guessed(in: range) ?? [] }
  }

  func forgetGuesses(in range: ClosedRange<Int>, edition: Int) {
    known.withLock { $0[edition]?.forgetGuesses(in: range) }
  }

  func note(_ border: RecordBorder, edition: Int) {
    known.withLock { known in
      if known.count > Self.mostEditions { known = known.filter { $0.key > edition - 2 } }
      known[edition, default: KnownBorders()].note(border)
    }
  }
}
