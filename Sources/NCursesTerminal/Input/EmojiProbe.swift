import EventLoop
import Terminal

/// Finds out whether the terminal shows sequences of emoji whole, when the first is to be seen.
///
/// The frame comes first, with the parts; the question goes behind it. Nothing waits for an answer but the
/// end (`awaitAnswers()`).
final class EmojiProbe {
  /// How long an answer counts: text does not change under who has begun to read.
  private static let answerTimeout = Duration.seconds(2)

  /// Told what was found, once.
  var onFinding: ((EmojiFinding) -> Void)?
  /// Whether the terminal may be asked at all.
  private let isAllowed: Bool
  private let parts: ScreenParts
  private let session: TerminalSession
  private var inquiry = EmojiInquiry()
  private var timer: MainLoop.TimerID?
  /// When an answer counts no more.
  private var end = ContinuousClock.now

  init(_ parts: ScreenParts, _ session: TerminalSession, isAllowed: Bool) {
    (self.parts, self.session, self.isAllowed) = (parts, session, isAllowed)
    session.willRestore = { [weak self] in self?.awaitAnswers() }
  }

  /// Whether the bytes of an answer may be on the way, however late.
  var awaitsAnswer: Bool { !inquiry.owed.isEmpty }

  /// What is sent behind a frame: a question, where that is the first with parts of a sequence.
  func question(behind canvas: Canvas) -> [UInt8] {
    let least = EmojiInquiry.leastSize
    guard canvas.hasEmojiParts, isAllowed, canvas.extent.lines >= least.lines,
      canvas.extent.columns >= least.columns, inquiry.begin()
    else { return [] }
    startTimer()
    return EmojiInquiry.question
  }

  /// Accepts any answer; an unexpected one does nothing.
  func accept(_ reply: TerminalReply, isSynchronized: Bool) {
    switch inquiry.accept(reply) {
    case .probe(let setsMode):
      if setsMode { session.joinEmoji(true) }
      let bytes = parts.painter.probe(EmojiInquiry.probe)
      parts.writer.write(isSynchronized ? TerminalModes.synchronized(bytes) : bytes)
      startTimer()
    case .finish(let finding): finish(finding)
    case nil: break
    }
  }

  private func startTimer() {
    stopTimer()
    end = .now + Self.answerTimeout
    timer = parts.loop.after(Self.answerTimeout) { [weak self] in
      if case .finish(let finding)? = self?.inquiry.giveUp() { self?.finish(finding) }
    }
  }

  private func stopTimer() {
    if let timer { parts.loop.cancel(timer) }
    timer = nil
  }

  private func finish(_ finding: EmojiFinding) {
    stopTimer()
    if finding == .whole { parts.events.report(.emojiJoined) } else { session.joinEmoji(false) }
    onFinding?(finding)
  }

  // MARK: The end

  /// Waits for what the terminal has still to answer, before it is given back: a shell would take that for
  /// typed.
  ///
  /// Keys that come meanwhile are lost. A signal ends it, and so does the terminal's end.
  private func awaitAnswers() {
    stopTimer()
    inquiry.interrupt()
    if inquiry.state == .idle { session.joinEmoji(false) }
    var decoder = KeyDecoder()
    while awaitsAnswer, parts.device.waitForInput(until: end, or: parts.signals.descriptor),
      case .bytes(let bytes) = parts.device.read(1024)
    {
      for case .reply(let reply) in decoder.decode(bytes) { _ = inquiry.accept(reply) }
    }
  }
}

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

  mutating func accept(_ reply: TerminalReply) -> Step? {
    switch reply {
    case .mode(number: 2027, let set):
      owed.remove(.mode)
      return state == .mode ? accept(mode: set) : nil
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
  private mutating func accept(mode: Int) -> Step {
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
