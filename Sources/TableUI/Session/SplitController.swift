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

  /// What the one with the focus says.
  public var status: [Message] { focused.status }

  /// Where the one with the focus is.
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
