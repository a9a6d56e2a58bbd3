import Paging
import TableUI
import Terminal
import Testing

/// Movements beyond the loaded items.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A movement beyond what is loaded` {
  /// A list whose first ten items are loaded, with or without a selection.
  private func list(
    allowsSelection: Bool = false, before: Continuation<Int> = .end
  ) async throws -> ListFixture {
    let list = try ListFixture(lines: 6, columns: 60, allowsSelection: allowsSelection)
    await list.load(.refresh, 0..<10, before: before)
    return list
  }

  private func press(_ key: Key, times: Int, _ list: ListFixture) {
    for _ in 0..<times { list.type(key) }
  }

  @Test(arguments: [("j", 25), (.space, 25), ("d", 27), ("^E", 25)] as [(Key, Int)])
  func `waits for its page, and movements add up`(key: Key, line: Int) async throws {
    let list = try await list()
    press(key, times: [.space: 5, "d": 9][key] ?? 25, list)
    #expect(list.topRow == "item 6")
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 16")
    await list.load(.append, 20..<40)
    #expect(list.topRow == "item \(line)")
  }

  @Test(arguments: [("j", 25, 25), (.space, 5, 25), ("d", 9, 27)] as [(Key, Int, Int)])
  func `waits where items are selected, too`(key: Key, times: Int, item: Int) async throws {
    let list = try await list(allowsSelection: true)
    press(key, times: times, list)
    #expect(list.selectedRows == ["item 9"])
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 19"])
    await list.load(.append, 20..<40)
    #expect(list.selectedRows == ["item \(item)"])
    #expect(key == "j" || list.rows.first == "item \(item)")
  }

  @Test func `loads page after page until it is done, however far it leads`() async throws {
    let list = try await list()
    press("j", times: 3_000, list)
    for page in 1..<301 { await list.load(.append, (page * 10)..<(page * 10 + 10)) }
    #expect(list.topRow == "item 3000")
    #expect(!list.source.isAsked(.append))
  }

  @Test func `is made less by one in the other direction`() async throws {
    let list = try await list()
    press("j", times: 25, list)
    press("k", times: 10, list)
    #expect(list.topRow == "item 6")
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 15")
  }

  @Test func `is undone by a greater one in the other direction, which goes at once`() async throws
  {
    let list = try await list()
    press("j", times: 8, list)
    press("k", times: 3, list)
    #expect(list.topRow == "item 5")
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 5")
  }

  @Test func `waits at the leading edge, too`() async throws {
    let list = try await list(before: .more(0))
    press("k", times: 25, list)
    #expect(list.topRow == "loading…")
    await list.load(.prepend, -10..<0, before: .more(-10))
    await list.load(.prepend, -20 ..< -10, before: .more(-20))
    await list.load(.prepend, -40 ..< -20, before: .more(-40))
    #expect(list.topRow == "item -25")
  }

  @Test(
    arguments: [
      .input(.key("x")), .input(.key(".")), .input(.key(".")), .input(.key("7")),
      .input(.key("^L")), .input(.focus(false)), .input(.paste("^C")),
      .resized(Size(lines: 6, columns: 61)),
    ] as [ScreenEvent])
  func `waits on, whatever else is typed`(event: ScreenEvent) async throws {
    let list = try await list()
    press("j", times: 8, list)
    list.screen.send([event])
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 8")
  }

  @Test func `waits on while the head is looked at`() async throws {
    let list = try await list()
    press("j", times: 8, list)
    await wait { list.source.isAsked(.append) }
    list.type("r")
    await list.load(.refresh, 0..<10)
    // The loop answers the load that the refresh has cancelled, and then the next load.
    for _ in 1...2 { await list.load(.append, 10..<20) }
    #expect(list.topRow == "item 8")
  }

  @Test func `waits on while the help is in front`() async throws {
    let list = try await list()
    press("j", times: 8, list)
    list.type("H", "j", .escape)
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 8")
  }

  @Test(arguments: [.escape, "^C"] as [Key])
  func `is given up by a key, which ends nothing`(key: Key) async throws {
    let list = try await list()
    press("j", times: 25, list)
    list.type(key)
    #expect(list.session.end == nil)
    #expect(list.pager.state(of: .append) == .loading)
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 6")
  }

  @Test func `is given up first, then the load, then the program`() async throws {
    let list = try await list()
    press("j", times: 25, list)
    await wait { list.source.isAsked(.append) }
    list.type("^C")
    #expect(list.pager.state(of: .append) == .loading)
    list.type("^C")
    #expect(list.pager.state(of: .append) == .cancelled)
    #expect(list.session.end == nil)
    list.type("^C")
    #expect(list.session.end == .interrupted)
  }

  @Test func `is given up by a key that else goes back`() async throws {
    let list = try await list()
    let root = SampleController()
    let session = Session(screen: list.screen, root: root)
    session.push(list.list)
    session.drawIfNeeded()
    press("j", times: 8, list)
    list.type(.escape)
    #expect(session.front === list.list)
    list.type(.escape)
    #expect(session.front === root)
  }

  @Test(arguments: [("g", 0), ("G", 56)] as [(Key, Int)])
  func `is given up by a jump`(key: Key, top: Int) async throws {
    let list = try await list()
    press("j", times: 25, list)
    list.type(key)
    await list.load(.append, 10..<60)
    #expect(list.topRow == "item \(top)")
  }

  @Test func `ends where the list does`() async throws {
    let list = try await list()
    press("j", times: 25, list)
    await list.load(.append, 10..<12, after: .end)
    #expect(list.topRow == "item 8")
    list.type("k")
    #expect(list.topRow == "item 7")
    list.type(.escape, "^C")
    #expect(list.session.end == .interrupted)
  }

  @Test func `ends where a load has failed, because nothing comes by itself`() async throws {
    let list = try await list()
    press("j", times: 25, list)
    await list.fail(.append, "away")
    list.type("k")
    #expect(list.topRow == "item 5")
    list.type(".")
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 5")
  }

  @Test func `waits while the source asks for a pause`() async throws {
    let list = try await list()
    press("j", times: 12, list)
    let items = (10..<15).map { TextItem($0) }
    var page = Page(items: items, before: .end, after: .more(15))
    page.pause = .seconds(600)
    await list.load(.append, page)
    #expect(list.topRow == "item 11")
    list.type(".")
    await list.load(.append, 15..<25)
    #expect(list.topRow == "item 12")
  }

  @Test func `says what gives it up, once it takes a while`() async throws {
    let list = try await list()
    press("j", times: 6, list)
    await list.frame()
    #expect(list.statusLine.contains("loading…  "))
    list.type("j")
    #expect(list.statusLine.contains("loading… · Esc: stop"))
    list.type(.escape)
    #expect(!list.statusLine.contains("Esc"))
  }

  @Test func `has its keys in the help while it waits`() async throws {
    let list = try await list()
    list.screen.resize(to: Size(lines: 40, columns: 60))
    list.type("H")
    #expect(!list.screen.picture.contains("the pending movement"))
    list.type(.escape, "j", "H")
    #expect(list.screen.picture.contains(/Esc +cancel the pending movement +\^C/))
    #expect(!list.screen.picture.contains("stop loading"))
  }

  @Test func `follows the one of another kind that was asked for before it`() async throws {
    let list = try await list(allowsSelection: true)
    press("j", times: 12, list)
    press("^E", times: 2, list)
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 12"])
    #expect(list.rows.first == "item 10")
  }

  @Test func `is bounded where a program says so`() async throws {
    let list = try await list()
    list.list.tableView.maximumPendingMovement = 20
    list.type("9", "9", "j")
    press("j", times: 99, list)
    await list.load(.append, 10..<60)
    #expect(list.topRow == "item 26")
  }

  @Test func `is bounded however far an app wants to go`() async throws {
    let list = try await list(before: .more(0))
    for _ in 0..<3 { list.list.tableView.moveUp { _ in .max } }
    #expect(list.list.tableView.isWaiting)
    await list.load(.prepend, -10..<0)
    #expect(list.topRow == "item -10")
    #expect(!list.list.tableView.isWaiting)
  }

  @Test func `counts before the first page has come, too`() async throws {
    let list = try ListFixture(lines: 6, columns: 60, allowsSelection: false)
    list.type("k", .space, "j", "2", "j")
    await list.load(.refresh, 0..<20)
    #expect(list.topRow == "item 8")
  }
}

extension ListFixture {
  /// The first row of a list that has no bar at the left.
  fileprivate var topRow: String {
    screen.picture.split(separator: "\n").first.map(String.init) ?? ""
  }
}
