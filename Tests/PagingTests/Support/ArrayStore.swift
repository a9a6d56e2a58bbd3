import Paging
import PagingSimulation
import Randomness

/// A model of an `EntryStore` with plain arrays, which does not try to be fast.
struct ArrayStore {
  var pages: [[Post]] = []
  /// The ordinal of the first item: the number of items removed in the first half of the pages,
  /// minus the number of items added there.
  var firstOrdinal = 0

  /// Makes one random change to both stores.
  mutating func change(
    _ store: inout EntryStore<Post, Int>, step: Int, _ random: inout SplitMix64
  ) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<6:
      let place = Int.random(in: 0...pages.count, using: &random)
      insert(fresh(step, &random), at: place, &store)
    case 6 where !pages.isEmpty:
      let place = Int.random(in: pages.indices, using: &random)
      store.removePage(at: place)
      if place < pages.count - 1 - place { firstOrdinal += pages[place].count }
      pages.remove(at: place)
    case 7 where pages.count > 1:
      firstOrdinal += pages.removeFirst().count
      _ = store.dropFirstPage()
    case 8 where pages.count > 1:
      pages.removeLast()
      while pages.count > 1, pages.last?.isEmpty == true { pages.removeLast() }
      store.dropLastPage()
    case 9 where step.isMultiple(of: 97):
      pages = []
      store.removeAll()
    default:
      let post = Post(id: Int.random(in: 0..<200, using: &random), version: step)
      _ = store.replace(post)
      replace(post)
    }
  }

  private mutating func insert(
    _ posts: [Post], at place: Int, _ store: inout EntryStore<Post, Int>
  ) {
    store.insert(
      HeldPage(number: store.nextNumber(), Page(items: posts, after: .more(1)), position: .start),
      at: place)
    pages.insert(posts, at: place)
    if place < pages.count - 1 - place { firstOrdinal -= posts.count }
  }

  /// New posts that are not held, without duplicates.
  private func fresh(_ step: Int, _ random: inout SplitMix64) -> [Post] {
    let held = Set(pages.flatMap { $0 }.map(\.id))
    let numbers = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
      Int.random(in: 0..<200, using: &random)
    }
    let posts = Set(numbers).sorted().shuffled(using: &random).map { Post(id: $0, version: step) }
    return posts.filter { !held.contains($0.id) }
  }

  private mutating func replace(_ post: Post) {
    for page in pages.indices {
      for place in pages[page].indices where pages[page][place].id == post.id {
        pages[page][place] = post
      }
    }
  }
}
