public import Terminal

/// One thing that fills the screen above the status line: a list, an item, the help.
public protocol ViewController: AnyObject {
  /// Called when something is to be drawn; the session sets it.
  var onNeedsDisplay: (() -> Void)? { get set }
  /// What can be done here; the first command that has a key gets it.
  var commands: [Command] { get }
  /// The parts of the status line, the most telling first.
  var status: [Message] { get }
  /// How much of all there is stands above the end of the screen, from 0 to 1; nil where that is unknown, or
  /// where all of it is in sight.
  var position: Double? { get }
  /// Whether it has nothing to show but that something is on its way.
  var isStarting: Bool { get }
  /// Makes ready for a frame of an extent, and asks for what that lacks; called before each frame.
  ///
  /// The extent is all lines of the screen but the last, which is the status line's.
  func layout(for size: Size)
  /// Draws what was laid out into the region at hand, whole each time; changes nothing.
  func draw(in canvas: inout Canvas)
  /// Called each time it comes to the front, also when another one before it is popped.
  func viewDidAppear()
  /// Takes an input before any command does, and says whether it was taken; not asked while a prompt
  /// is open.
  ///
  /// A place of the mouse is one of the region that is drawn into. Cost: asked for each input.
  func handle(_ input: Input) -> Bool
  /// Another part of the screen has the keys now, or this one has them again, in a `SplitController`.
  ///
  /// It has them before this is called for the first time.
  func didChangeFocus(to isFocused: Bool)
  /// The terminal is known to show sequences of emoji whole: texts from outside are made again, so that each is
  /// one glyph (`SafeText.init(_:joinsEmoji:)`); may be called more than once.
  func joinEmoji()
  /// Whether what a key has asked for is still under way, and the next keys mean what comes of it: they wait then, but
  /// for those that give it up. Asked for each input, and after each frame.
  var holdsInput: Bool { get }
  /// Whether it is not known yet what is to be shown, so that another controller may take its place; what is typed until
  /// then is typed to that one again. Asked for each input.
  var isPreliminary: Bool { get }
  /// Called before an input is handled, whoever has it: a message that stood there has been read.
  func willHandleInput()
}

extension ViewController {
  /// Unknown: nil.
  public var position: Double? { nil }
  /// Nothing to make ready.
  public func layout(for size: Size) {}
  /// No key waits for another.
  public var holdsInput: Bool { false }
  /// It stays what it is.
  public var isPreliminary: Bool { false }
  /// What it has to show is there.
  public var isStarting: Bool { false }
  /// Nothing to do.
  public func viewDidAppear() {}
  /// Every input goes to the commands.
  public func handle(_ input: Input) -> Bool { false }
  /// Looks the same.
  public func didChangeFocus(to isFocused: Bool) {}
  /// They stay in their parts.
  public func joinEmoji() {}
  /// No message to dismiss.
  public func willHandleInput() {}
}
