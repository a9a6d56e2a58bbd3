import Bytes

/// A line of a text file, or a piece of a long line, as bytes.
///
/// The lines of a page share the memory that was read for it, and a page keeps only the memory of
/// its lines. The bytes are arbitrary, and may contain invalid UTF-8, NUL and escape sequences.
///
/// A line of more than 16 KiB may be divided into pieces, each a `TextLine`; a line of 32 KiB or
/// more always is. `PieceRule` defines the cuts.
///
/// In a text that consists of records, an item is a record, which may contain line feeds in quotes.
/// A record of more than 64 KiB holds only the first part of each long value (`isAbridged`). A
/// record of more than 64 MiB, or one that is not valid, is divided into pieces. In a JSON array,
/// an item is an element, with the comma and white space after it.
public struct TextLine: Identifiable, Hashable, Sendable {
  /// The maximum size in bytes of a record that is held completely.
  public static let mostOfRecord = 64 << 10

  /// The position of the line; it stays the same as long as the file only grows.
  public let id: FileOffset
  /// The bytes as in the file, including the line end.
  ///
  /// Concatenated, the lines of a file yield the whole file, except that an abridged record lacks
  /// parts of its long values (`isAbridged`).
  public let raw: ArraySlice<UInt8>
  /// The line end.
  public let end: LineEnd
  /// Whether the item is a piece that begins in the middle of a line.
  public let isContinuation: Bool
  /// Whether the line continues in the next piece.
  public let isContinued: Bool

  /// The state carried over from the lines before it, computed by the source's `LineCarry`; 0 if
  /// the source has none.
  public internal(set) var carriedStyle: UInt64 = 0

  /// The number of line feeds, which is the difference between the numbers of this line and the
  /// next one.
  ///
  /// Cost: constant for a line; for an item that may have several lines, proportional to the number
  /// of its bytes.
  public var lineFeedCount: Int {
    leftOut.lineFeeds + (mayHaveLines ? raw.count { $0 == .lineFeed } : end == .none ? 0 : 1)
  }

  /// The number of bytes that the item takes in the file.
  public var byteCount: Int { raw.count + leftOut.bytes }

  /// The offset of the end of the item in the file, in bytes.
  public var endOffset: Int { id.bytes + byteCount }

  /// Whether the record is so long that `raw` holds only the first part of each long value.
  public var isAbridged: Bool { leftOut.bytes != 0 }

  /// The number of bytes and line feeds that are in the file but not in `raw`.
  var leftOut = LeftOut(bytes: 0, lineFeeds: 0)

  struct LeftOut: Hashable {
    var bytes: Int
    var lineFeeds: Int
  }

  /// Whether the item may have line feeds before its end.
  var mayHaveLines = false

  /// Whether the bytes are exactly one record of comma-separated values with balanced quotes; nil
  /// if they have to be examined.
  var isWholeRecord: Bool?
  /// Whether the following rows belong to this one if the file grows and a later quote closes the
  /// open quote of this row.
  public internal(set) var mayGoOn = false
  /// The number of bytes that separate the element from the next one in an array.
  var separatorCount = 0
  /// Whether the item is complete even if it has no line end.
  var isFollowed = false

  /// The bytes without the line end, or without the separator after an element of an array.
  public var bytes: ArraySlice<UInt8> { raw.dropLast(end.count + separatorCount) }

  /// Whether the item is the last one of a file without a final line end, and may grow.
  public var isUnfinished: Bool { end == .none && !isContinued && !isFollowed }
}

/// The end of a line.
public enum LineEnd: Hashable, Sendable {
  /// No line end: the line continues in the next piece, the file ends, or the item is an element of
  /// an array.
  case none
  /// A line feed (Unix).
  case lineFeed
  /// A carriage return and a line feed (Windows).
  case carriageReturnLineFeed

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .none: 0
    case .lineFeed: 1
    case .carriageReturnLineFeed: 2
    }
  }

  /// Determines the line end of a part of the given bytes.
  init(of part: Range<Int>, in bytes: [UInt8]) {
    self =
      switch bytes[part].lineEndLength {
      case 0: .none
      case 1: .lineFeed
      default: .carriageReturnLineFeed
      }
  }
}

/// A position in a file: the cursor of its pages, and the identity of its lines.
public struct FileOffset: Hashable, Comparable, Sendable {
  /// The number of bytes before it.
  public let bytes: Int
  /// The number of the edition, from 0; it is needed because another file at the same path, or a
  /// truncated one, has other lines at the same offsets.
  public let edition: Int

  /// Creates a position.
  public init(bytes: Int, edition: Int = 0) {
    self.bytes = bytes
    self.edition = edition
  }

  /// Compares positions; all positions of an edition precede those of the next.
  public static func < (one: FileOffset, other: FileOffset) -> Bool {
    (one.edition, one.bytes) < (other.edition, other.bytes)
  }
}
