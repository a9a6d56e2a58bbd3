public import Terminal
import Dispatch
import EventLoop
import Glibc

/// The real screen: ncurses for what differs between frames, everything else by hand.
///
/// Open it once in a process, on the main thread, before other threads are started: signals are blocked
/// from then on, in all threads that are started later, and arrive as events. `close()` gives the
/// terminal back.
///
/// Standard input is the terminal; where it is none, as behind a pipe, it is `/dev/tty`.
public final class NCursesScreen: Screen {
  /// Rung when events wait or the terminal takes frames again.
  public var onWake: (@MainActor () -> Void)?
  /// The extent, clamped to 300 lines and 500 columns; 80×24 for a terminal that says 0×0.
  public private(set) var size: Size

  private let device: TerminalDevice
  private let renderer: CursesRenderer
  private let writer: FrameWriter
  private let modes: TerminalModes
  private let escapeDelay: Duration
  private let restoring: TerminalRestoring
  private let crashGuard: CrashGuard?
  private var signals: SignalReader?
  private var watchdog: Watchdog?
  private var decoder = KeyDecoder()
  private var events: [ScreenEvent] = []
  private var isSynchronized = false
  private var isHungUp = false
  private var isOpen = true
  private var isTaken = false
  /// Whether keys are read: not while the terminal is given a rest.
  private var isListening = true
  private var isEnding = false
  /// Whether a resize waits for what was done to be paid.
  private var isSizeWaiting = false
  private var memory = MemoryTrim()
  private var escapeCount = 0
  private var gate: InputGate?

  /// Opens the terminal: the alternate screen, raw keys, no cursor.
  ///
  /// `open(options:_:)` is the safer way, for it closes it too.
  ///
  /// - Throws: where there is no terminal, its type is not known, or a call of the system failed.
  public init(options: NCursesOptions = NCursesOptions()) throws(NCursesScreenError) {
    let term = Self.variable("TERM") ?? ""
    device = try TerminalDevice()
    size = device.size
    let names = TerminalName.candidates(term: term, colorTerm: Self.variable("COLORTERM"))
    renderer = try Self.renderer(names, size, options.colors)
    writer = FrameWriter(descriptor: device.output)
    modes = TerminalModes(mouse: options.mouse, asks: TerminalName.answersQueries(term))
    escapeDelay = options.escapeDelay
    restoring = TerminalRestoring(modes: modes)
    crashGuard = options.catchesCrashes ? CrashGuard(device) : nil
    if options.holdsStandardError { crashGuard?.holdErrors() }
    gate = options.inputLimit.map { InputGate(bytesPerSecond: $0) }
    signals = try SignalReader()
    if options.catchesCrashes { watchdog = try Watchdog(of: device, ending: SignalReader.ending) }
    writer.onReady = { [weak self] in self?.takeReadiness() }
    if signals?.waitForForeground({ device.isInForeground }) == true {
      take()
      writer.write(modes.query)
    } else {
      enterLater()
    }
  }

  isolated deinit { close() }

  /// Opens the terminal, runs a program on it and gives the terminal back, whatever happens.
  ///
  /// - Throws: where the terminal cannot be opened, and what the program throws.
  public static func open<Result>(
    options: NCursesOptions = NCursesOptions(), _ body: (NCursesScreen) throws -> Result
  ) throws -> Result {
    let screen = try NCursesScreen(options: options)
    defer { screen.close() }
    return try body(screen)
  }

