public import Terminal

/// Two controllers on one screen, side by side or one above the other, with a line between them.
///
/// One of them has the focus: it gets the keys, and provides the status line and the help. `Tab` or
/// a click moves the focus; the wheel scrolls the view under the pointer. If there is not enough
/// room for both, only the one with the focus is shown.
///
/// Cost: that of the two controllers; a controller that is not shown is neither laid out nor drawn.
public final class SplitController: ViewController {
  /// One of the two controllers.
  public enum Side: Hashable, Sendable {
    /// The left or upper controller.
    case primary
    /// The right or lower controller.
    case secondary
  }

  /// The arrangement of the two controllers.
  public enum Axis: Hashable, Sendable {
    /// Side by side.
    case horizontal
    /// One above the other.
    case vertical
  }

  /// Called when the view must be drawn; the session sets it.
  public var onNeedsDisplay: (() -> Void)?
  /// The left or upper controller; it has the focus at first.
  public var primary: any ViewController { didSet { replace(oldValue, by: primary) } }
  /// The right or lower controller.
  public var secondary: any ViewController { didSet { replace(oldValue, by: secondary) } }
  /// The arrangement of the two controllers.
  public var axis: Axis { didSet { onNeedsDisplay?() } }
  /// The fraction of the size that the primary controller gets, from 0 to 1; each controller gets
  /// at least one line or column.
  ///
  /// It is limited to that range; a number that is not finite counts as 0.
  public var share: Double { didSet { onNeedsDisplay?() } }
  /// The width below which only one of two controllers side by side is shown.
  public var minimumColumns = 60
  /// The height below which only one of two stacked controllers is shown.
  public var minimumLines = 9
  /// The theme, which determines the line between the two controllers.
  public var theme: Theme
  /// The controller that gets the keys.
  public var focus = Side.primary { didSet { if focus != oldValue { moveFocus() } } }
  /// Called when the focus has moved.
  public var onFocusChange: ((Side) -> Void)?

  /// The positions of both controllers in the last layout.
  var panes = SplitPanes(whole: Size(lines: 0, columns: 0))
  /// The side in which a mouse button was pressed, while the button is held.
  var pressed: Side?
  private var hasAppeared = false
  /// Whether the split has the focus, which a split within another one may lose.
  private var isFocused = true
  /// The last result of `commands`, and the commands of the focused controller from which it was
  /// built.
  ///
  /// It is kept because command tables are compared by the identity of their arrays.
  private var joined: (focused: [Command], all: [Command]) = ([], [])
  private lazy var switching = Command(
    "switch to the other side", in: .view, keys: [.tab], hint: "switch"
  ) {
    [weak self] in
    self?.switchFocus()
  }

  /// Creates a split screen.
  ///
  /// - Parameters:
  ///   - primary: the left or upper controller.
  ///   - secondary: the right or lower controller.
  ///   - axis: the arrangement of the two controllers.
  ///   - share: the fraction of the size that the primary one gets, from 0 to 1.
  ///   - theme: the theme, which determines the line between them.
  public init(
    primary: any ViewController, secondary: any ViewController, axis: Axis = .horizontal,
    share: Double = 0.5, theme: Theme = .standard
  ) {
    (self.primary, self.secondary) = (primary, secondary)
    (self.axis, self.share, self.theme) = (axis, share, theme)
    attach(primary)
    attach(secondary)
    secondary.didChangeFocus(to: false)
  }

  /// Whether both controllers were visible in the last layout.
  public var showsBoth: Bool { panes.isSplit }

  /// The controller with the focus.
  public var focused: any ViewController { controller(focus) }

  /// The controller on a side.
  public func controller(_ side: Side) -> any ViewController {
    side == .primary ? primary : secondary
  }

  /// Moves the focus to the other controller.
  public func switchFocus() { focus = focus.other }

  /// The command that moves the focus, then those of the controller with the focus.
  public var commands: [Command] {
    let focused = focused.commands
    if joined.all.isEmpty || !focused[...].isSame(as: joined.focused[...]) {
      joined = (focused, [switching] + focused)
    }
    return joined.all
  }

  /// Whether keys must wait for the controller with the focus.
  public var holdsInput: Bool { focused.holdsInput }

  /// The status of the controller with the focus.
  public var status: [Message] { focused.status }

  /// The position of the controller with the focus; nil if it has none.
  public var position: Double? { focused.position }

  /// Whether none of the visible controllers has content.
  public var isStarting: Bool {
    focused.isStarting && (!panes.isSplit || controller(focus.other).isStarting)
  }

  /// Lays out both controllers, or only the one with the focus if there is not enough room for
  /// both.
  public func layout(for size: Size) {
    panes = splitPanes(of: size)
    for side in panes.sides { controller(side).layout(for: panes[side].size) }
  }

  /// Draws the layout, and the line between the two controllers.
  public func draw(in canvas: inout Canvas) {
    for side in panes.sides {
      canvas.inRegion(panes[side]) { controller(side).draw(in: &$0) }
    }
    guard let separator = panes.separator else { return }
    let mark = axis == .horizontal ? theme.symbols.vertical : theme.symbols.horizontal
    canvas.fill(separator, with: mark, style: theme.faint)
  }

  /// Informs both controllers that they have appeared.
  public func viewDidAppear() {
    hasAppeared = true
    primary.viewDidAppear()
    secondary.viewDidAppear()
  }

