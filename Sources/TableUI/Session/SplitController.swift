public import Terminal

/// Two controllers on one screen, side by side or one above the other, with a line between them.
///
/// One of them has the focus: it gets the keys, and the status line and the help are its own. `Tab` moves
/// the focus, and so does a click; the wheel turns what is under the pointer. Where they do not both
/// fit, only the one with the focus is shown.
///
/// Cost: what the two cost; of one that is not shown neither a layout nor a frame is asked for.
public final class SplitController: ViewController {
  /// One of the two.
  public enum Side: Hashable, Sendable {
    /// The left one, or the upper one.
    case primary
    /// The right one, or the lower one.
    case secondary
  }

  /// How the two stand.
  public enum Axis: Hashable, Sendable {
    /// Side by side.
    case horizontal
    /// One above the other.
    case vertical
  }

  /// Called when something is to be drawn; the session sets it.
  public var onNeedsDisplay: (() -> Void)?
  /// The left one, or the upper one; has the focus at first.
  public var primary: any ViewController { didSet { replace(oldValue, by: primary) } }
  /// The right one, or the lower one.
  public var secondary: any ViewController { didSet { replace(oldValue, by: secondary) } }
  /// How the two stand.
  public var axis: Axis { didSet { onNeedsDisplay?() } }
  /// The part of the extent that the primary one has, from 0 to 1; each has a line or a column at least.
  ///
  /// Less counts as 0, more as 1, and what is not a finite number as 0.
  public var share: Double { didSet { onNeedsDisplay?() } }
  /// Columns below which two side by side are not both shown.
  public var minimumColumns = 60
  /// Lines below which two above each other are not both shown.
  public var minimumLines = 9
  /// Looks of the line between the two.
  public var theme: Theme
  /// Which of them gets the keys.
  public var focus = Side.primary { didSet { if focus != oldValue { moveFocus() } } }
  /// Called when the other one gets the keys.
  public var onFocusChange: ((Side) -> Void)?

  /// Where both were put by the last layout.
  var panes = SplitPanes(whole: Size(lines: 0, columns: 0))
  /// Where a button of the mouse was pressed, while it is held.
  var pressed: Side?
  private var hasAppeared = false
  /// What both have together, and what it was made of: a table of commands is the same where its arrays are.
  private var joined: (focused: [Command], all: [Command]) = ([], [])
  private lazy var switching = Command("the other side", in: .view, keys: [.tab], hint: "switch") {
    [weak self] in
    self?.switchFocus()
  }

  /// Creates a screen of two.
  ///
  /// - Parameters:
  ///   - primary: the left one, or the upper one.
  ///   - secondary: the right one, or the lower one.
  ///   - axis: how they stand.
  ///   - share: the part of the extent that the primary one has, from 0 to 1.
  ///   - theme: looks of the line between them.
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

  /// Whether both are in sight, as of the last layout.
  public var showsBoth: Bool { panes.isSplit }

  /// The one with the focus.
  public var focused: any ViewController { controller(focus) }

  /// The one on a side.
  public func controller(_ side: Side) -> any ViewController {
    side == .primary ? primary : secondary
  }

  /// Gives the keys to the other one.
  public func switchFocus() { focus = focus.other }

  /// What moves the focus, then what the one with the focus can do.
  public var commands: [Command] {
    let focused = focused.commands
    if joined.all.isEmpty || !focused[...].isSame(as: joined.focused[...]) {
      joined = (focused, [switching] + focused)
    }
    return joined.all
  }

  /// Whether keys wait for what the one with the focus is about.
  public var holdsInput: Bool { focused.holdsInput }

  /// What the one with the focus says.
  public var status: [Message] { focused.status }

  /// Where the one with the focus is; nil where it says nothing.
  public var position: Double? { focused.position }

  /// Whether none of those in sight has anything to show.
  public var isStarting: Bool {
    focused.isStarting && (!panes.isSplit || controller(focus.other).isStarting)
  }

