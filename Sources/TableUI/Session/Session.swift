public import Terminal

/// A reader at a screen: events go to the controller in front, and a frame follows.
///
/// Each time the screen rings, all that waits is read and done, then at most one frame is drawn,
/// and none while the terminal does not take bytes: the newest state is what is drawn then.
public final class Session {
  /// Why a session ended.
  public enum End: Hashable, Sendable {
    /// The reader left.
    case quit
    /// The reader broke off with `^C`.
    case interrupted
    /// A signal asked for it; the number is the signal's.
    case terminated(signal: Int32)
    /// The screen could not go on, because of this.
    case failed(reason: String)
    /// The terminal is gone.
    case hungUp
    /// A limit was reached, of `limit(_:clock:)` or of the screen.
    case limit(SessionLimits.Kind)
  }

  /// The smallest extent that something readable fits into.
  public static let smallest = Size(lines: 3, columns: 20)

  /// Why it ended, or nil while it goes on.
  public private(set) var end: End?
  /// Frames drawn so far.
  public private(set) var frameCount = 0
  /// Whether the reader may stop the process with `^Z`.
  public var allowsSuspend = true
  /// The greatest number that may be typed before a command: how often it is done, and what that costs.
  public var greatestNumber = 999_999_999_999_999

  let screen: any Screen
  let theme: Theme
  private(set) var controllers: [any ViewController] = []
  /// The keys that work everywhere, made once, because each key and each frame asks for them.
  private(set) lazy var ownCommands = makeOwnCommands()
  /// What was typed before a command's key.
  private var typed = Typed.nothing
  private var needsDisplay = false
  private var isScheduled = false
  /// Whether a first frame that would show nothing is held back.
  private var isHolding: Bool
  private let onFrame: ((_ number: Int) -> Void)?
  /// What is left of its time, where that is limited, and the task that looks at the clock.
  var time: SessionTime?
  var now: () -> Duration = { .zero }
  var timekeeper: Task<Void, Never>?

  /// Starts a session with one controller in front, and draws the first frame.
  ///
  /// Where what is shown is at hand in no time, a word that it is on its way would only flash: a first
  /// frame of nothing else is held back for a moment.
  ///
  /// It takes the screen's `onWake`.
  ///
  /// - Parameters:
  ///   - screen: where it is shown; held as long as the session is.
  ///   - root: the controller in front, and the last one behind all others.
  ///   - theme: looks of the status line and of the help.
  ///   - patience: how long the first frame is held back while the controller `isStarting`.
  ///   - onFrame: called after each frame with its number, from 1, for a log.
  public init(
    screen: any Screen, root: any ViewController, theme: Theme = .standard,
    patience: Duration = .zero, onFrame: ((_ number: Int) -> Void)? = nil
  ) {
    self.screen = screen
    self.theme = theme
    self.onFrame = onFrame
    isHolding = patience > .zero
    screen.onWake = { [weak self] in self?.wake() }
    push(root)
    drawIfNeeded()
    if isHolding { stopHolding(after: patience) }
  }

  private func stopHolding(after time: Duration) {
    screen.after(time) { [weak self] in
      self?.isHolding = false
      self?.drawIfNeeded()
    }
  }

  /// The controller in front.
  public var front: (any ViewController)? { controllers.last }

  /// Puts a controller in front, and holds it until it is popped; sets its `onNeedsDisplay`.
  public func push(_ controller: any ViewController) {
    controllers.append(controller)
    controller.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
    controller.viewDidAppear()
    setNeedsDisplay()
  }

  /// Takes the controller in front away, unless it is the only one.
  public func pop() {
    guard controllers.count > 1 else { return }
    controllers.removeLast().onNeedsDisplay = nil
    front?.viewDidAppear()
    setNeedsDisplay()
  }

  /// Asks for a frame when all that happens now has happened; any number of calls make one frame.
  public func setNeedsDisplay() {
    needsDisplay = true
    guard !isScheduled else { return }
    isScheduled = true
    Task { [weak self] in
      self?.isScheduled = false
      self?.drawIfNeeded()
    }
  }

  /// Ends the session: no event is taken and no frame drawn any more.
  ///
  /// The first end counts.
  public func finish(_ end: End) {
    if self.end == nil { self.end = end }
    timekeeper?.cancel()
  }

  // MARK: Events

  private func wake() {
    var events = screen.readEvents()
    while !events.isEmpty, end == nil {
      for event in events where end == nil { take(event) }
      // What was done may have brought more: a suspend returns when the process goes on.
      events = screen.readEvents()
    }
    drawIfNeeded()
  }

  private func take(_ event: ScreenEvent) {
    switch event {
    case .input(let input): take(input)
    case .resized: needsDisplay = true
    case .resumed:
      screen.repaint()
      needsDisplay = true
    case .terminated(let signal): finish(.terminated(signal: signal))
    case .flooded: finish(.limit(.input))
    case .failed(let reason): finish(.failed(reason: reason))
    case .hungUp: finish(.hungUp)
    }
  }

  /// The first command that has the input gets it; an input that none has does nothing.
  private func take(_ input: Input) {
    front?.willHandleInput()
    needsDisplay = true
    if input.isFromReader { time?.takeInput(at: now()) }
    let commands = commands
    if case .key(let key) = input,
      let more = typed.adding(key, to: commands.commands, greatest: greatestNumber)
    {
      typed = more
      return
    }
    let before = typed
    typed = .nothing
    commands.command(for: input, after: before)?.perform(for: input, number: before.number)
  }

  // MARK: Frames

  /// Draws a frame if something has changed and the terminal takes one; the session does so by
  /// itself.
  public func drawIfNeeded() {
    guard needsDisplay, end == nil, screen.isReady else { return }
    needsDisplay = false
    var canvas = Canvas(size: screen.size)
    // Also where it is held back: a list loads what it lacks of the frame that it draws.
    draw(in: &canvas)
    if isHolding, front?.isStarting == true { return needsDisplay = true }
    isHolding = false
    screen.present(canvas)
    frameCount += 1
    onFrame?(frameCount)
  }

  private func draw(in canvas: inout Canvas) {
    let size = canvas.size
    guard size.lines >= Self.smallest.lines, size.columns >= Self.smallest.columns else {
      canvas.draw("too small: \(size.columns)x\(size.lines)")
      return
    }
    canvas.inRegion(Rect(line: 0, column: 0, lines: size.lines - 1, columns: size.columns)) {
      front?.draw(in: &$0)
    }
    let waiting = typed.message(theme.marks).map { [$0] } ?? []
    let countdown = time?.message(at: now()).map { [$0] } ?? []
    let parts = countdown + waiting + (front?.status ?? [])
    let hints = commands.reachable { $0.hint != nil }
    let line = StatusLine(parts: parts, commands: hints, theme: theme)
    canvas.inRegion(Rect(line: size.lines - 1, column: 0, lines: 1, columns: size.columns)) {
      line.draw(in: &$0)
    }
  }
}
