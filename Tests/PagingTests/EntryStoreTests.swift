import Paging
import PagingSimulation
import Randomness
import Testing

@Suite struct `An entry store` {
  typealias Store = EntryStore<Post, Int>

  private let record = PageRecord<Int>(position: .start, before: .end, after: .more(1))

  private func store(_ pages: [Int]...) -> Store {
    var store = Store()
    for page in pages { _ = store.append(page.map { Post(id: $0) }, as: record) }
    return store
  }

  private func ids(_ store: Store) -> [Int?] {
    (0..<store.count).map { store[$0].item?.id }
  }

  @Test func `finds entries by place and by identity`() {
    let store = store([1, 2], [3])
    #expect(ids(store) == [1, 2, 3])
    #expect(store.index(of: .item(3)) == 2)
    #expect(store.index(of: .item(4)) == nil)
  }

  @Test func `keeps the ordinals of what stays when entries come and go at the start`() {
    var store = store([1, 2], [3])
    _ = store.prepend([Post(id: 0)], as: record)
    #expect(store.firstOrdinal == -1)
    _ = store.dropFirstPage()
    _ = store.dropFirstPage()
    #expect(store.firstOrdinal == 2)
    #expect(ids(store) == [3])
  }

  @Test func `remembers no page for one of which nothing came, but where it led`() {
    var store = store([1, 2])
    let further = PageRecord<Int>(position: .after(2), before: .end, after: .more(9))
    #expect(store.append([Post(id: 2)], as: further) == 0)
    #expect(store.pages.count == 1)
    #expect(store.pages[0].after == .more(9))
    #expect(store.pages[0].position == .start)
  }

  @Test func `remembers a first page though it is empty`() {
    let store = store([])
    #expect(store.pages.count == 1)
    #expect(store.isEmpty)
  }

  @Test func `knows that there is more where it dropped a page`() {
    var store = Store()
    let open = PageRecord<Int>(position: .start, before: .unknown(1), after: .unknown(2))
    for page in [[1], [2], [3]] { _ = store.append(page.map { Post(id: $0) }, as: open) }
    _ = store.dropFirstPage()
    store.dropLastPage()
    #expect(store.pages[0].before == .more(1))
    #expect(store.pages[0].after == .more(2))
  }

  @Test func `has no two gaps with nothing between them`() {
    var store = store([50])
    _ = store.prepend([], as: record, gap: 7)
    _ = store.prepend([Post(id: 1)], as: record, gap: 8)
    #expect((0..<store.count).map { store[$0].id } == [.item(1), .gap(8), .item(50)])
    #expect(store.pages.count == 2)
  }

  @Test func `ends in no gap, where several stand together above what is dropped`() {
    var store = store([50])
    _ = store.prepend([], as: record, gap: 7)
    _ = store.prepend([Post(id: 1)], as: record, gap: 8)
    store.dropLastPage()
    #expect(ids(store) == [1])
  }

  @Test func `keeps no page of which only a gap was left, but where it led`() {
    var store = store([50])
    _ = store.prepend([], as: PageRecord(position: .start, before: .end, after: .more(9)), gap: 7)
    _ = store.prepend([Post(id: 1)], as: record)
    store.dropLastPage()
    #expect(store.pages.count == 1)
    #expect(store.pages[0].after == .more(9))
  }

  @Test(arguments: [0, 1, 2, 3])
  func `fills a gap wherever it stands`(above: Int) {
    var store = store([50], [60])
    _ = store.prepend((0..<above).map { Post(id: $0) }, as: record, gap: 7)
    #expect(
      store.fill(gap: 7, from: .leading, with: [Post(id: 20), Post(id: 21)], closing: false) == 2)
    #expect(ids(store) == (0..<above).map { $0 } + [20, 21, nil, 50, 60])
    #expect(store.fill(gap: 7, from: .leading, with: [], closing: true) == 0)
    #expect(ids(store) == (0..<above).map { $0 } + [20, 21, 50, 60])
    #expect(store.fill(gap: 7, from: .leading, with: [Post(id: 30)], closing: true) == 0)
    #expect(store.pages[0].count == above + 2)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `does what plain arrays do`(start: UInt64) {
    var random = SplitMix64(start: start)
    var store = Store()
    var model = ArrayStore()
    for step in 0..<2_000 {
      change(&store, &model, step: step, &random)
      let held = (0..<store.count).map { store[$0] }
      #expect(held.map(\.item) == model.entries.map(\.item))
      #expect(held.map(\.id) == model.entries.map(\.id))
      #expect(held.indices.allSatisfy { store.index(of: held[$0].id) == $0 })
      #expect((0..<store.pages.count).map { store.pages[$0].count } == model.pages)
    }
  }

  private func change(
    _ store: inout Store, _ model: inout ArrayStore, step: Int, _ random: inout SplitMix64
  ) {
    let ids = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
      Int.random(in: 0..<200, using: &random)
    }
    let posts = Set(ids).sorted().shuffled(using: &random).map { Post(id: $0, version: step) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      _ = store.append(posts, as: record)
      model.append(posts)
    case 2:
      _ = store.prepend(posts, as: record)
      model.prepend(posts, gap: nil)
    case 3 where !store.isEmpty:
      _ = store.prepend(posts, as: record, gap: step)
      model.prepend(posts, gap: step)
    case 4 where !model.pages.isEmpty:
      _ = store.growFirstPage(by: posts, before: .end)
      model.growFirstPage(by: posts)
    case 5, 6:
      let gaps = model.entries.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
      let gap = gaps.randomElement(using: &random) ?? -1
      let closing = Bool.random(using: &random)
      _ = store.fill(gap: gap, from: .leading, with: posts, closing: closing)
      model.fill(gap: gap, with: posts, closing: closing)
    case 7 where model.pages.count > 1:
      _ = store.dropFirstPage()
      model.dropFirstPage()
    case 8 where model.pages.count > 1:
      let span = store.lastPageSpan
      store.dropLastPage()
      #expect(store.count == model.entries.count - span)
      model.dropLastPage()
    default:
      let post = Post(id: Int.random(in: 0..<200, using: &random), version: step)
      #expect(store.replace(post) == model.replace(post))
    }
  }
}
