import CEndless
import EventLoop
import Glibc
import Terminal

/// The input of the terminal, which is read and decoded within the limits on input.
final class TerminalInput {
  /// The number of bytes read at a time.
  ///
  /// It is small because each byte may be a key that starts a load, and loads that keys start and
  /// cancel use memory until the next frame.
  private static let slice = 1024

  private let device: TerminalDevice
  private let session: TerminalSession
  private let gate: FloodLimit?
  private let emoji: EmojiProbe
  private let escapeDelay: Duration
  /// The least time that an incomplete sequence waits for its remaining bytes while an answer about
  /// emoji sequences is outstanding.
  ///
  /// It is long, because a slow line may split the answer.
  private static let answerDelay = Duration.milliseconds(200)
  private let loop: MainLoop
  private let events: ScreenEvents
  private var decoder = KeyDecoder()
  private var memory = MemoryTrim()
  private var escapeCount = 0
  /// Whether input is suspended: nothing is read or polled.
  private(set) var isResting = false
  /// Whether the terminal supports synchronized updates.
  private(set) var isSynchronized = false

  init(
    _ parts: ScreenParts, _ session: TerminalSession, _ emoji: EmojiProbe, gate: FloodLimit?,
    escapeDelay: Duration
  ) {
    (device, loop, events) = (parts.device, parts.loop, parts.events)
    (self.session, self.emoji, self.gate, self.escapeDelay) = (session, emoji, gate, escapeDelay)
  }

  /// Reads the waiting input once.
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

  /// Decodes all bytes, or as many as the limit allows.
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

  /// Starts a timer after which a lone escape counts as a key, and an incomplete sequence is
  /// dropped.
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

  // MARK: Pauses

  /// Suspends input for a while; meanwhile a few keys wait, and larger amounts of input are
  /// dropped.
  ///
  /// The pause makes a flood of input cheap: without a pause, each read would cost an SSH server
  /// even more than the program.
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

  /// Drops bytes, and also an incomplete sequence, because its end, such as the end of a paste, may
  /// be among the dropped bytes.
  private func drop(_ count: Int) {
    gate?.drop(count)
    device.discardInput()
    decoder = KeyDecoder()
  }
}

/// A limit on a terminal's input: on the number of bytes, and on the processor time that they
/// cause.
///
/// A screen has one limit, because `debt()` counts the work since its last call.
final class FloodLimit {
  /// The number of bytes read at a time, about ten to thirty keys, so that their cost is measured
  /// soon.
  static let slice = 32
  /// The number of bytes that may wait during a pause; a user does not type more.
  static let mostWaiting = 64
  /// The length of a pause before the terminal is polled again.
  static let pause = Duration.milliseconds(100)
  /// How long input may exceed the limit: longer than a key is usually held down or a paste takes.
  private static let floodLimit = Duration.seconds(5)

  private var bytes: InputMeter
  private var work = WorkMeter()
  private var worked = FloodLimit.processorTime
  private let start = ContinuousClock.now

  init(bytesPerSecond limit: Int) { bytes = InputMeter(bytesPerSecond: limit) }

  /// How long nothing may be read because of the work done so far; zero if more input may be read.
  ///
  /// It counts the work of the whole process since the last call, including loads and pictures on
  /// other threads.
  func debt() -> Duration {
    let now = start.duration(to: .now)
    let worked = Self.processorTime
    work.charge(worked - self.worked, at: now)
    self.worked = worked
    return work.debt(at: now)
  }

  /// Returns how many of the received bytes may be decoded, counted from the first one.
  func admit(_ count: Int) -> Int { bytes.admit(count, at: start.duration(to: .now)) }

  /// Counts bytes that were dropped.
  func drop(_ count: Int) { _ = bytes.admit(count, at: start.duration(to: .now)) }

  /// Whether input has exceeded the limit on bytes for too long; input that only causes much work
  /// does not count.
  var isFlooded: Bool { bytes.floodTime >= Self.floodLimit }

  /// The processor time that all threads have used (clock_gettime(2)).
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// A counter of input, which determines when memory is returned to the system after many keys.
///
/// Without it, the allocator would keep all memory that it has obtained.
struct MemoryTrim {
  /// The time until memory is returned; returning it takes some milliseconds.
  static let delay = Duration.seconds(1)
  /// The number of input bytes after which memory is returned, counted from the last time.
  private static let flood = 16_384

  private var count = 0
  private var isWaiting = false

  /// Counts input; returns whether memory must be returned to the system after a while.
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
