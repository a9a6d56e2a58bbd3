/// A terminal as a program sees it: the program reads events from it and passes frames to it.
///
/// The screen calls the program through `onWake` when there are events to read or when the screen
/// accepts frames again; the program then reads what it needs.
@MainActor public protocol Screen: AnyObject {
  /// The size in lines and columns, at least 1×1.
  var size: Size { get }
  /// The number of colors that the screen can show.
  var colorDepth: ColorDepth { get }
  /// Whether the screen reports the mouse, including the wheel; false by default.
  var reportsMouse: Bool { get }
  /// Whether the screen accepts a frame; false until the terminal has accepted the previous frame,
  /// and while the terminal is lent.
  var isReady: Bool { get }
  /// Called when events are waiting, or when `isReady` becomes true.
  var onWake: (@MainActor () -> Void)? { get set }

  /// Removes and returns all waiting events, the oldest first, without blocking.
  func readEvents() -> [ScreenEvent]
  /// Shows a frame of the screen's `size`; the screen sends only what differs from the previous
  /// frame.
  ///
  /// Call it while `isReady` is true, with the newest frame; older ones can be skipped.
  func present(_ canvas: Canvas)
  /// Runs an action once on the main actor after the given time, unless the screen is closed first;
  /// returns immediately.
  func after(_ time: Duration, _ action: @escaping @MainActor () -> Void)
  /// Runs the screen's loop until `isFinished` returns true; the loop calls `onWake`.
  ///
  /// Call it on the main thread.
  ///
  /// - Parameter isFinished: called at the start and after each turn of the loop; it should be
  ///   cheap.
  func run(until isFinished: @MainActor () -> Bool)
  /// Makes the next frame repaint the whole screen, because the terminal's content may have
  /// changed.
  func repaint()
  /// Returns the terminal to the shell and stops the process; when the process is continued,
  /// reports `ScreenEvent.resumed` and returns.
  ///
  /// Nothing else runs on the main actor until then.
  func suspend()
  /// Lends the terminal to another program; until it is taken back, no key is read and no frame is
  /// shown.
  func lend()
  /// Takes the terminal back from another program, and reports `ScreenEvent.resumed`.
  func takeBack()
  /// Copies UTF-8 text to the clipboard of the terminal; returns whether the terminal may have a
  /// clipboard, false by default.
  ///
  /// Terminals do not report whether they accepted the text.
  func copy(_ text: [UInt8]) -> Bool
}

extension Screen {
  /// By default the mouse is not reported.
  public var reportsMouse: Bool { false }
  /// By default the screen has no clipboard.
  public func copy(_ text: [UInt8]) -> Bool { false }
}

/// An event of a screen.
public enum ScreenEvent: Hashable, Sendable {
  /// A key, a mouse event, a paste, a change of focus or a reply from the terminal.
  case input(Input)
  /// The size has changed; the screen already has the new size.
  case resized(Size)
  /// The process was continued after a stop, or the terminal was taken back; the screen must be
  /// drawn completely.
  case resumed
  /// From now on, the terminal is known to show each emoji sequence as one picture of two columns:
  /// see `SafeText.init(_:joinsEmoji:)`.
  case emojiJoined
  /// A signal asks the process to exit; the number is that of the signal.
  case terminated(signal: Int32)
  /// More input than the screen accepts has been arriving for several seconds.
  case flooded
  /// The screen has failed because of a system error; the reason is one line.
  case failed(reason: String)
  /// The terminal is gone, so nothing more can be shown.
  case hungUp
}
