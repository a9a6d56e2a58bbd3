public import Terminal

/// A reader's session at a screen: events go to the controller in front, and a frame follows.
///
/// For each call of `onWake`, all waiting events are handled, and then one frame shows the result;
/// each input that had to wait may get another frame. While the terminal accepts no bytes, no frame
/// is drawn; the next frame then shows the newest state.
public final class Session {
  /// The reason why a session has ended.
  public enum End: Hashable, Sendable {
    /// The reader quit.
    case quit
    /// The reader interrupted the program with `^C`.
    case interrupted
    /// The signal with this number ended the session.
    case terminated(signal: Int32)
    /// The screen failed for this reason.
    case failed(reason: String)
    /// The terminal is gone.
    case hungUp
    /// A limit of `limit(_:clock:)` or of the screen was reached.
    case limit(SessionLimits.Kind)
  }

  /// The smallest size at which text is readable.
  public static let smallest = Size(lines: 3, columns: 20)

  /// The reason why the session has ended, or nil while it runs.
  public private(set) var end: End?
  /// The number of frames drawn.
  public internal(set) var frameCount = 0
  /// Whether the reader can stop the process with `^Z`.
  public var allowsSuspend = true
  /// The largest number that can be typed before a command or after `:`.
  public var maximumCount = 999_999_999_999_999

  let screen: any Screen
  package private(set) var theme: Theme
  private(set) var controllers: [any ViewController] = []
  /// The keys that are always available, created once because each key and each frame reads them.
  private(set) lazy var ownCommands = makeOwnCommands()
  /// The hints of the previous frame.
  var hintPlan: HintPlan?
  /// The commands to which the previous key may lead.
  var keyPlan: KeyPlan?
  /// The pending input before a command's key.
  var typed = PendingPrefix.nothing
  /// The open prompt, and the earlier lines of each kind of prompt, oldest first.
  var openPrompt: OpenPrompt?
  var history: [String: [String]] = [:]
  /// Input typed while the controller in front holds input or the terminal is lent, in order.
  var held: [Input] = []
  /// Input typed while a controller that will be replaced is in front.
  var typedAhead: [Input] = []
  /// Whether another program has the terminal.
  var isLent = false
  /// The last message, until the next key.
  var message: Message?
  var needsDisplay = false
  /// The blank canvas with which each frame begins; it is kept, because lines that two frames share
  /// need no comparison.
  var blank = Canvas(size: Size(lines: 0, columns: 0))
  private var isScheduled = false
  /// Whether a first frame without content is held back.
  var isHolding: Bool
  let onFrame: ((_ number: Int) -> Void)?
  /// Additional sections at the end of the help, such as the syntax of queries.
  package var helpNotes: [KeyTable.Section] = []
  /// The remaining time if the session is limited, the time since it was limited, and the task that
  /// checks that time.
  var time: SessionTime?
  var now: () -> Duration = { .zero }
  var timekeeper: Task<Void, Never>?

  /// Starts a session with one controller in front, and draws the first frame.
  ///
  /// If the content arrives quickly, a loading message would only flash, so a first frame without
  /// content is held back briefly.
  ///
  /// It sets the screen's `onWake`.
  ///
  /// - Parameters:
  ///   - screen: the screen, which the session retains.
  ///   - root: the first controller, which stays behind all others.
  ///   - theme: the styles of the status line and of the help.
  ///   - loadingDelay: how long the first frame is held back while the controller `isStarting`.
  ///   - onFrame: called after each frame with its number, from 1, for example to write a log.
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

  /// Shows a controller in front, and retains it until it is popped; sets its `onNeedsDisplay`.
  public func push(_ controller: any ViewController) {
    controllers.append(controller)
    attach(controller)
    if theme.joinsEmoji { controller.joinEmoji() }
    controller.viewDidAppear()
    setNeedsDisplay()
  }

  /// Removes the controller in front, unless it is the only one.
  public func pop() {
    guard controllers.count > 1 else { return }
    controllers.removeLast().onNeedsDisplay = nil
    if let front {
      // The controller that is now in front may have been a part of the removed one.
      attach(front)
      front.didChangeFocus(to: true)
      front.viewDidAppear()
    }
    setNeedsDisplay()
  }

  /// Replaces the controller at an index.
  func put(_ controller: any ViewController, at place: Int) {
    controllers[place].onNeedsDisplay = nil
    controllers[place] = controller
    if theme.joinsEmoji { controller.joinEmoji() }
    guard place == controllers.count - 1 else { return }
    attach(controller)
    controller.viewDidAppear()
  }

  private func attach(_ controller: any ViewController) {
    controller.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
  }

  /// Makes all views show emoji sequences as one glyph, from the next frame on.
  func joinEmoji() {
    theme.joinsEmoji = true
    for controller in controllers { controller.joinEmoji() }
    needsDisplay = true
  }

  /// Replaces all controllers with one, and releases the old ones.
  public func replaceAll(by controller: any ViewController) {
    for controller in controllers { controller.onNeedsDisplay = nil }
    controllers = []
    push(controller)
  }

  /// Requests a frame after the current events; several calls cause one frame.
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

  /// Shows a message in the status line, in front of any controller, until the next key.
  public func show(_ message: Message) {
    self.message = message
    setNeedsDisplay()
  }

  /// Removes a message, unless another one has replaced it.
  package func dismiss(_ message: Message) {
    guard self.message == message else { return }
    self.message = nil
    setNeedsDisplay()
  }

  /// Copies UTF-8 text to the clipboard of the terminal; returns whether the terminal may have a
  /// clipboard.
  ///
  /// Terminals do not report whether they accepted the text.
  public func copy(_ text: [UInt8]) -> Bool { screen.copy(text) }

  /// Lends the terminal to another program, such as an editor; until that program has exited, no
  /// key is read and no frame is drawn.
  ///
  /// Keys that were read before this call are handled after the program has exited.
  ///
  /// - Parameter start: a closure that starts the program; it is called once, when the terminal has
  ///   been lent. It takes a closure, which it must call when the program has exited or could not
  ///   be started.
  public func lendTerminal(_ start: (_ takeBack: @escaping () -> Void) -> Void) {
    screen.lend()
    isLent = true
    start { [weak self, screen] in
      self?.isLent = false
      screen.takeBack()
    }
  }

  /// Runs the screen's loop until the session has ended; `end` then holds the reason.
  ///
  /// Call it on the main thread. The loop sleeps while it is idle. After the end of the session,
  /// this method returns immediately.
  public func run() { screen.run { end != nil } }

  /// Ends the session: no more events are handled, and no more frames are drawn.
  ///
  /// Only the first call has an effect.
  public func finish(_ end: End) {
    if self.end == nil { self.end = end }
    timekeeper?.cancel()
  }
}
