/// A screen in memory: tests type on it and compare its picture.
@MainActor public final class MemoryScreen: Screen {
  /// The extent; change it with `resize(to:)`.
  public private(set) var size: Size
  /// How many colours it claims to show.
  public var colorDepth: ColorDepth
  /// Whether it claims to report the mouse.
  public var reportsMouse = false
  /// Whether it takes frames; a test sets it to false to be a slow line.
  public var isReady = true { didSet { if isReady, !oldValue { onWake?() } } }
  /// Called by `type`, `send` and `resize`.
  public var onWake: (@MainActor () -> Void)?
  /// The last frame.
  public private(set) var canvas: Canvas
  /// Frames presented until now.
  public private(set) var frameCount = 0
  /// Times that a whole repaint was asked for.
  public private(set) var repaintCount = 0
  /// Times that the program suspended itself.
  public private(set) var suspendCount = 0
  /// The text that was copied last, in UTF-8; nil before the first.
  public private(set) var clipboard: [UInt8]?
  private var events: [ScreenEvent] = []
  /// What is to be done, and in how long.
  private var pending: [(time: Duration, action: @MainActor () -> Void)] = []

  /// Creates a blank screen.
  public init(size: Size, colorDepth: ColorDepth = .palette256) {
    self.size = size
    self.colorDepth = colorDepth
    canvas = Canvas(size: size)
  }

  /// What it shows, as text: the last frame's `Canvas.picture`.
  public var picture: String { canvas.picture }

  /// Types keys, all of them before the program is woken, which it is before this returns.
  public func type(_ keys: Key...) { send(keys.map { .input(.key($0)) }) }

  /// Sends events, all of them before the program is woken, which it is before this returns.
  public func send(_ events: [ScreenEvent]) {
    self.events += events
    onWake?()
  }

  /// Changes the extent, as a reader who drags the corner does.
  public func resize(to size: Size) {
    self.size = size
    send([.resized(size)])
  }

  /// Takes out all events that wait, oldest first.
  public func readEvents() -> [ScreenEvent] {
    defer { events = [] }
    return events
  }

  /// Keeps a frame as the picture, also while `isReady` is false.
  public func present(_ canvas: Canvas) {
    self.canvas = canvas
    frameCount += 1
  }

  /// Keeps what is to be done until a test lets the time pass.
  public func after(_ time: Duration, _ action: @escaping @MainActor () -> Void) {
    pending.append((time, action))
  }

  /// Lets time pass at one stroke, and does what has become due, the earliest first.
  ///
  /// What one of these actions asks for is counted from the end of that time, and waits for the next call.
  public func pass(_ time: Duration) {
    let left = pending.map { (time: $0.time - time, action: $0.action) }
    pending = left.filter { $0.time > .zero }
    for due in left.filter({ $0.time <= .zero }).sorted(by: { $0.time < $1.time }) { due.action() }
  }

  /// Rings for the events that wait, and returns when none is left, because no key is typed
  /// meanwhile.
  public func run(until isFinished: @MainActor () -> Bool) {
    while !isFinished(), !events.isEmpty, let onWake { onWake() }
  }

  /// Counts the call.
  public func repaint() { repaintCount += 1 }

  /// Whether another program has it.
  public private(set) var isLent = false

  /// Takes no frames until it is taken back.
  public func lend() { (isLent, isReady) = (true, false) }

  /// Takes frames again, and reports that the program goes on.
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

  /// Counts the call, and reports that the process goes on; `onWake` is not called for that.
  public func suspend() {
    suspendCount += 1
    events.append(.resumed)
  }
}
