import Bytes

/// A line of a text file, or a piece of a long one; its text is not decoded.
///
/// Lines of a page share the bytes that were read for it: none has a copy of its own, and a page
/// keeps nothing but its lines. The bytes may be anything: invalid UTF-8, NUL, escape sequences.
///
/// A line of more than 16 KiB may come in pieces, each a `TextLine`; one of 32 KiB or more does.
/// `PieceRule` says where it is cut.
///
/// Of a text of records it is a record, which may have line feeds in quotes; one of more than 64 KiB has its first part
/// of each value (`isAbridged`), and only beyond 64 MiB it comes in pieces. Of an array of JSON it is an element, with the
/// comma and the blanks behind it.
public struct TextLine: Identifiable, Hashable, Sendable {
  /// Bytes of a record that are held at the most; of a longer one they are the beginnings of its values.
  public static let mostOfRecord = 64 << 10

  /// Where it begins; stays the same while the file only grows.
  public let id: FileOffset
  /// Its bytes as the file has them, with the line end.
  ///
  /// The lines of a file, one after the other, are the file. Of a record that is too long to be held its long values end
  /// early (`isAbridged`).
  public let raw: ArraySlice<UInt8>
  /// What it ends with.
  public let end: LineEnd
  /// Whether it begins in the middle of a line.
  public let isContinuation: Bool
  /// Whether the line goes on in the next piece.
  public let isContinued: Bool

  /// What the lines before it have handed on to it by the source's `LineCarry`; 0 without one.
  public internal(set) var carriedStyle: UInt64 = 0

  /// How many line feeds it has, which is how much greater the number of the next line is.
  ///
  /// Cost: nothing for a line; the bytes of a record in quotes.
  public var lineFeedCount: Int {
    leftOut.lineFeeds + (mayHaveLines ? raw.count { $0 == .lineFeed } : end == .none ? 0 : 1)
  }

  /// How many bytes it has in the file.
  public var byteCount: Int { raw.count + leftOut.bytes }

  /// Where it ends in the file: bytes before that.
  public var endOffset: Int { id.bytes + byteCount }

  /// Whether it is a long record of which `raw` has the first part of each value.
  public var isAbridged: Bool { leftOut.bytes != 0 }

  /// How much more the file has than `raw`.
  var leftOut = LeftOut(bytes: 0, lineFeeds: 0)

  struct LeftOut: Hashable {
    var bytes: Int
    var lineFeeds: Int
  }

  /// Whether line feeds may be before its end.
  var mayHaveLines = false

  /// Whether it is one record of comma-separated values whose quotes end with it, as the walk has found; nil
  /// where its bytes have to be asked.
  var isWholeRecord: Bool?
  /// Whether the rows behind it belong to it once the quote is closed that it has open, as when a file grows.
  public internal(set) var mayGoOn = false
  /// How many bytes separate it from the next element, where it is one of an array.
  var separatorCount = 0
  /// Whether another item begins at its end, though that is no line end.
  var isFollowed = false

  /// Its bytes without the line end, or without what separates it from the next element of an array.
  public var bytes: ArraySlice<UInt8> { raw.dropLast(end.count + separatorCount) }

  /// Whether it is the last of a file that ends without a line end, and so may still grow.
  public var isUnfinished: Bool { end == .none && !isContinued && !isFollowed }
}

/// What a line ends with.
public enum LineEnd: Hashable, Sendable {
  /// Nothing: the line goes on in its next piece, or it is the last of a file that ends without.
  case none
  /// A line feed, as on Unix.
  case lineFeed
  /// A carriage return and a line feed, as on Windows.
  case carriageReturnLineFeed

  /// How many bytes it takes.
  public var count: Int {
    switch self {
    case .none: 0
    case .lineFeed: 1
    case .carriageReturnLineFeed: 2
    }
  }

  /// The end that a part of some bytes has.
  init(of part: Range<Int>, in bytes: [UInt8]) {
    self =
      switch bytes[part].lineEndLength {
      case 0: .none
      case 1: .lineFeed
      default: .carriageReturnLineFeed
      }
  }
}

/// A place in a file: the cursor of its pages and the identity of its lines.
public struct FileOffset: Hashable, Comparable, Sendable {
  /// Bytes before it, from 0.
  public let bytes: Int
  /// Which opening of the file it belongs to, from 0: another file at the same path, or one that
  /// was cut short, has other lines at the same offsets.
  public let edition: Int

  /// Creates a place.
  public init(bytes: Int, edition: Int = 0) {
    self.bytes = bytes
    self.edition = edition
  }

  /// Whether a place comes before another; all of an edition come before those of the next.
  public static func < (one: FileOffset, other: FileOffset) -> Bool {
    (one.edition, one.bytes) < (other.edition, other.bytes)
  }
}
