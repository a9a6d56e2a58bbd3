import Paging
import PagingTesting
import TableUI
import Terminal
import Testing

@MainActor @Suite struct `Two controllers on one screen` {
  private let left = SampleController()
  private let right = SampleController()
  private let split: SplitController
  private let screen: MemoryScreen
  private let session: Session

  init() {
    (left.text, right.text) = ("left", "right")
    left.status = [Message("Left", .title)]
    right.status = [Message("Right", .title)]
    split = SplitController(primary: left, secondary: right, share: 0.25)
    split.minimumColumns = 20
    screen = MemoryScreen(size: Size(lines: 4, columns: 21))
    session = Session(screen: screen, root: split)
  }

  /// The lines above the status line.
  private var lines: [String] {
    screen.picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private func click(line: Int, column: Int, _ kind: MouseEvent.Kind = .press(.left)) {
    screen.send([.input(.mouse(MouseEvent(kind: kind, column: column, line: line)))])
  }

  @Test func `stand side by side, with a line between`() {
    #expect(lines == ["left │right", "     │", "     │"])
    #expect(left.steps.prefix(2) == ["layout 5x3", "draw"])
    #expect(right.steps.prefix(2) == ["layout 15x3", "draw"])
  }

  @Test func `stand above each other`() {
    split.axis = .vertical
    split.share = 0.5
    screen.resize(to: Size(lines: 10, columns: 21))
    let line = String(repeating: "─", count: 21)
    #expect(lines == ["left", "", "", "", line, "right", "", "", ""])
    screen.resize(to: Size(lines: 9, columns: 21))
    #expect(lines.first == "left")
    #expect(!lines.contains(line))
  }

  @Test(arguments: [(0.0, 1), (0.5, 10), (1.0, 19), (-3, 1), (7, 19), (.nan, 1), (.infinity, 1)])
  func `have a column each at the least`(share: Double, first: Int) {
    split.share = share
    session.drawIfNeeded()
    screen.type("x")
    #expect(left.steps.contains("layout \(first)x3"))
    #expect(right.steps.contains("layout \(20 - first)x3"))
  }

  @Test func `are shown one at a time where both do not fit, the one with the focus`() {
    screen.resize(to: Size(lines: 4, columns: 20))
    #expect(lines == ["left │right", "     │", "     │"])
    split.minimumColumns = 60
    screen.resize(to: Size(lines: 4, columns: 59))
    #expect(lines.first == "left")
    screen.type(.tab)
    #expect(lines.first == "right")
    screen.resize(to: Size(lines: 4, columns: 60))
    #expect(lines.first?.hasSuffix("│right") == true)
  }

  @Test func `give keys, status and position to the one with the focus`() {
    var done: [String] = []
    left.commands = [Command("act", keys: ["x"]) { done.append("left") }]
    right.commands = [Command("act", keys: ["x"], hint: "act") { done.append("right") }]
    right.position = 0.5
    screen.type("x")
    #expect(screen.picture.contains("Left"))
    screen.type(.tab)
    screen.type("x")
    #expect(done == ["left", "right"])
    #expect(split.position == 0.5)
    #expect(screen.picture.contains("Right"))
    screen.type(.tab)
    screen.type("x")
    #expect(done == ["left", "right", "left"])
  }

  @Test func `take clicks where they stand, which moves the focus`() {
    var taken: [Input] = []
    right.takes = { input in
      taken.append(input)
      return true
    }
    click(line: 2, column: 7)
    var moved = MouseEvent(kind: .press(.left), column: 1, line: 2)
    // The flag tells the controller that the click has moved the focus and must not activate an
    // item.
    moved.movesFocus = true
    #expect(taken == [.mouse(moved)])
    #expect(split.focus == .secondary)
    click(line: 0, column: 5)
    #expect(split.focus == .secondary)
    click(line: 0, column: 4)
    #expect(split.focus == .primary)
  }

  @Test func `turn the wheel where the pointer is, and the focus stays`() {
    var turns: [String] = []
    left.commands = [Command("down", keys: [], wheel: .wheelDown) { turns.append("left \($0)") }]
    right.commands = [Command("down", keys: [], wheel: .wheelDown) { turns.append("right \($0)") }]
    click(line: 0, column: 8, .wheelDown)
    click(line: 0, column: 0, .wheelDown)
    click(line: 0, column: 5, .wheelDown)
    #expect(turns == ["right 3", "left 3"])
    #expect(split.focus == .primary)
  }

  @Test func `ask for a frame, also one that has come later`() {
    let frames = session.frameCount
    left.onNeedsDisplay?()
    session.drawIfNeeded()
    #expect(session.frameCount == frames + 1)
    let other = SampleController()
    other.text = "other"
    split.secondary = other
    session.drawIfNeeded()
    #expect(lines.first == "left │other")
    #expect(other.appearances == 1)
    #expect(right.onNeedsDisplay == nil)
    other.onNeedsDisplay?()
    session.drawIfNeeded()
    #expect(session.frameCount == frames + 3)
  }

  @Test func `start when either has something to show`() {
    #expect(!split.isStarting)
    left.isStarting = true
    #expect(!split.isStarting)
    right.isStarting = true
    #expect(split.isStarting)
  }

  @Test func `appear together, and have their messages read`() {
    #expect((left.appearances, right.appearances) == (1, 1))
    let dismissals = left.dismissals
    screen.type("x")
    #expect((left.dismissals, right.dismissals) == (dismissals + 1, dismissals + 1))
  }

  @Test func `tell who has the focus`() {
    var told: [SplitController.Side] = []
    split.onFocusChange = { told.append($0) }
    screen.type(.tab)
    split.focus = .secondary
    screen.type(.tab)
    #expect(told == [.secondary, .primary])
    #expect(left.focusChanges == [false, true])
    #expect(right.focusChanges == [false, true, false])
  }

  @Test func `give the focus back to the controller that stays when the split is popped`() {
    let (alone, other) = (SampleController(), SampleController())
    let session = Session(screen: screen, root: alone)
    let both = SplitController(primary: alone, secondary: other)
    session.push(both)
    both.focus = .secondary
    #expect(alone.focusChanges == [false])
    session.pop()
    #expect(alone.focusChanges == [false, true])
  }

  @Test func `within a split have the focus only if that split has it`() {
    let parts = (0..<4).map { _ in SampleController() }
    let inner = SplitController(primary: parts[0], secondary: parts[1])
    split.secondary = inner
    inner.focus = .secondary
    inner.primary = parts[2]
    inner.secondary = parts[3]
    #expect(parts[2].focusChanges == [false])
    #expect(parts[3].focusChanges == [false])
    split.focus = .secondary
    #expect(parts[2].focusChanges == [false])
    #expect(parts[3].focusChanges == [false, true])
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Two lists on one screen` {
  /// Draws frames, each after the loads that the previous one has caused.
  private func draw(_ session: Session, _ pager: Pager<TextItem, Int>) async {
    for _ in 0..<20 {
      await pager.settled()
      session.drawIfNeeded()
    }
  }

  @Test func `over one pager load only what the one with the focus shows`() async {
    let pager = Pager(source: ArraySource((0..<1_000).map { TextItem($0) }))
    let lists = (0..<2).map { _ in
      PagedListController(pager: pager, cell: TextCell.self) { cell, item, _ in
        cell.text = item.text
      }
    }
    let screen = MemoryScreen(size: Size(lines: 4, columns: 61))
    let session = Session(
      screen: screen, root: SplitController(primary: lists[0], secondary: lists[1]))
    var requests = 0
    pager.onActivity = { if case .started = $0 { requests += 1 } }
    screen.type(.tab, "G")
    await draw(session, pager)
    #expect(lists[1].visibleItems.map(\.id) == [998, 999])
    #expect(requests <= 8)
    screen.type(.tab)
    await draw(session, pager)
    #expect(lists[0].visibleItems.map(\.id) == [0, 1, 2])
    #expect(requests <= 12)
  }

  @Test func `have one bright bar, and a faint one`() async throws {
    let (first, second) = (try ListFixture(), try ListFixture())
    let split = SplitController(primary: first.list, secondary: second.list)
    let screen = MemoryScreen(size: Size(lines: 4, columns: 61))
    let session = Session(screen: screen, root: split)
    await first.load(.refresh, 0..<3, after: .end)
    await second.load(.refresh, 5..<8, after: .end)
    session.drawIfNeeded()
    screen.type("j")
    #expect(
      screen.picture.split(separator: "\n").prefix(3).map { $0.filter { $0 != " " } }
        == ["item0│▌item5", "▌item1│item6", "item2│item7"])
    #expect(first.list.tableView.selectionStyle == Theme.standard.accent)
    #expect(second.list.tableView.selectionStyle == Theme.standard.faint)
    screen.type(.tab, "j")
    #expect(first.list.tableView.selectionStyle == Theme.standard.faint)
    #expect(second.list.tableView.selectedSection == 1)
    second.list.theme = Theme(depth: .none)
    #expect(second.list.tableView.selectionStyle == Theme(depth: .none).accent)
  }
}
