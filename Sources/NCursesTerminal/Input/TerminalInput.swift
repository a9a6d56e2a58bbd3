import CEndless
import EventLoop
import Glibc
import Terminal

/// Reads what is typed and decodes it, no more of it than may pass.
final class TerminalInput {
  /// Bytes that are read at a time: each may be a key that begins a load, and what they begin and stop
  /// again is held until the frame after them.
  private static let slice = 1024

  private let device: TerminalDevice
  private let session: TerminalSession
  private let gate: FloodLimit?
  private let emoji: EmojiProbe
  private let escapeDelay: Duration
  /// The same while an answer may be on the way, which a slow line may cut.
  private static let answerDelay = Duration.milliseconds(200)
  private let loop: MainLoop
  private let events: ScreenEvents
  private var decoder = KeyDecoder()
  private var memory = MemoryTrim()
  private var escapeCount = 0
  /// Whether the terminal is left alone for a while: nothing is read, nor looked for.
  private(set) var isResting = false
  /// Whether the terminal has said that it can show a frame at once.
  private(set) var isSynchronized = false

  init(
    _ parts: ScreenParts, _ session: TerminalSession, _ emoji: EmojiProbe, gate: FloodLimit?,
    escapeDelay: Duration
  ) {
    (device, loop, events) = (parts.device, parts.loop, parts.events)
    (self.session, self.emoji, self.gate, self.escapeDelay) = (session, emoji, gate, escapeDelay)
  }

  /// Reads what waits, once.
  func read() {
    guard session.isThere else { return }
    if let debt = gate?.debt(), debt > .zero { return rest(for: debt) }
    switch device.read(gate == nil ? Self.slice : FloodLimit.slice) {
    case .nothing: return
    case .hungUp: if session.hangUp() { events.report(.hungUp) }
    case .bytes(let bytes): admit(bytes)
    }
    events.ringIfAny()
  }

  /// Decodes bytes: all of them, or as many as may pass.
  private func admit(_ bytes: [UInt8]) {
    let count = gate?.admit(bytes.count) ?? bytes.count
    report(decoder.decode(bytes.prefix(count)))
    if count < bytes.count { rest(for: FloodLimit.pause, drops: true) }
    if memory.isDue(after: bytes.count) {
      loop.after(MemoryTrim.delay) { [weak self] in self?.memory.trim() }
    }
    if decoder.isWaiting { startEscapeTimer() }
  }

  private func report(_ inputs: [Input]) {
    for input in inputs {
      switch input {
      case .reply(.mode(number: 2026, let state)): isSynchronized = state == 1 || state == 2
      case .reply(let reply): emoji.accept(reply, isSynchronized: isSynchronized)
      default: events.report(.input(input))
      }
    }
  }

  // MARK: A lone escape

  /// It is a key when nothing follows it for a while.
  private func startEscapeTimer() {
    escapeCount += 1
    let count = escapeCount
    let isCut = emoji.awaitsAnswer && decoder.isInSequence
    let delay = isCut ? max(escapeDelay, Self.answerDelay) : escapeDelay
    loop.after(delay) { [weak self] in self?.endEscape(count) }
  }

  private func endEscape(_ count: Int) {
    guard session.isThere, count == escapeCount, decoder.isWaiting else { return }
    report(decoder.flush())
    events.ringIfAny()
  }

  // MARK: Rests

  /// Leaves the terminal alone for a while; a few keys wait meanwhile, and many are thrown away.
  ///
  /// So a flood costs next to nothing: each reading of it would cost an SSH server more than the program.
  private func rest(for time: Duration, drops: Bool = false) {
    isResting = true
    loop.after(min(time, FloodLimit.pause)) { [weak self] in self?.endRest(drops: drops) }
  }

  private func endRest(drops: Bool) {
    guard session.isThere else { return }
    let count = device.waitingCount
    if drops || count > FloodLimit.mostWaiting { drop(count) }
    if let debt = gate?.debt(), debt > .zero { rest(for: debt) } else { isResting = false }
    guard gate?.isFlooded == true else { return }
    events.report(.flooded)
    events.ringIfAny()
  }

  /// What has begun is given up, too: its end, such as a paste's mark, may be among what is dropped.
  private func drop(_ count: Int) {
    gate?.drop(count)
    device.discardInput()
    decoder = KeyDecoder()
  }
}

/// Holds back a terminal's input, with the clocks of this process: by bytes, and by what they cost.
///
/// There is one for a screen, because whoever asks for the debt counts what was worked until then.
final class FloodLimit {
  /// Bytes that are read at a time, so that what they cost is seen soon: some ten or thirty keys.
  static let slice = 32
  /// Bytes that may wait while nothing is read; who sends more does not mean each of them.
  static let mostWaiting = 64
  /// How long the terminal is left alone before it is looked at again.
  static let pause = Duration.milliseconds(100)
  /// How long more may come than passes: longer than any key is held down or any paste takes.
  private static let floodLimit = Duration.seconds(5)

  private var bytes: InputMeter
  private var work = WorkMeter()
  private var worked = FloodLimit.processorTime
  private let start = ContinuousClock.now

  init(bytesPerSecond limit: Int) { bytes = InputMeter(bytesPerSecond: limit) }

  /// How long nothing may be read, because of the work done; zero if more may come.
  ///
  /// What the whole process has worked since it was last asked counts: also loads and pictures, on
  /// their own threads.
  func debt() -> Duration {
    let now = start.duration(to: .now)
    let worked = Self.processorTime
    work.charge(worked - self.worked, at: now)
    self.worked = worked
    return work.debt(at: now)
  }

  /// How many of the bytes that have come may pass.
  func admit(_ count: Int) -> Int { bytes.admit(count, at: start.duration(to: .now)) }

  /// Counts bytes that were thrown away.
  func drop(_ count: Int) { _ = bytes.admit(count, at: start.duration(to: .now)) }

  /// Whether somebody does nothing but send; who only makes much work does not.
  var isFlooded: Bool { bytes.floodTime >= Self.floodLimit }

  /// The time that all threads have worked (clock_gettime(2)).
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Gives memory back to the system after a flood of keys, because the allocator keeps what it once had.
struct MemoryTrim {
  /// How long after a flood it is done; then it costs some milliseconds once.
  static let delay = Duration.seconds(1)
  /// Bytes of input that are more than anyone types.
  private static let flood = 16_384

  private var count = 0
  private var isWaiting = false

  /// Counts input; says whether memory is to be given back after a while.
  mutating func isDue(after bytes: Int) -> Bool {
    count += bytes
    guard count >= Self.flood, !isWaiting else { return false }
    isWaiting = true
    return true
  }

  mutating func trim() {
    (count, isWaiting) = (0, false)
    endless_trim_memory()
  }
}
