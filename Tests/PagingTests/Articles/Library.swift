import Paging

/// A made-up service of books 1 to 95 that can be paged by number, offset, key, token and link.
struct Library: Sendable {
  static let count = 95
  private let books = (1...Library.count).map { Book(id: $0) }

  /// The books of a page, counted from 1, and the number of pages.
  func books(page: Int, size: Int) async throws(PagingError) -> (books: [Book], pages: Int) {
    (Array(books.dropFirst((page - 1) * size).prefix(size)), (books.count + size - 1) / size)
  }

  /// The books starting at an offset, and the total number of books.
  func books(offset: Int, limit: Int) async throws(PagingError) -> (books: [Book], total: Int) {
    (Array(books.dropFirst(offset).prefix(limit)), books.count)
  }

  /// The last books up to and including a given one, or the last of all books, in the order of
  /// their numbers.
  func books(endAt last: Int?, limitToLast count: Int) async throws(PagingError) -> [Book] {
    books.filter { $0.id <= last ?? .max }.suffix(count)
  }

  /// The books that follow a given one, and whether more books follow them.
  func books(
    startingAfter last: Int?, limit: Int
  ) async throws(PagingError) -> (books: [Book], hasMore: Bool) {
    let rest = books.filter { $0.id > last ?? 0 }
    return (Array(rest.prefix(limit)), rest.count > limit)
  }

  /// The books that a token leads to, and the token of the next ones.
  func books(
    token: String?, limit: Int
  ) async throws(PagingError) -> (books: [Book], next: String?) {
    let start = token.flatMap { Int($0.dropFirst(2)) } ?? 0
    let end = min(start + limit, books.count)
    return (Array(books[start..<end]), end < books.count ? "t-\(end)" : nil)
  }

  /// The books at an address such as `https://library.example/books?per_page=20&page=3`, and the
  /// `Link` fields of the answer's header.
  func get(_ url: String) async throws(PagingError) -> (books: [Book], links: [String]) {
    let page = url.split(separator: "&page=").dropFirst().first.flatMap { Int($0) } ?? 1
    let answer = try await books(page: page, size: 20)
    guard page < answer.pages else { return (answer.books, []) }
    return (answer.books, [#"</books?per_page=20&page=\#(page + 1)>; rel="next""#])
  }
}

/// A book, which is the item that `Library` returns.
struct Book: Identifiable, Hashable, Sendable {
  let id: Int
}
