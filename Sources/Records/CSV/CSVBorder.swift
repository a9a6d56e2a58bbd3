/// Where a record begins, as far as some bytes tell.
public enum CSVBorder: Equatable, Sendable {
  /// A record begins here, or all ends, whatever is before the bytes.
  case proved(Int)
  /// A record most likely begins here; more bytes would hardly tell more.
  case guessed(Int)
  /// More bytes are needed: after those given for a search forward, before them for one back.
  ///
  /// The guess is what these bytes suggest; nil where no line ends in them.
  case needsMoreBytes(guess: Int?)

  /// The offset, proved or guessed.
  public var offset: Int? {
    switch self {
    case .proved(let offset), .guessed(let offset): offset
    case .needsMoreBytes(let guess): guess
    }
  }

  /// Whether it is certain.
  public var isProved: Bool {
    if case .proved = self { true } else { false }
  }
}