  /// Makes both controllers create their texts again, with emoji sequences as one glyph.
  public func joinEmoji() {
    theme.joinsEmoji = true
    primary.joinEmoji()
    secondary.joinEmoji()
  }

  /// Makes both controllers remove messages that have been read.
  public func willHandleInput() {
    primary.willHandleInput()
    secondary.willHandleInput()
  }

  /// Passes the change of focus on to the focused controller, for a split within another split.
  public func didChangeFocus(to isFocused: Bool) {
    self.isFocused = isFocused
    focused.didChangeFocus(to: isFocused)
  }

  // MARK: Parts

  private func splitPanes(of size: Size) -> SplitPanes {
    let isRoomy =
      axis == .horizontal ? size.columns >= minimumColumns : size.lines >= minimumLines
    let both = isRoomy ? SplitPanes(size, axis: axis, share: share) : nil
    return both ?? SplitPanes(whole: size, shown: focus)
  }

  private func moveFocus() {
    controller(focus.other).didChangeFocus(to: false)
    if isFocused { focused.didChangeFocus(to: true) }
    onFocusChange?(focus)
    onNeedsDisplay?()
  }

  private func attach(_ controller: any ViewController) {
    controller.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
  }

  private func replace(_ old: any ViewController, by new: any ViewController) {
    guard old !== new else { return }
    old.onNeedsDisplay = nil
    old.didChangeFocus(to: true)
    attach(new)
    if theme.joinsEmoji { new.joinEmoji() }
    if new !== focused || !isFocused { new.didChangeFocus(to: false) }
    if hasAppeared { new.viewDidAppear() }
    onNeedsDisplay?()
  }
}

extension SplitController.Side {
  /// The other side.
  public var other: SplitController.Side { self == .primary ? .secondary : .primary }
}

/// Recipients of input.
extension SplitController {
  /// Passes a mouse event to the controller under the pointer, and all other input to the
  /// controller with the focus; returns whether the input was handled.
  public func handle(_ input: Input) -> Bool {
    guard case .mouse(let mouse) = input else { return focused.handle(input) }
    guard let side = side(for: mouse) else { return mouse.kind.isTurn }
    let isAcross = side != focus
    if isAcross, case .press(.left) = mouse.kind { focus = side }
    var moved = mouse.moved(to: panes[side].origin)
    moved.movesFocus = isAcross
    if controller(side).handle(.mouse(moved)) { return true }
    return isAcross && turn(mouse.kind, controller(side))
  }

  /// The side under the pointer, or the one in which a held button was pressed.
  private func side(for mouse: MouseEvent) -> Side? {
    let side = panes.side(at: Point(line: mouse.line, column: mouse.column))
    let held = pressed.flatMap { panes.sides.contains($0) ? $0 : nil }
    switch mouse.kind {
    case .press: pressed = side
    case .move: return held ?? side
    case .release:
      pressed = nil
      return held ?? side
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: break
    }
    return side
  }

  /// Scrolls a controller without the focus by a turn of the wheel; returns whether the event is
  /// such a turn.
  ///
  /// The session scrolls the controller with the focus.
  private func turn(_ kind: MouseEvent.Kind, _ controller: any ViewController) -> Bool {
    guard kind.isTurn else { return false }
    let command = controller.commands.first { $0.matches(kind) }
    command?.perform(number: Command.linesOfATurn)
    return true
  }
}

extension MouseEvent {
  /// The event with its position relative to a corner.
  fileprivate func moved(to corner: Point) -> MouseEvent {
    MouseEvent(
      kind: kind, column: column - corner.column, line: line - corner.line, modifiers: modifiers)
  }
}

extension MouseEvent.Kind {
  /// Whether the event is a turn of the wheel.
  fileprivate var isTurn: Bool {
    switch self {
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: true
    case .press, .release, .move: false
    }
  }
}

/// The positions of the two controllers of a split.
struct SplitPanes {
  /// The sides that are shown.
  let sides: [SplitController.Side]
  private let primary: Rect
  private let secondary: Rect
  /// The line between them, if both are shown.
  let separator: Rect?

  /// Creates the positions for a screen that shows one side.
  init(whole size: Size, shown side: SplitController.Side = .primary) {
    let all = Rect(origin: .zero, size: size)
    (sides, primary, secondary, separator) = ([side], all, all, nil)
  }

  /// Creates the positions for a screen that shows both sides and a line between them; nil if there
  /// is not enough room for both.
  init?(_ size: Size, axis: SplitController.Axis, share: Double) {
    let length = (axis == .horizontal ? size.columns : size.lines) - 1
    guard length >= 2 else { return nil }
    let wanted = share.isFinite ? (Double(length) * min(1, max(0, share))).rounded() : 0
    let first = min(length - 1, max(1, Int(wanted)))
    func pane(_ start: Int, _ count: Int) -> Rect {
      axis == .horizontal
        ? Rect(line: 0, column: start, lines: size.lines, columns: count)
        : Rect(line: start, column: 0, lines: count, columns: size.columns)
    }
    sides = [.primary, .secondary]
    (primary, separator) = (pane(0, first), pane(first, 1))
    secondary = pane(first + 1, length - first)
  }

  /// Whether both sides are shown.
  var isSplit: Bool { separator != nil }

  /// The region of a side.
  subscript(side: SplitController.Side) -> Rect { side == .primary ? primary : secondary }

  /// The side at a point; nil for the line between them.
  func side(at point: Point) -> SplitController.Side? {
    sides.first {
      self[$0].lines.contains(point.line) && self[$0].columns.contains(point.column)
    }
  }
}
