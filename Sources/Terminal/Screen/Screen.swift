/// A terminal in values: events are read from it and frames are given to it.
///
/// It never calls into a program but to ring a bell (`onWake`) when there is something to read or
/// when it takes frames again; the program then reads what it wants.
@MainActor public protocol Screen: AnyObject {
  /// The extent in lines and columns, at least 1×1.
  var size: Size { get }
  /// How many colours it shows.
  var colorDepth: ColorDepth { get }
  /// Whether it reports the mouse, and so the wheel; false by default.
  var reportsMouse: Bool { get }
  /// Whether it takes a frame now: false while the terminal has not taken the last one.
  var isReady: Bool { get }
  /// Called when events wait or `isReady` becomes true.
  var onWake: (@MainActor () -> Void)? { get set }

  /// Takes out all events that wait, oldest first, without blocking.
  func readEvents() -> [ScreenEvent]
  /// Shows a frame of the screen's `size`; the screen finds what differs from the last one.
  ///
  /// To be called while `isReady` is true: the newest frame is worth more than all before it.
  func present(_ canvas: Canvas)
  /// Does something on the main actor once after a time, unless the screen is closed before; returns at once.
  func after(_ time: Duration, _ action: @escaping @MainActor () -> Void)
  /// Runs the screen's loop until told: what happens on it rings `onWake` in here.
  ///
  /// To be called on the main thread.
  ///
  /// - Parameter isFinished: asked at the start and whenever something has happened; it should cost
  ///   next to nothing.
  func run(until isFinished: @MainActor () -> Bool)
  /// Makes the next frame a full one, because the terminal's content may have changed.
  func repaint()
  /// Gives the terminal back to the shell and stops the process; returns when it is continued, and
  /// then reports `ScreenEvent.resumed`.
  ///
  /// Nothing of the main actor happens until then.
  func suspend()
  /// Gives the terminal to another program; until it is taken back no key is read and no frame shown.
  func lend()
  /// Takes the terminal back from the other program, and reports `ScreenEvent.resumed`.
  func takeBack()
  /// Puts a text in UTF-8 on the clipboard of the reader's terminal, and says whether that may have one; false
  /// by default.
  ///
  /// No terminal tells whether it took the text.
  func copy(_ text: [UInt8]) -> Bool
}

extension Screen {
  /// No use of the mouse is reported.
  public var reportsMouse: Bool { false }
  /// There is no clipboard.
  public func copy(_ text: [UInt8]) -> Bool { false }
}

/// What a screen reports.
public enum ScreenEvent: Hashable, Sendable {
  /// A key, the mouse, a paste, a change of focus or an answer of the terminal.
  case input(Input)
  /// The extent has changed to this one, which the screen has by now.
  case resized(Size)
  /// The process was continued after it had been stopped; the screen has to be drawn whole.
  case resumed
  /// The terminal is known to show sequences of emoji whole from now on, in two columns each: see
  /// `SafeText.init(_:joinsEmoji:)`.
  case emojiJoined
  /// A signal asks the process to end; the number is the signal's.
  case terminated(signal: Int32)
  /// For seconds, far more input has come than the screen takes.
  case flooded
  /// The system does not let the screen go on; the reason is one line.
  case failed(reason: String)
  /// The terminal is gone; nothing can be shown on it any more.
  case hungUp
}
