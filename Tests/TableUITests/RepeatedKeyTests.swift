import Paging
import TableUI
import Terminal
import Testing

/// Numbers typed before the keys of a list.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A key after a number` {
  private func type(_ text: String, _ key: Key, _ list: ListFixture) {
    for scalar in text.unicodeScalars { list.type(Key(code: .character(scalar))) }
    list.type(key)
  }

  @Test(
    arguments: ["j", "k", .down, .space, .pageUp, "d", "u", "^E", "^Y", "b"] as [Key], [2, 3, 7])
  func `does what the key does n times`(key: Key, times: Int) async throws {
    let one = try await ListFixture.loaded(0..<60, after: .end)
    let other = try await ListFixture.loaded(0..<60, after: .end)
    for list in [one, other] { type("4", .space, list) }
    let before = one.screen.picture
    type("\(times)", key, one)
    for _ in 0..<times { other.type(key) }
    #expect(one.screen.picture == other.screen.picture)
    #expect(one.screen.picture != before)
  }

  @Test(arguments: [("j", "k"), (.space, "b"), ("d", "u"), ("^E", "^Y")] as [(Key, Key)])
  func `ends at the end, whatever the number`(down: Key, up: Key) async throws {
    let list = try await ListFixture.loaded(0..<60, after: .end)
    type("999999999999999999", down, list)
    #expect(list.rows.last == "── end ──" || list.selectedRows == ["item 59"])
    type("999999999999999999", up, list)
    #expect(list.rows.first == "item 0")
  }

  @Test func `goes on when more has come`() async throws {
    let list = try await ListFixture.loaded(0..<10)
    type("25", "j", list)
    #expect(list.selectedRows == ["item 9"])
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 19"])
    await list.load(.append, 20..<40)
    #expect(list.selectedRows == ["item 25"])
  }

  @Test(arguments: [("j", 25), (.space, 25), ("d", 27)] as [(Key, Int)])
  func `goes on by lines when more has come, where nothing is selected`(
    key: Key, times: Int
  ) async throws {
    let list = try ListFixture(lines: 6, allowsSelection: false)
    await list.load(.refresh, 0..<10)
    type("\(times)", key, list)
    #expect(list.topRow == "item 6")
    await list.load(.append, 10..<20)
    #expect(list.topRow == "item 16")
    await list.load(.append, 20..<40)
    let lines: [Key: Int] = ["j": 25, .space: 25, "d": 27]
    #expect(list.topRow == "item \(lines[key] ?? 0)")
  }

  @Test func `is made less by one in the other direction, and given up by no other`() async throws {
    let list = try await ListFixture.loaded(0..<10)
    type("25", "j", list)
    list.type("k", "x", ".")
    await list.load(.append, 10..<20)
    await list.load(.append, 20..<40)
    #expect(list.selectedRows == ["item 24"])
  }

  @Test func `adds up with those that are alone`() async throws {
    let list = try await ListFixture.loaded(0..<10)
    type("11", "j", list)
    list.type("j", "j")
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 13"])
  }
}

extension ListFixture {
  /// The first row of a list that has no bar at the left.
  fileprivate var topRow: String {
    screen.picture.split(separator: "\n").first.map(String.init) ?? ""
  }
}