  /// One variable, for all of them together are dear to read.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func renderer(
    _ names: [String], _ size: Size, _ colors: NCursesOptions.ColorUse
  ) throws(NCursesScreenError) -> CursesRenderer {
    for name in names.dropLast() {
      if let renderer = try? CursesRenderer(terminal: name, size: size, colors: colors) {
        return renderer
      }
    }
    return try CursesRenderer(terminal: names[names.count - 1], size: size, colors: colors)
  }

  /// How many colours it shows.
  public var colorDepth: ColorDepth { renderer.depth }
  /// Whether the terminal has taken the last frame.
  public var isReady: Bool { writer.isReady && isTaken && !isHungUp }

  /// Takes out all events that wait, oldest first.
  public func readEvents() -> [ScreenEvent] {
    defer { events = [] }
    return events
  }

  /// Sends what differs from the last frame as one write; what the terminal does not take at once
  /// is sent when it does, and until then `isReady` is false.
  ///
  /// Nothing happens after `close()`, nor when the terminal is gone. Cost: the canvas's glyphs.
  public func present(_ canvas: Canvas) {
    guard isTaken, !isHungUp else { return }
    crashGuard?.trimErrors()
    let frame = renderer.render(canvas)
    guard !frame.isEmpty else { return }
    writer.write(isSynchronized ? TerminalModes.synchronized(frame) : frame)
  }

  /// Does something after a time, by a timer of the main queue.
  public func after(_ time: Duration, _ action: @escaping @MainActor () -> Void) {
    let (seconds, attoseconds) = time.components
    let delay = Double(seconds) + Double(attoseconds) / 1e18
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
      MainActor.assumeIsolated { if self?.isOpen == true { action() } }
    }
  }

  /// Makes the next frame be sent whole.
  public func repaint() { renderer.repaint() }

  /// Gives the terminal back, stops the process, and takes the terminal when it is continued.
  public func suspend() {
    leave()
    signals?.stopProcess()
    enter()
  }

  /// Gives the terminal back as it was; nothing is shown after that, and a second call does nothing.
  ///
  /// Waits up to half a second for the terminal to take the last bytes.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    leave()
    crashGuard?.close()
    watchdog = nil
    signals = nil
  }

  /// Runs the main thread's loop until told; everything of the main actor happens in here.
  ///
  /// To be called on the main thread. Cost while idle: none, the thread sleeps. After `close()` it still
  /// does what others have left on the main actor.
  ///
  /// - Parameter isFinished: asked at the start and whenever something has happened; it should cost
  ///   next to nothing.
  public func run(until isFinished: @MainActor () -> Bool) {
    let queue = MainQueue()
    watchdog?.work()
    while !isFinished() { takeTurn(queue) }
  }

  /// Ends the process after a time, be the main thread stuck or not: a little after `Session.limit(_:clock:)`
  /// would, whose reader is told.
  public func end(after time: Duration) { watchdog?.limit(time) }

  // MARK: Parts

  /// Waits until something happens, and does it; a key before what others have to do.
  private func takeTurn(_ queue: MainQueue) {
    // poll(2) passes over what is below zero, and tells of a hang-up whatever is asked for; what is typed
    // while others have the terminal is theirs.
    let terminal = isOpen && isListening && !isHungUp ? device.input : -1
    let wanted = Int16(isTaken ? POLLIN : 0)
    var waiting = [
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal, events: wanted, revents: 0),
      pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    rest()
    let count = poll(&waiting, nfds_t(waiting.count), -1)
    let code = errno
    watchdog?.work()
    guard count > 0 else { return count == 0 || code == EINTR ? () : fail("poll", code) }
    // What was typed before a signal is done before it.
    if waiting[1].revents != 0 { takeInput() }
    if waiting[0].revents != 0 { takeSignals() }
    if waiting[2].revents != 0 { queue.drain() }
  }

  /// The thread is about to sleep: what it does next may take long again.
  private func rest() {
    guard watchdog?.rest() == true, isTaken, !isHungUp else { return }
    device.enterRawMode(interrupts: gate != nil)
  }

  /// Without events nothing can go on.
  private func fail(_ call: String, _ code: Int32) {
    isEnding = true
    report(.failed(reason: "\(NCursesScreenError.system(call: call, code: code))"))
    onWake?()
  }

  /// Takes the terminal: its keys, and what else is not as at its start.
  private func take() {
    crashGuard?.arm(restoring.all)
    device.enterRawMode(interrupts: gate != nil)
    writer.write(modes.enter)
    isTaken = true
  }

  /// Gives it back, if it is taken and there; what it does not take in half a second is given up.
  private func leave() {
    guard isTaken, !isHungUp else { return }
    isTaken = false
    writer.write(modes.leave + restoring.margins + renderer.end())
    if !writer.drain() {
      writer.discard()
      device.discardOutput()
      writer.write(restoring.all)
    }
    device.restoreMode()
    crashGuard?.disarm()
  }

  /// A process of the background leaves the terminal to the one in front, which is a shell.
  private func enter() {
    guard signals?.waitForForeground({ device.isInForeground }) == true else { return enterLater() }
    take()
    renderer.repaint()
    takeSize()
    report(.resumed)
  }

  /// Looks again after a while where nobody could stop the process, so that being brought to the front is
  /// never missed.
  private func enterLater() {
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
      MainActor.assumeIsolated { self?.enterIfAway() }
    }
  }

  private func enterIfAway() {
    guard isOpen, !isTaken, !isEnding, !isHungUp else { return }
    enter()
    if !events.isEmpty { onWake?() }
  }

  private func takeInput() {
    guard isOpen else { return }
    if let debt = gate?.debt(), debt > .zero { return rest(for: debt) }
    switch device.read(gate == nil ? Self.slice : InputGate.slice) {
    case .nothing: return
    case .hungUp: hangUp()
    case .bytes(let bytes):
      take(bytes)
      if memory.isDue(after: bytes.count) {
        after(MemoryTrim.delay) { [weak self] in self?.memory.trim() }
      }
      if decoder.isWaiting { startEscapeTimer() }
    }
    if !events.isEmpty { onWake?() }
  }

  /// Takes bytes: all of them, or as many as may pass.
  private func take(_ bytes: [UInt8]) {
    let count = gate?.admit(bytes.count) ?? bytes.count
    take(decoder.decode(bytes.prefix(count)))
    if count < bytes.count { rest(for: Self.pause, drops: true) }
  }

  /// Bytes that are read at a time: each may be a key that begins a load, and what they begin and stop
  /// again is held until the frame after them.
  private static let slice = 1024

  /// How long the terminal is left alone before it is looked at again.
  private static let pause = Duration.milliseconds(100)

  /// Leaves the terminal alone for a while; a few keys wait meanwhile, and many are thrown away.
  ///
  /// So a flood costs next to nothing: each reading of it would cost an SSH server more than the program.
  private func rest(for time: Duration, drops: Bool = false) {
    isListening = false
    after(min(time, Self.pause)) { [weak self] in self?.endRest(drops: drops) }
  }

  private func endRest(drops: Bool) {
    guard isOpen, !isHungUp else { return }
    let count = device.waitingCount
    if drops || count > InputGate.mostWaiting {
      gate?.drop(count)
      device.discardInput()
      // What has begun is given up: its end, such as a paste's mark, may be among what was dropped.
      decoder = KeyDecoder()
    }
    if let debt = gate?.debt(), debt > .zero { rest(for: debt) } else { isListening = true }
    guard gate?.isFlooded == true else { return }
    report(.flooded)
    onWake?()
  }

  private func take(_ inputs: [Input]) {
    for input in inputs {
      if case .reply(.mode(number: 2026, let state)) = input {
        isSynchronized = state == 1 || state == 2
      } else {
        events.append(.input(input))
      }
    }
  }

  /// A lone escape is a key when nothing follows it for a while.
  private func startEscapeTimer() {
    escapeCount += 1
    let count = escapeCount
    after(escapeDelay) { [weak self] in self?.endEscape(count) }
  }

  private func endEscape(_ count: Int) {
    guard count == escapeCount, decoder.isWaiting else { return }
    take(decoder.flush())
    if !events.isEmpty { onWake?() }
  }

  private func takeSignals() {
    let waiting = signals?.read() ?? []
    let ending = waiting.filter(SignalReader.ending.contains)
    for signal in ending { report(signal == SIGHUP ? .hungUp : .terminated(signal: signal)) }
    isEnding = isEnding || !ending.isEmpty
    // A process that was stopped is continued to end it: it must not take the terminal once more.
    for signal in waiting where !isEnding { takeChange(signal) }
    if !events.isEmpty { onWake?() }
  }

  private func takeChange(_ signal: Int32) {
    switch signal {
    case SIGCONT: enter()
    case SIGTSTP: suspend()
    default: takeSizeWhenPaid()
    }
  }

  /// Resizes are joined while there is a debt: each costs a whole frame, and a terminal may send a
  /// thousand a second.
  private func takeSizeWhenPaid() {
    guard let debt = gate?.debt(), debt > .zero else { return takeSize() }
    guard !isSizeWaiting else { return }
    isSizeWaiting = true
    // Each would wake the process, ten thousand times a second.
    signals?.tellResizes(false)
    after(min(debt, Self.pause)) { [weak self] in
      self?.isSizeWaiting = false
      self?.signals?.tellResizes(true)
      self?.takeSizeWhenPaid()
      if self?.events.isEmpty == false { self?.onWake?() }
    }
  }

  private func takeSize() {
    let now = device.size
    guard now != size else { return }
    size = now
    renderer.resize(to: now)
    report(.resized(now))
  }

  private func takeReadiness() {
    if writer.isBroken { hangUp() }
    onWake?()
  }

  /// The terminal is gone: nothing can be read from it, nor written to it, ever again.
  private func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    report(.hungUp)
  }

  private func report(_ event: ScreenEvent) { events.append(event) }
}
