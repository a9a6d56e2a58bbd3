import Paging
import PagingSimulation

/// What an `EntryStore` does, done with plain arrays, at any cost.
struct ArrayStore {
  var entries: [PagerEntry<Post>] = []
  var pages: [Int] = []

  func index(of id: PagerEntry<Post>.ID) -> Int? { entries.firstIndex { $0.id == id } }

  mutating func append(_ posts: [Post]) {
    let fresh = admit(posts)
    entries += fresh
    if !fresh.isEmpty || pages.isEmpty { pages.append(fresh.count) }
  }

  mutating func prepend(_ posts: [Post], gap: Int?) {
    let items = admit(posts)
    if gap != nil, case .gap? = entries.first {
      entries.removeFirst()
      pages.removeFirst()
    }
    let fresh = items + (gap.map { [.gap($0)] } ?? [])
    entries = fresh + entries
    if !fresh.isEmpty || pages.isEmpty { pages.insert(fresh.count, at: 0) }
  }

  mutating func growFirstPage(by posts: [Post]) {
    let fresh = admit(posts)
    entries = fresh + entries
    pages[0] += fresh.count
  }

  mutating func fill(gap: Int, with posts: [Post], closing: Bool) {
    guard let page = page(ofGap: gap) else { return }
    let fresh = admit(posts)
    guard let index = index(of: .gap(gap)) else { return }
    entries.replaceSubrange(index...index, with: fresh + (closing ? [] : [.gap(gap)]))
    pages[page] += fresh.count - (closing ? 1 : 0)
  }

  mutating func dropFirstPage() { entries.removeFirst(pages.removeFirst()) }

  mutating func dropLastPage() {
    entries.removeLast(pages.removeLast())
    while case .gap(let gap)? = entries.last, let page = page(ofGap: gap) {
      entries.removeLast()
      pages[page] -= 1
      pages.removeLast(pages.count - page - (page > 0 && pages[page] == 0 ? 0 : 1))
    }
  }

  func page(ofGap gap: Int) -> Int? {
    guard let index = index(of: .gap(gap)) else { return nil }
    return pages.indices.first { pages[...$0].reduce(0, +) > index }
  }

  @discardableResult mutating func replace(_ post: Post) -> Bool {
    guard let index = index(of: .item(post.id)) else { return false }
    entries[index] = .item(post)
    return true
  }

  private mutating func admit(_ posts: [Post]) -> [PagerEntry<Post>] {
    posts.filter { !replace($0) }.map { .item($0) }
  }
}
