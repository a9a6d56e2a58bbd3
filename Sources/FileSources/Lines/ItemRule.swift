import Records
import Synchronization

/// How the items of a text are told apart.
struct ItemRule: Sendable {
  let items: RecordFormat
  let pieces: PieceRule
  /// What tells records apart, where they are not lines.
  let borders: (any BorderRule)?
  /// What makes one item of the pieces of a long record; nil where they are items.
  let longRecords: LongRecords?
  /// How far the lines of a log that begin with no time belong to the one before them, in a search: bytes from
  /// its start; nil where they do not.
  var entryReach: Int?

  /// - Parameters:
  ///   - pieceSize: where a long line is cut; the usual one of these items where nil.
  ///   - joinsPieces: whether a record that is cut is one item all the same.
  init(_ items: RecordFormat, pieceSize: Int? = nil, joinsPieces: Bool = true) {
    self.items = items
    longRecords = joinsPieces && !items.isOfText ? LongRecords(items) : nil
    let usual: PieceRule = items.isOfText ? .standard : .records
    pieces = pieceSize.map { PieceRule(size: $0) } ?? usual
    borders =
      switch items {
      case .text, .log, .ndjson: nil
      case .csv(let dialect): dialect.hasQuotes ? CSVBorders(dialect) : nil
      case .jsonArray, .jsonValues: ElementBorders()
      }
  }
}

/// How the items of a text are told apart now: what a stream is made of is known only when some of it has come.
final class CurrentItemRule: Sendable {
  private let state: Mutex<ItemRule>

  init(_ rule: ItemRule) { state = Mutex(rule) }

  /// The rule, to be asked for once a page.
  var rule: ItemRule { state.withLock { $0 } }

  /// Takes others from now on; the borders that are known stay where they are the same.
  func change(to items: RecordFormat, joinsPieces: Bool) {
    state.withLock { rule in
      let joinedPieces = rule.longRecords != nil
      if rule.items != items || !items.isOfText && joinedPieces != joinsPieces {
        let entryReach = rule.entryReach
        rule = ItemRule(items, joinsPieces: joinsPieces)
        rule.entryReach = entryReach
      }
    }
  }

  /// Searches lines, or the entries of a log, from now on.
  func joinEntries(reach: Int?) { state.withLock { $0.entryReach = reach } }
}

/// Where a line that is too long to be read whole is cut.
///
/// There is a cut at every multiple of `size` that has no line feed in the `size` bytes before it.
/// So it depends on nothing but the bytes around it: reading forward, backward or from anywhere
/// gives the same pieces, after looking back over no more than two sizes. A line of up to one size
/// is never cut, one of two sizes always, and a piece is less than two sizes long.
///
/// A cut never splits a UTF-8 scalar: it is moved back by up to three bytes. There is no cut right
/// before a line end, because the line end would become a piece by itself.
struct PieceRule: Hashable, Sendable {
  /// Bytes between two cuts; a power of two, and at least 16.
  let size: Int

  /// Long enough that almost no log line is cut, and short enough for a screen of pieces.
  static let standard = PieceRule(size: 16 << 10)

  /// Almost no record is longer, and what is read to find the start of a piece is no more than a page.
  static let records = PieceRule(size: TextLine.mostOfRecord)

  /// Creates a rule.
  init(size: Int) {
    guard size >= 16, size.nonzeroBitCount == 1 else { fatalError("a piece size of \(size)") }
    self.size = size
  }

  /// More bytes than any piece has with its line end, and than one must look back for its start.
  var reach: Int { 3 * size }

  /// The first place where a line or piece that begins at an offset could be cut.
  func firstCut(from start: Int) -> Int { (start + 2 * size - 1) & -size }

  /// The last place where there could be a cut that begins a piece before an offset.
  ///
  /// The cut may have been moved back.
  func lastCut(before end: Int) -> Int { (end - 1 + Self.furthestBack) & -size }

  /// How far a cut is moved back at most: a scalar has up to four bytes (RFC 3629, 3).
  static let furthestBack = 3

  /// How many bytes a stretch must hold beyond an offset for all cuts up to it to be known.
  static let lookAhead = furthestBack + 2
}
