import Answers
import Paging
import Records
import Testing

/// Pages whose items are numbered from the start on each page, and pages whose items move.
@Suite struct `An id that occurs on several pages` {
  /// A source of the given pages, each with its items as JSON; an empty page follows them.
  private static func source(_ style: PagedAnswers.Style, _ pages: [String]) -> PagedAnswers {
    PagedAnswers(style) { address, _ throws(PagingError) in
      let number = Int(address.value ?? "") ?? 1
      let items = number <= pages.count ? pages[number - 1] : ""
      let next = number < pages.count ? ", \"next\": \(number + 1)" : ""
      return Array("{\"items\": [\(items)]\(next)}".utf8)
    }
  }

  /// The items of all pages.
  private static func items(_ source: PagedAnswers) async throws(PagingError) -> [AnswerItem] {
    var (items, position) = ([AnswerItem](), PageRequest<PageCursor>.Position.start)
    while items.count < 100 {
      let page = try await source.load(
        PageRequest(
          reason: .append, position: position, count: 3, pages: position == .start ? 1 : 2))
      items += page.items
      guard let cursor = page.after.cursor else { return items }
      position = .after(cursor)
    }
    return items
  }

  @Test(arguments: [PagedAnswers.Style.page, .cursor])
  func `identifies no item where the items with it differ on each page`(
    style: PagedAnswers.Style
  ) async throws {
    let pages = (1...3).map { page in
      (0..<3).map { "{\"id\": \($0), \"v\": \"\(page).\($0)\"}" }.joined(separator: ", ")
    }
    let items = try await Self.items(Self.source(style, pages))
    #expect(items.count == 9)
    #expect(Set(items.map(\.id)).count == 9)
    #expect(items.prefix(3).allSatisfy { $0.id.key != nil })
    #expect(items.dropFirst(3).allSatisfy { $0.id.key == nil })
  }

  @Test func `identifies no member where the names of members begin again on each page`()
    async throws
  {
    let source = PagedAnswers(.page) { address, _ throws(PagingError) in
      let number = Int(address.value ?? "") ?? 1
      let members = (0..<3).map { "\"\($0)\": {\"v\": \"\(number).\($0)\"}" }
      return Array("{\(number > 3 ? "" : members.joined(separator: ", "))}".utf8)
    }
    let items = try await Self.items(source)
    #expect(items.count == 9)
    #expect(Set(items.map(\.id)).count == 9)
  }

  @Test(arguments: [
    #"{"id": 1, "v": 1}, {"id": 2, "v": 2}, {"id": 3, "v": 3}"#,
    #"{"id": 1, "v": 8}, {"id": 2, "v": 2}, {"id": 3, "v": 3}"#,
    #"{"id": 2, "v": 8}, {"id": 3, "v": 3}, {"id": 4, "v": 4}"#,
  ]) func `identifies an item that has moved to a later page`(second: String) async throws {
    let first = #"{"id": 0, "v": 0}, {"id": 1, "v": 1}, {"id": 2, "v": 2}"#
    let items = try await Self.items(Self.source(.page, [first, second]))
    #expect(items.count == 6)
    #expect(items.allSatisfy { $0.id.key != nil })
  }

  @Test func `identifies an item where the user has named it`() async throws {
    var options = PagedAnswers.Options()
    options.reader.id = "id"
    let pages = PagedAnswers(.page, options) { address, _ throws(PagingError) in
      let page = address.value ?? ""
      return Array(#"[{"id": 1, "v": "\#(page)"}, {"id": 2, "v": "\#(page)"}]"#.utf8)
    }
    let items = try await Self.items(pages)
    #expect(items.allSatisfy { $0.id.key != nil })
  }
}
