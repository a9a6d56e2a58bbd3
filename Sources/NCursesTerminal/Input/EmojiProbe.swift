import EventLoop
import Terminal

/// A query that finds out whether the terminal shows emoji sequences as one picture, sent when the
/// first such sequence is to be shown.
///
/// The frame with the separate parts is sent first, and the query after it. Only the restoration of
/// the terminal waits for the answer (`awaitAnswers()`).
final class EmojiProbe {
  /// How long after a query an answer is accepted.
  ///
  /// A later answer would change text that the reader has begun to read.
  private static let answerTimeout = Duration.seconds(2)

  /// Called once with the result.
  var onFinding: ((EmojiFinding) -> Void)?
  /// Whether the terminal may be queried.
  private let isAllowed: Bool
  private let parts: ScreenParts
  private let session: TerminalSession
  private var inquiry = EmojiInquiry()
  private var timer: MainLoop.TimerID?
  /// The time after which an answer is ignored.
  private var end = ContinuousClock.now

  init(_ parts: ScreenParts, _ session: TerminalSession, isAllowed: Bool) {
    (self.parts, self.session, self.isAllowed) = (parts, session, isAllowed)
    session.willRestore = { [weak self] in self?.awaitAnswers() }
  }

  /// Whether an answer may still arrive, even a late one.
  var awaitsAnswer: Bool { !inquiry.owed.isEmpty }

  /// The bytes to send after a frame: a query if the frame has parts of an emoji sequence and the
  /// terminal can be queried but has not been; otherwise none.
  func question(behind canvas: Canvas) -> [UInt8] {
    let least = EmojiInquiry.leastSize
    guard canvas.hasEmojiParts, isAllowed, canvas.extent.lines >= least.lines,
      canvas.extent.columns >= least.columns, inquiry.begin()
    else { return [] }
    startTimer()
    return EmojiInquiry.question
  }

  /// Accepts any answer; unexpected ones are ignored.
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

  /// Waits for outstanding answers before the terminal is restored, because a shell would treat
  /// them as typed text.
  ///
  /// Keys typed during the wait are lost. A signal, or the loss of the terminal, ends the wait.
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

/// The queries about emoji sequences, and the interpretation of the answers.
///
///     idle ──begin──▶ mode ──known──▶ cursor ──columns──▶ finished
///                      └───────unknown, or no answer────────▲
///
/// The type has no clock; `EmojiProbe` measures the time. The mode is queried together with the
/// terminal's attributes, because nearly every terminal answers the query for the attributes: if
/// that answer arrives first, the terminal does not understand the query for the mode.
struct EmojiInquiry {
  enum State: Equatable {
    case idle
    /// The mode is queried.
    case mode
    /// The position of the cursor after the probe text is queried.
    case cursor
    case finished
  }

  enum Answer { case mode, attributes, cursor }

  /// The next step after an answer.
  enum Step: Equatable {
    /// Write the probe text and query the cursor, after setting the mode if `setsMode` is true.
    case probe(setsMode: Bool)
    case finish(EmojiFinding)
  }

  /// The queries for the mode (DECRQM) and for the terminal's attributes (DA1).
  static let question = Array("\u{1B}[?2027$p\u{1B}[c".utf8)
  /// The probe text, which has one sequence of each common kind (joined emoji, a skin tone, a
  /// symbol with a selector, a keycap), and a query for the cursor's position (CPR).
  static let probe = Array(
    "👩\u{200D}👩\u{200D}👧👍🏽❤\u{FE0F}1\u{FE0F}\u{20E3}\u{1B}[6n".utf8)
  /// The width of the probe text in columns if the terminal shows each sequence as one picture.
  static let columns = 8
  /// The smallest screen for the query: the probe text does not wrap, and is not on the first line.
  ///
  /// If the text were on the first line, the answer would have the same bytes as a key.
  static let leastSize = Size(lines: 2, columns: 20)

  private(set) var state = State.idle
  /// The answers that have not arrived yet.
  private(set) var owed: Set<Answer> = []

  /// Starts the inquiry if the state is `idle`; returns whether the terminal must be queried.
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
      // Answers arrive in the order of the queries.
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

  /// Accepts the state of the mode: 1 is set, 2 is reset, 3 is always set.
  private mutating func accept(mode: Int) -> Step {
    guard (1...3).contains(mode) else { return finish(.unknownMode) }
    state = .cursor
    owed.insert(.cursor)
    return .probe(setsMode: mode == 2)
  }

  /// Ends the wait; later answers are ignored.
  mutating func giveUp() -> Step? { state == .mode || state == .cursor ? finish(.noAnswer) : nil }

  /// Interrupts the inquiry because the terminal is being restored: the inquiry can start over
  /// later, and outstanding answers are ignored.
  mutating func interrupt() { if state != .finished { state = .idle } }

  private mutating func finish(_ finding: EmojiFinding) -> Step {
    state = .finished
    return .finish(finding)
  }
}

/// The result of a screen's query about emoji sequences.
public nonisolated enum EmojiFinding: Hashable, Sendable, CustomStringConvertible {
  /// The terminal shows each emoji sequence as one picture of two columns.
  case whole
  /// The terminal does not know mode 2027, or cannot set it.
  case unknownMode
  /// The terminal knows the mode, but the probe text did not move the cursor by the wanted number
  /// of columns.
  case otherColumns(Int, wanted: Int)
  /// The terminal has not answered in time.
  case noAnswer

  /// The finding as a line of a log.
  public var description: String {
    switch self {
    case .whole: "emoji sequences are drawn as one character"
    case .unknownMode: "emoji sequences are drawn in parts: the terminal does not support mode 2027"
    case .otherColumns(let columns, let wanted):
      "emoji sequences are drawn in parts: the terminal uses \(columns) columns, not \(wanted)"
    case .noAnswer: "emoji sequences are drawn in parts: the terminal does not answer"
    }
  }
}
