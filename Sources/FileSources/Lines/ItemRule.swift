import Records
import Synchronization

/// The rule by which a text is divided into items.
struct ItemRule: Sendable {
  let items: RecordFormat
  let pieces: PieceRule
  /// The rule that finds the borders of records; nil if the items are lines.
  let borders: (any BorderRule)?
  /// The object that joins the pieces of a long record into one item; nil if the pieces are the
  /// items.
  let longRecords: LongRecords?
  /// In searches, the maximum distance in bytes from the start of a log entry to its continuation
  /// lines; nil to search single lines.
  var entryReach: Int?

  /// - Parameters:
  ///   - pieceSize: the size at which a long line is cut; nil for the usual size.
  ///   - joinsPieces: whether the pieces of a long record are joined into one item.
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

/// The current rule of a text, which can change: the format of a stream is known only after some of
/// it has arrived.
final class CurrentItemRule: Sendable {
  private let state: Mutex<ItemRule>

  init(_ rule: ItemRule) { state = Mutex(rule) }

  /// The current rule; read it once for each page.
  var rule: ItemRule { state.withLock { $0 } }

  /// Changes the rule; known borders are kept only if the rule stays the same.
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

  /// Sets whether searches apply to lines or to log entries.
  func joinEntries(reach: Int?) { state.withLock { $0.entryReach = reach } }
}

/// The rule by which a line that is too long to be read as a whole is cut.
///
/// A cut is at every multiple of `size` that has no line feed in the `size` bytes before it.
/// Therefore it depends only on the bytes around it: reading forward, backward or from anywhere
/// gives the same pieces, after looking back at most twice `size`. A line of up to `size` bytes is
/// never cut, a line of twice that length or more always is, and a piece is shorter than twice
/// `size`, not counting its line end.
///
/// A cut does not split a UTF-8 character, but is moved back by up to three bytes. No cut is made
/// directly before a line end, which would otherwise become a separate piece.
struct PieceRule: Hashable, Sendable {
  /// The distance between cuts in bytes; a power of two, and at least 16.
  let size: Int

  /// The usual rule: pieces are long enough that almost no log line is cut, and short enough that a
  /// screen of pieces is read quickly.
  static let standard = PieceRule(size: 16 << 10)

  /// The rule for records: few records are longer than a piece, and finding the start of a piece
  /// reads no more bytes than loading a page.
  static let records = PieceRule(size: TextLine.mostOfRecord)

  /// Creates a rule; any size other than a power of two from 16 on is a programming error.
  init(size: Int) {
    guard size >= 16, size.nonzeroBitCount == 1 else { fatalError("a piece size of \(size)") }
    self.size = size
  }

  /// An upper bound, in bytes, for the length of a piece with its line end, and for the distance
  /// from an offset back to the start of its piece.
  var reach: Int { 3 * size }

  /// The first possible cut of a line or piece that begins at an offset.
  func firstCut(from start: Int) -> Int { (start + 2 * size - 1) & -size }

  /// The last multiple of `size` at which a cut may begin a piece before an offset.
  ///
  /// It may be up to two bytes after the offset, because the caller moves the cut back by up to
  /// three.
  func lastCut(before end: Int) -> Int { (end - 1 + Self.furthestBack) & -size }

  /// The maximum distance by which a cut is moved back: a character has up to four bytes (RFC 3629,
  /// section 3).
  static let furthestBack = 3

  /// The number of bytes after an offset that are needed to determine all cuts up to it.
  static let lookAhead = furthestBack + 2
}
