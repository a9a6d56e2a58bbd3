/// A screen in memory: tests type keys on it and compare its picture.
@MainActor public final class MemoryScreen: Screen {
  /// The size; change it with `resize(to:)`.
  public private(set) var size: Size
  /// The number of colors that the screen reports; a test can change it.
  public var colorDepth: ColorDepth
  /// The value of `Screen.reportsMouse`, which a test can set.
  public var reportsMouse = false
  /// Whether the screen accepts frames; a test sets this to false to simulate a slow terminal.
  public var isReady = true { didSet { if isReady, !oldValue { onWake?() } } }
  /// Called by `type`, `send`, `resize` and `run`, and when `isReady` becomes true.
  public var onWake: (@MainActor () -> Void)?
  /// The last frame.
  public private(set) var canvas: Canvas
  /// The number of frames presented.
  public private(set) var frameCount = 0
  /// The number of complete repaints requested.
  public private(set) var repaintCount = 0
  /// The number of times the program has suspended itself.
  public private(set) var suspendCount = 0
  /// The text that was copied last, in UTF-8; nil if nothing was copied.
  public private(set) var clipboard: [UInt8]?
  private var events: [ScreenEvent] = []
  /// Actions to run, and the time until each of them.
  private var pending: [(time: Duration, action: @MainActor () -> Void)] = []

  /// Creates a blank screen.
  public init(size: Size, colorDepth: ColorDepth = .palette256) {
    self.size = size
    self.colorDepth = colorDepth
    canvas = Canvas(size: size)
  }

  /// The last frame as a string; see `Canvas.picture`.
  public var picture: String { canvas.picture }

  /// Types keys, and then wakes the program once, before this method returns.
  public func type(_ keys: Key...) { send(keys.map { .input(.key($0)) }) }

  /// Sends events, and then wakes the program once, before this method returns.
  public func send(_ events: [ScreenEvent]) {
    self.events += events
    onWake?()
  }

  /// Changes the size, like a user who drags the corner of a window.
  public func resize(to size: Size) {
    self.size = size
    send([.resized(size)])
  }

  /// Removes and returns all waiting events, the oldest first.
  public func readEvents() -> [ScreenEvent] {
    defer { events = [] }
    return events
  }

  /// Keeps a frame as the picture, even while `isReady` is false.
  public func present(_ canvas: Canvas) {
    self.canvas = canvas
    frameCount += 1
  }

  /// Keeps an action until a test advances the time.
  public func after(_ time: Duration, _ action: @escaping @MainActor () -> Void) {
    pending.append((time, action))
  }

  /// Advances the time, and runs the actions that are due, the earliest first.
  ///
  /// Actions that are added by these actions wait for the next call; their times are counted from
  /// the new time.
  public func pass(_ time: Duration) {
    let left = pending.map { (time: $0.time - time, action: $0.action) }
    pending = left.filter { $0.time > .zero }
    for due in left.filter({ $0.time <= .zero }).sorted(by: { $0.time < $1.time }) { due.action() }
  }

  /// Calls `onWake` until `isFinished` returns true or no events are waiting.
  ///
  /// It does not wait for more events, because a test cannot type keys during the call.
  public func run(until isFinished: @MainActor () -> Bool) {
    while !isFinished(), !events.isEmpty, let onWake { onWake() }
  }

  /// Counts the call.
  public func repaint() { repaintCount += 1 }

  /// Whether the screen is lent to another program.
  public private(set) var isLent = false

  /// Stops accepting frames until the screen is taken back.
  public func lend() { (isLent, isReady) = (true, false) }

  /// Accepts frames again, and reports that the program resumes.
  public func takeBack() {
    isLent = false
    events.append(.resumed)
    isReady = true
  }

  /// Keeps the text, and returns true.
  public func copy(_ text: [UInt8]) -> Bool {
    clipboard = text
    return true
  }

  /// Counts the call, and reports that the process resumes, without calling `onWake`.
  public func suspend() {
    suspendCount += 1
    events.append(.resumed)
  }
}
