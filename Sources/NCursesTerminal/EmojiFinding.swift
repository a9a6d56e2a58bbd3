/// What a screen has found out about the terminal's emoji.
public nonisolated enum EmojiFinding: Hashable, Sendable, CustomStringConvertible {
  /// It shows each sequence of emoji as one picture of two columns.
  case whole
  /// It does not know mode 2027.
  case unknownMode
  /// It knows the mode, but a text of this many columns has moved its cursor by others.
  case otherColumns(Int, wanted: Int)
  /// It has not answered in time.
  case noAnswer

  /// The finding in a line of a log.
  public var description: String {
    switch self {
    case .whole: "emoji whole"
    case .unknownMode: "emoji in parts: the terminal does not know mode 2027"
    case .otherColumns(let columns, let wanted):
      "emoji in parts: the terminal needs \(columns) columns, not \(wanted)"
    case .noAnswer: "emoji in parts: the terminal does not answer"
    }
  }
}
