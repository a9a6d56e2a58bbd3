import Paging
import PagingSimulation

/// A service with numbered posts in ascending order, which answers in every paging style and
/// records the requests.
actor AdapterService {
  /// The existing posts.
  private(set) var ids: [Int]
  /// The posts that are counted, but never returned.
  private let hidden: Set<Int>
  /// The maximum number of posts in an answer, however many are requested.
  private let most: Int
  /// All requests, in order.
  private(set) var asked: [String] = []

  init(_ ids: some Sequence<Int>, hidden: Set<Int> = [], most: Int = .max) {
    self.ids = Array(ids)
    self.hidden = hidden
    self.most = most
  }

  var count: Int { ids.count }

  func delete(_ gone: some Sequence<Int>) {
    let gone = Set(gone)
    ids.removeAll { gone.contains($0) }
  }

  func insert(_ new: some Sequence<Int>) { ids = (ids + new).sorted() }
  func forget() { asked = [] }

  /// The page with a number, counted from 1.
  func page(_ number: Int, size: Int) -> [Post] {
    asked.append("page \(number) of \(size)")
    let size = min(size, most)
    return posts(from: (number - 1) * size, size)
  }

  func posts(offset: Int, limit: Int) -> [Post] {
    asked.append("\(limit) from \(offset)")
    return posts(from: offset, limit)
  }

  func posts(after key: Int?, _ count: Int, inclusive: Bool = false) -> [Post] {
    asked.append("\(count) after \(key.map(String.init) ?? "-")")
    let start = ids.firstIndex { inclusive ? $0 >= key ?? .min : $0 > key ?? .min }
    return posts(from: start ?? ids.count, count)
  }

  func posts(before key: Int, _ count: Int, inclusive: Bool = false) -> [Post] {
    asked.append("\(count) before \(key)")
    let end = ids.firstIndex { inclusive ? $0 > key : $0 >= key } ?? ids.count
    let start = max(0, end - min(count, most))
    return posts(from: start, end - start)
  }

  private func posts(from offset: Int, _ count: Int) -> [Post] {
    ids.dropFirst(max(0, offset)).prefix(min(count, most)).filter { !hidden.contains($0) }
      .map { Post(id: $0) }
  }
}
