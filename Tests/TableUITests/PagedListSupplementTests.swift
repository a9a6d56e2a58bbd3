import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A list with headers of sections` {
  /// A list with a header above each group of ten items, and with separators between items if
  /// requested.
  private func list(
    _ items: Range<Int>, before: Continuation<Int> = .end, after: Continuation<Int>? = nil,
    lines: Int = 7, isSeparated: Bool = false
  ) async throws -> ListFixture {
    let fixture = try ListFixture(lines: lines, columns: 60)
    fixture.list.showSupplements { previous, item, next in
      var supplements: SectionSupplements = .footer
      if previous.map({ $0.id / 10 }) != item.id / 10 { supplements.insert(.header) }
      if isSeparated, next != nil { supplements.insert(.separator) }
      return supplements
    } header: { table, item, path in
      let cell: TextCell = table.dequeueCell(for: path)
      cell.text = "from \(item.id / 10 * 10)"
      return cell
    }
    await fixture.load(.refresh, items, before: before, after: after)
    return fixture
  }

  @Test func `shows them where they begin, and none whose cells it was not given`() async throws {
    let list = try await list(8..<18)
    #expect(list.rows == ["from 0", "item 8", "item 9", "from 10", "item 10", "item 11"])
    list.type("j", "j")
    #expect(list.selectedRows == ["item 10"])
  }

  @Test func `parts items from each other, not from the end`() async throws {
    let list = try await list(8..<10, after: .end, isSeparated: true)
    let rule = String(repeating: "─", count: 58)
    #expect(list.rows == ["from 0", "item 8", rule, "item 9", "── end ──", ""])
  }

  @Test func `moves a header to an item that has come above`() async throws {
    let list = try await list(13..<23, before: .more(13))
    #expect(list.rows.contains("from 10"))
    await list.load(.prepend, 5..<13, before: .end, after: .more(13))
    #expect(list.rows.prefix(2) == ["item 12", "item 13"])
    list.type("g")
    #expect(list.rows.prefix(3) == ["from 0", "item 5", "item 6"])
    for _ in 0..<5 { list.type("j") }
    #expect(list.selectedRows == ["item 10"])
    #expect(list.rows.contains("from 10"))
  }

  @Test func `counts an item as seen without them`() async throws {
    let list = try await list(8..<28, lines: 3)
    #expect(list.rows == ["from 0", "item 8"])
    #expect(list.list.visibleItems.map(\.id) == [8])
    list.type("^E", "^E", "^E")
    #expect(list.rows == ["from 10", "item 10"])
    #expect(list.list.visibleItems.map(\.id) == [10])
  }

  @Test(arguments: [(6, "three"), (5, "in all")])
  func `counts an item as seen with its last row, whatever stands below it`(
    lines: Int, last: String
  ) async throws {
    let list = try ListFixture(lines: lines, columns: 60)
    list.list.tableView.register(TextCell.self)
    list.list.showSupplements { _, item, _ in
      item.id == 2 ? .footer : []
    } footer: { table, _, path in
      let cell: TextCell = table.dequeueCell(for: path)
      cell.text = "in all\nthree"
      return cell
    }
    await list.load(.refresh, 0..<3)
    #expect(list.rows.last == last)
    await wait { list.source.isAsked(.append) }
    #expect(list.source.isAsked(.append))
    #expect(list.list.visibleItems.map(\.id) == [0, 1, 2])
  }

  @Test func `goes back to an item below its header`() async throws {
    let list = try await list(8..<28, after: .end)
    list.type("^E", "^E", "^E")
    #expect(list.rows.first == "from 10")
    list.type("G", "'", "'")
    #expect(list.rows.prefix(2) == ["from 10", "item 10"])
  }

  @Test func `goes back to an item whose header is gone`() async throws {
    let list = try await list(8..<28, after: .end)
    list.type("^E", "^E", "^E", "G")
    list.list.showSupplements { _, _, _ in [] }
    list.type("'", "'")
    #expect(list.rows.prefix(2) == ["item 9", "item 10"])
  }

  @Test func `takes them away when it is asked to`() async throws {
    let list = try await list(8..<18)
    list.list.showSupplements { _, _, _ in [] }
    await list.frame()
    #expect(list.rows.prefix(2) == ["item 8", "item 9"])
  }
}
