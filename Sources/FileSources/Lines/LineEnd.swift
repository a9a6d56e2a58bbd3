import Bytes

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
