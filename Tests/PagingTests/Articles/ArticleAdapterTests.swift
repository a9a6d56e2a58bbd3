import Paging
import Testing

/// The listings of the article "Write a source" that create a source from a closure.
@Suite(.timeLimit(.minutes(5))) @MainActor struct `A source from a closure` {
  private let all = Array(1...Library.count)
  private let library = Library()

  private func walk<Source: PagingSource>(
    _ source: Source
  ) async throws -> [Int] where Source.Item == Book {
    var ids: [Int] = []
    for try await book in Pager(source: source).items { ids.append(book.id) }
    return ids
  }

  @Test func `pages by number`() async throws {
    let books = PageNumberSource<Book> { [library] number, size throws(PagingError) in
      let answer = try await library.books(page: number, size: size)
      return NumberedPage(items: answer.books, totalPages: answer.pages)
    }
    #expect(try await walk(books) == all)
  }

  @Test func `says what the errors of its client are to a list`() async throws {
    let books = PageNumberSource<Book>(mapError: { PagingError("\($0)", isRetryable: true) }) {
      [library] number, size in
      let answer = try await library.books(page: number, size: size)
      return NumberedPage(items: answer.books, totalPages: answer.pages)
    }
    #expect(try await walk(books) == all)
  }

  @Test func `pages by offset, and opens at any item where there is a total`() async throws {
    let books = OffsetSource<Book>(opensAtEnd: true) {
      [library] offset, limit throws(PagingError) in
      let answer = try await library.books(offset: offset, limit: limit)
      return OffsetPage(items: answer.books, totalCount: answer.total)
    }
    #expect(try await walk(books) == all)
    let page = try await books.load(PageRequest(reason: .refresh, position: .number(40), count: 5))
    #expect(page.items.map(\.id) == Array(41...45))
  }

  @Test func `pages by a key that the answer begins with`() async throws {
    let books = InclusiveKeySource<Book, Int>(key: { $0.id }, ascending: true) {
      [library] key, count throws(PagingError) in
      KeyedPage(items: try await library.books(endAt: key, limitToLast: count))
    }
    #expect(try await walk(books) == all.reversed())
  }

  @Test func `pages by a key that the answer follows`() async throws {
    let books = ExclusiveKeySource<Book, Int>(key: { $0.id }) {
      [library] key, count throws(PagingError) in
      let answer = try await library.books(startingAfter: key, limit: count)
      return KeyedPage(items: answer.books, hasMore: answer.hasMore)
    }
    #expect(try await walk(books) == all)
  }

  @Test func `pages by token`() async throws {
    let books = TokenSource<Book, String> { [library] token, count throws(PagingError) in
      let answer = try await library.books(token: token, limit: count)
      return TokenPage(items: answer.books, next: answer.next)
    }
    #expect(try await walk(books) == all)
  }

  @Test func `pages by links`() async throws {
    let books = LinkSource<Book> { count in
      "https://library.example/books?per_page=\(count)"
    } ask: { [library] url throws(PagingError) in
      let answer = try await library.get(url)
      return LinkedPage(items: answer.books, links: answer.links)
    }
    #expect(try await walk(books) == all)
  }

  @Test func `can be filtered`() async throws {
    let books = ExclusiveKeySource<Book, Int>(key: { $0.id }) {
      [library] key, count throws(PagingError) in
      let answer = try await library.books(startingAfter: key, limit: count)
      return KeyedPage(items: answer.books, hasMore: answer.hasMore)
    }
    let even = books.filter { $0.id.isMultiple(of: 2) }
    #expect(try await walk(even) == all.filter { $0.isMultiple(of: 2) })
  }
}
