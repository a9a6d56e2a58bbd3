/// How many colours a screen can show.
public enum ColorDepth: Int, Comparable, Sendable {
  /// None: bold, dim, underline and reverse only (`NO_COLOR`, `--color never`, vt100).
  case none = 0
  /// The eight of ECMA-48.
  case eight = 8
  /// xterm's palette.
  case palette256 = 256
  /// Any mixture of red, green and blue, and xterm's palette.
  case trueColor = 16_777_216

  /// Whether the first shows fewer colours than the second.
  public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}
