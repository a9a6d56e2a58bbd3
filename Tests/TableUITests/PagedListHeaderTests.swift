import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A list with a header` {
  private func fixture(lines: Int = 6, opensAtEnd: Bool = false) throws -> ListFixture {
    let fixture = try ListFixture(lines: lines, columns: 60, opensAtEnd: opensAtEnd)
    let header = TextCell()
    header.text = "words"
    fixture.list.tableView.headerCell = header
    return fixture
  }

  private func loaded(
    _ items: Range<Int> = 0..<20, after: Continuation<Int>? = nil, lines: Int = 6
  ) async throws -> ListFixture {
    let fixture = try fixture(lines: lines)
    await fixture.load(.refresh, items, after: after)
    return fixture
  }

  @Test func `shows it above what is loading at first`() async throws {
    let list = try fixture(lines: 8)
    list.list.onNeedsDisplay?()
    await list.frame()
    #expect(list.rows[0] == "words")
    #expect(list.rows.dropFirst().contains { $0.contains("loading…") })
  }

  @Test func `draws it in the theme's style`() async throws {
    let list = try await loaded()
    #expect(list.list.tableView.headerStyle == Theme.standard.header)
    #expect(list.screen.canvas.stylePicture.hasPrefix("bbbbbbbb"))
  }

  @Test func `shows it above an empty list`() async throws {
    let list = try await loaded(0..<0, after: .end)
    #expect(list.rows.prefix(3) == ["words", "", "             nothing here yet · r: refresh"])
  }

  @Test func `shows it above the first row, and the end at the bottom`() async throws {
    let list = try await loaded(after: .end)
    #expect(list.rows == ["words", "item 0", "item 1", "item 2", "item 3"])
    list.type("G")
    #expect(list.rows == ["words", "item 17", "item 18", "item 19", "── end ──"])
  }

  @Test func `pages by the lines below it`() async throws {
    let list = try await loaded(after: .end)
    list.type(.space)
    #expect(list.rows == ["words", "item 4", "item 5", "item 6", "item 7"])
    #expect(list.selectedRows == ["item 4"])
  }

  @Test func `tells the pager only of the rows`() async throws {
    let list = try await loaded(0..<4)
    #expect(list.list.visibleItems.map(\.id) == [0, 1, 2, 3])
    #expect(list.rows == ["words", "item 0", "item 1", "item 2", "item 3"])
    list.type("j")
    list.type("j", "j", "j")
    await wait { list.source.isAsked(.append) }
    #expect(list.rows == ["words", "item 1", "item 2", "item 3", "loading…"])
  }

  @Test func `takes clicks below it`() async throws {
    let list = try await loaded()
    list.click(line: 2)
    #expect(list.selectedRows == ["item 1"])
    list.click(line: 0)
    #expect(list.selectedRows == ["item 1"])
  }

  @Test(arguments: [3, 4, 5])
  func `shows rows alone on a screen of few lines`(lines: Int) async throws {
    let list = try await loaded()
    list.type("j", "j", "j", "j")
    #expect(list.rows == ["words", "item 1", "item 2", "item 3", "item 4"])
    list.screen.resize(to: Size(lines: lines, columns: 60))
    let rows = (1..<lines).map { "item \($0)" }
    #expect(list.rows == (lines == 5 ? ["words"] + rows.dropLast() : rows))
    list.screen.resize(to: Size(lines: 6, columns: 60))
    #expect(list.rows == ["words", "item 1", "item 2", "item 3", "item 4"])
  }

  @Test func `goes back to the line where the reader was`() async throws {
    let list = try await loaded(after: .end)
    list.type("j", "j", "^E", "^E", "G", "'", "'")
    #expect(list.rows == ["words", "item 2", "item 3", "item 4", "item 5"])
    #expect(list.selectedRows == ["item 2"])
  }
}
