import Answers
import Paging
import Testing

/// Pages in which a member such as `next` has a string with blanks or control characters.
@Suite struct `A string that may be a cursor or a title` {
  /// The keys of all items up to the end.
  ///
  /// - Parameter members: a closure that returns the members of a page other than its items, for
  ///   the first page and for later ones.
  private static func walk(
    _ members: @escaping @Sendable (_ isFirst: Bool) -> String
  ) async throws(PagingError) -> [String] {
    let pages = PagedAnswers(.cursor) { address, _ throws(PagingError) in
      let isFirst = address.isFirst(from: 1)
      return Array("{\"items\": [{\"id\": \(isFirst ? 1 : 2)}], \(members(isFirst))}".utf8)
    }
    var (keys, position): ([String], PageRequest<PageCursor>.Position) = ([], .start)
    while true {
      let page = try await pages.load(PageRequest(reason: .append, position: position, count: 1))
      keys += page.items.compactMap { $0.id.key?.text }
      guard let cursor = page.after.cursor else { return keys }
      position = .after(cursor)
    }
  }

  private static let titles = [#""next": "a b""#, #""next": "a\u0000b""#, #""nextPage": "a\tb""#]

  @Test(arguments: titles) func `does not end a list without an error`(title: String) async {
    await #expect(throws: PagingError.self) { try await Self.walk { _ in title } }
  }

  @Test func `is the cursor of a later page where it was that of the first`() async {
    await #expect(throws: PagingError.self) {
      try await Self.walk { $0 ? #""next": "t""# : #""next": "a b""# }
    }
  }

  @Test(arguments: titles) func `is a title where the cursors have another name`(title: String)
    async throws
  {
    #expect(try await Self.walk { $0 ? #""nextToken": "t""# : title } == ["1", "2"])
  }

  @Test func `is a title where a flag or an empty cursor marks the last page`() async throws {
    for end in [#""hasMore": false"#, #""nextToken": null"#] {
      #expect(try await Self.walk { _ in "\(end), \"next\": \"a b\"" } == ["1"])
    }
  }
}
