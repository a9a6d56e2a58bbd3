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
    /// The reader interrupted with `^C`.
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
  public internal(set) var frameCount = 0
  /// Whether the reader may stop the process with `^Z`.
  public var allowsSuspend = true
  /// The greatest number that may be typed before a command: how often it is done, and what that costs.
  public var maximumCount = 999_999_999_999_999

  let screen: any Screen
  package private(set) var theme: Theme
  private(set) var controllers: [any ViewController] = []
  /// The keys that work everywhere, made once, because each key and each frame asks for them.
  private(set) lazy var ownCommands = makeOwnCommands()
  /// Of the commands of the frame before.
  var hintPlan: HintPlan?
  /// Of the key before.
  var keyPlan: KeyPlan?
  /// What was typed before a command's key.
  var typed = PendingPrefix.nothing
  /// The prompt that is open, and the earlier lines of each kind of prompt, the oldest first.
  var openPrompt: OpenPrompt?
  var history: [String: [String]] = [:]
  /// What was typed while the controller in front holds input, in order.
  var held: [Input] = []
  /// What was typed to a controller that waits to be replaced.
  var typedAhead: [Input] = []
  /// Whether another program has the terminal.
  var isLent = false
  /// The last message, until the next key.
  var message: Message?
  var needsDisplay = false
  /// What each frame begins with, kept so that lines on which nothing stands are known to be the same.
  var blank = Canvas(size: Size(lines: 0, columns: 0))
  private var isScheduled = false
  /// Whether a first frame that would show nothing is held back.
  var isHolding: Bool
  let onFrame: ((_ number: Int) -> Void)?
  /// What the help has behind its keys, as how a question is written.
  package var helpNotes: [KeyTable.Section] = []
  /// What is left of its time, where that is limited, and the task that looks at the clock.
  var time: SessionTime?
  var now: () -> Duration = { .zero }
  var timekeeper: Task<Void, Never>?

  /// Starts a session with one controller in front, and draws the first frame.
  ///
  /// Where what is shown comes at once, a message that it is loading would only flash: a first
  /// frame of nothing else is held back for a moment.
  ///
  /// It takes the screen's `onWake`.
  ///
  /// - Parameters:
  ///   - screen: where it is shown; held as long as the session is.
  ///   - root: the controller in front, and the last one behind all others.
  ///   - theme: looks of the status line and of the help.
  ///   - loadingDelay: how long the first frame is held back while the controller `isStarting`.
  ///   - onFrame: called after each frame with its number, from 1, for a log.
  public init(
    screen: any Screen, root: any ViewController, theme: Theme = .standard,
    loadingDelay: Duration = .zero, onFrame: ((_ number: Int) -> Void)? = nil
  ) {
    self.screen = screen
    self.theme = theme
    self.onFrame = onFrame
    isHolding = loadingDelay > .zero
    screen.onWake = { [weak self] in self?.wake() }
    push(root)
    drawIfNeeded()
    if isHolding { stopHolding(after: loadingDelay) }
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
    attach(controller)
    if theme.joinsEmoji { controller.joinEmoji() }
    controller.viewDidAppear()
    setNeedsDisplay()
  }

  /// Takes the controller in front away, unless it is the only one.
  public func pop() {
    guard controllers.count > 1 else { return }
    controllers.removeLast().onNeedsDisplay = nil
    if let front {
      // It may have been a part of the one that was in front.
      attach(front)
      front.viewDidAppear()
    }
    setNeedsDisplay()
  }

  /// Puts a controller in the place of another.
  func put(_ controller: any ViewController, at place: Int) {
    controllers[place].onNeedsDisplay = nil
    controllers[place] = controller
    guard place == controllers.count - 1 else { return }
    attach(controller)
    if theme.joinsEmoji { controller.joinEmoji() }
    controller.viewDidAppear()
  }

  private func attach(_ controller: any ViewController) {
    controller.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
  }

  /// Makes all that is shown show sequences of emoji whole, from the next frame on.
  func joinEmoji() {
    theme.joinsEmoji = true
    for controller in controllers { controller.joinEmoji() }
    needsDisplay = true
  }

  /// Puts a controller in the place of all others, which are let go.
  public func replaceAll(by controller: any ViewController) {
    for controller in controllers { controller.onNeedsDisplay = nil }
    controllers = []
    push(controller)
  }

  /// Asks for a frame when all that happens now has happened; any number of calls make one frame.
  public func setNeedsDisplay() {
    needsDisplay = true
    guard !isScheduled else { return }
    isScheduled = true
    Task { [weak self] in
      self?.isScheduled = false
      self?.drawIfNeeded()
      self?.releaseInput()
    }
  }

  /// Shows a message in the status line, whatever is in front, until the next key.
  public func show(_ message: Message) {
    self.message = message
    setNeedsDisplay()
  }

  /// Puts a text in UTF-8 on the clipboard of the reader's terminal, and says whether that may have one.
  ///
  /// No terminal tells whether it took the text.
  public func copy(_ text: [UInt8]) -> Bool { screen.copy(text) }

  /// Gives the terminal to another program, such as an editor; until that has ended no key is read and no
  /// frame is drawn.
  ///
  /// Keys that were read before wait for its end.
  ///
  /// - Parameter start: starts it; calls what it is given when it has ended, or could not be started.
  public func lendTerminal(_ start: (_ takeBack: @escaping () -> Void) -> Void) {
    screen.lend()
    isLent = true
    start { [weak self, screen] in
      self?.isLent = false
      screen.takeBack()
    }
  }

  /// Runs the screen's loop until the session has ended, which `end` then tells why.
  ///
  /// To be called on the main thread. Cost while idle: none, the thread sleeps. After the end it returns at once.
  public func run() { screen.run { end != nil } }

  /// Ends the session: no event is taken and no frame drawn any more.
  ///
  /// The first end counts.
  public func finish(_ end: End) {
    if self.end == nil { self.end = end }
    timekeeper?.cancel()
  }
}