  /// Lays both out, or only the one with the focus where they do not both fit.
  public func layout(for size: Size) {
    panes = splitPanes(of: size)
    for side in panes.sides { controller(side).layout(for: panes[side].size) }
  }

  /// Draws what was laid out, and the line between.
  public func draw(in canvas: inout Canvas) {
    for side in panes.sides {
      canvas.inRegion(panes[side]) { controller(side).draw(in: &$0) }
    }
    guard let separator = panes.separator else { return }
    let mark = axis == .horizontal ? theme.symbols.vertical : theme.symbols.horizontal
    canvas.fill(separator, with: mark, style: theme.faint)
  }

  /// Both have appeared.
  public func viewDidAppear() {
    hasAppeared = true
    primary.viewDidAppear()
    secondary.viewDidAppear()
  }

  /// Both make their texts again.
  public func joinEmoji() {
    theme.joinsEmoji = true
    primary.joinEmoji()
    secondary.joinEmoji()
  }

  /// What stood in either status line has been read.
  public func willHandleInput() {
    primary.willHandleInput()
    secondary.willHandleInput()
  }

  /// Within another split it has the focus as a whole.
  public func didChangeFocus(to isFocused: Bool) { focused.didChangeFocus(to: isFocused) }

  // MARK: Parts

  private func splitPanes(of size: Size) -> SplitPanes {
    let isRoomy =
      axis == .horizontal ? size.columns >= minimumColumns : size.lines >= minimumLines
    let both = isRoomy ? SplitPanes(size, axis: axis, share: share) : nil
    return both ?? SplitPanes(whole: size, shown: focus)
  }

  private func moveFocus() {
    controller(focus.other).didChangeFocus(to: false)
    focused.didChangeFocus(to: true)
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
    if new !== focused { new.didChangeFocus(to: false) }
    if hasAppeared { new.viewDidAppear() }
    onNeedsDisplay?()
  }
}

extension SplitController.Side {
  /// The side across the line.
  public var other: SplitController.Side { self == .primary ? .secondary : .primary }
}

/// Who gets what a reader does.
extension SplitController {
  /// The mouse acts where the pointer is; all else is for the one with the focus.
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

  /// The one under the pointer; where a button is held, the one that it was pressed in.
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

  /// Turns what has not the focus; the session turns what has.
  private func turn(_ kind: MouseEvent.Kind, _ controller: any ViewController) -> Bool {
    guard kind.isTurn else { return false }
    let command = controller.commands.first { $0.matches(kind) }
    command?.perform(number: Command.linesOfATurn)
    return true
  }
}

extension MouseEvent {
  /// The same with its place counted from a corner.
  fileprivate func moved(to corner: Point) -> MouseEvent {
    MouseEvent(
      kind: kind, column: column - corner.column, line: line - corner.line, modifiers: modifiers)
  }
}

extension MouseEvent.Kind {
  /// Whether the wheel turned.
  fileprivate var isTurn: Bool {
    switch self {
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: true
    case .press, .release, .move: false
    }
  }
}

/// Where the two of a split stand.
struct SplitPanes {
  /// The sides that are shown.
  let sides: [SplitController.Side]
  private let primary: Rect
  private let secondary: Rect
  /// The line between them, if both are shown.
  let separator: Rect?

  /// One alone.
  init(whole size: Size, shown side: SplitController.Side = .primary) {
    let all = Rect(origin: .zero, size: size)
    (sides, primary, secondary, separator) = ([side], all, all, nil)
  }

  /// Both with a line between; nil where they do not both fit.
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

  /// Whether both are shown.
  var isSplit: Bool { separator != nil }

  /// The region of a side.
  subscript(side: SplitController.Side) -> Rect { side == .primary ? primary : secondary }

  /// The side that is shown at a point, if it is not on the line between.
  func side(at point: Point) -> SplitController.Side? {
    sides.first {
      self[$0].lines.contains(point.line) && self[$0].columns.contains(point.column)
    }
  }
}
