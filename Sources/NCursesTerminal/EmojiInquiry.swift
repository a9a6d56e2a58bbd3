import Terminal

/// What a terminal is asked about sequences of emoji, and what its answers mean.
///
///     idle ──begin──▶ mode ──known──▶ cursor ──columns──▶ finished
///                      └───────unknown, or no answer────────▲
///
/// A value without a clock. Beside the mode the terminal is asked what it is, which every terminal answers:
/// where that answer comes first, it has nothing to say about the mode.
struct EmojiInquiry {
  enum State: Equatable {
    case idle
    /// It is asked whether it knows the mode.
    case mode
    /// It is asked where its cursor is behind a text.
    case cursor
    case finished
  }

  enum Answer { case mode, attributes, cursor }

  /// What is to be done about an answer.
  enum Step: Equatable {
    /// A text is to be drawn, and the cursor asked for; the mode may have to be set before.
    case probe(setsMode: Bool)
    case finish(EmojiFinding)
  }

  /// Whether the terminal knows the mode (DECRQM), and what it is (DA1).
  static let question = Array("\u{1B}[?2027$p\u{1B}[c".utf8)
  /// One sequence of each kind, and the question where the cursor is (CPR): joined emoji, a tone of skin, a
  /// symbol that a selector makes a picture, a keycap.
  static let probe = Array(
    "👩\u{200D}👩\u{200D}👧👍🏽❤\u{FE0F}1\u{FE0F}\u{20E3}\u{1B}[6n".utf8)
  /// The columns of that text where the terminal has each sequence whole.
  static let columns = 8
  /// The least extent that it is asked in: no line wraps, and the text is on the last line.
  ///
  /// An answer on the first line would be a key.
  static let leastSize = Size(lines: 2, columns: 20)

  private(set) var state = State.idle
  /// What the terminal has still to answer.
  private(set) var owed: Set<Answer> = []

  /// Says whether the terminal is to be asked; only once.
  mutating func begin() -> Bool {
    guard state == .idle else { return false }
    (state, owed) = (.mode, [.mode, .attributes])
    return true
  }

  mutating func take(_ reply: TerminalReply) -> Step? {
    switch reply {
    case .mode(number: 2027, let set):
      owed.remove(.mode)
      return state == .mode ? take(mode: set) : nil
    case .mode: return nil
    case .attributes:
      // It answers in the order in which it is asked.
      owed.subtract([.attributes, .mode])
      return state == .mode ? finish(.unknownMode) : nil
    case .cursor(_, let column):
      owed.remove(.cursor)
      guard state == .cursor else { return nil }
      let columns = column - 1
      return finish(
        columns == Self.columns ? .whole : .otherColumns(columns, wanted: Self.columns))
    }
  }

  /// 1 is set, 2 is not, 3 is always set.
  private mutating func take(mode: Int) -> Step {
    guard (1...3).contains(mode) else { return finish(.unknownMode) }
    state = .cursor
    owed.insert(.cursor)
    return .probe(setsMode: mode == 2)
  }

  /// The time is up; what comes later counts no more.
  mutating func giveUp() -> Step? { state == .mode || state == .cursor ? finish(.noAnswer) : nil }

  /// The terminal is given away: what was not found out is asked again later, and what it has still to answer
  /// means nothing.
  mutating func interrupt() { if state != .finished { state = .idle } }

  private mutating func finish(_ finding: EmojiFinding) -> Step {
    state = .finished
    return .finish(finding)
  }
}
