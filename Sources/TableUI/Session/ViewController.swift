public import Terminal

/// A view that fills the screen above the status line: a list, an item, the help.
public protocol ViewController: AnyObject {
  /// Called when the view must be drawn; the session sets it.
  var onNeedsDisplay: (() -> Void)? { get set }
  /// The commands of the view; if several have the same key, the first one gets it.
  var commands: [Command] { get }
  /// The parts of the status line, most important first.
  var status: [Message] { get }
  /// The fraction of the content above the bottom of the screen, from 0 to 1; nil if it is unknown,
  /// or if everything is visible.
  var position: Double? { get }
  /// Whether the view has no content yet except for a loading message.
  var isStarting: Bool { get }
  /// Prepares a frame of the given size, and requests missing data; called before each frame.
  ///
  /// The size includes all lines of the screen except the last, which is the status line.
  func layout(for size: Size)
  /// Draws the layout completely into the current region, without other effects.
  func draw(in canvas: inout Canvas)
  /// Called each time the view comes to the front, including when a controller in front of it is
  /// popped.
  func viewDidAppear()
  /// Handles an input before any command; returns whether it was handled.
  ///
  /// The position of a mouse event is relative to the drawn region. This method is called for each
  /// input while no prompt is open, so it should be cheap.
  func handle(_ input: Input) -> Bool
  /// Called when the view has lost or regained the keyboard focus in a `SplitController`, and when
  /// a controller in front of it is popped, which gives it the focus.
  ///
  /// The view has the focus until the first call.
  func didChangeFocus(to isFocused: Bool)
  /// Called when the terminal is known to show emoji sequences as one picture: text from outside
  /// must be created again, so that each sequence is one glyph (`SafeText.init(_:joinsEmoji:)`).
  ///
  /// It may be called more than once.
  func joinEmoji()
  /// Whether an operation started by a key is still running, and the next keys apply to its result;
  /// all keys except those that cancel it must then wait.
  ///
  /// It is read for each input and, while inputs wait, after each frame.
  var holdsInput: Bool { get }
  /// Whether the content is not known yet; another controller may then replace this one, and
  /// receive the input that has been typed so far.
  ///
  /// It is read for each input.
  var isPreliminary: Bool { get }
  /// Called before an action of the reader is handled; the current message is then taken to have
  /// been read.
  func willHandleInput()
}

extension ViewController {
  /// The default is nil, because the position is unknown.
  public var position: Double? { nil }
  /// The default prepares nothing.
  public func layout(for size: Size) {}
  /// The default is false: no key waits for another.
  public var holdsInput: Bool { false }
  /// The default is false: the controller is not replaced.
  public var isPreliminary: Bool { false }
  /// The default is false: the content is available.
  public var isStarting: Bool { false }
  /// The default does nothing.
  public func viewDidAppear() {}
  /// The default is false: every input goes to the commands.
  public func handle(_ input: Input) -> Bool { false }
  /// The default does nothing.
  public func didChangeFocus(to isFocused: Bool) {}
  /// The default does nothing: emoji sequences are shown as separate parts.
  public func joinEmoji() {}
  /// The default does nothing.
  public func willHandleInput() {}
}
