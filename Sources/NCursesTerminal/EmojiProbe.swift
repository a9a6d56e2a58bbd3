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

  /// Takes any answer; one that nobody has asked for does nothing.
  func take(_ reply: TerminalReply, isSynchronized: Bool) {
    switch inquiry.take(reply) {
    case .probe(let setsMode):
      if setsMode { session.joinEmoji(true) }
      let bytes = parts.renderer.probe(EmojiInquiry.probe)
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
      for case .reply(let reply) in decoder.decode(bytes) { _ = inquiry.take(reply) }
    }
  }
}
