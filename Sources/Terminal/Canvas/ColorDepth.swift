/// How many colours a screen can show.
public enum ColorDepth: Int, Comparable, Sendable {
  /// None: bold, dim, underline and reverse only (`NO_COLOR`, `--color never`, vt100).
  case none = 0
  /// The eight of ECMA-48.
  case eight = 8
  /// xterm's palette.
  case palette256 = 256

  /// Whether the first shows fewer colours than the second.
  public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}
