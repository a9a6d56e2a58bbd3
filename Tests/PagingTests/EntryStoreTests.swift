import Paging
import PagingSimulation
import Randomness
import Testing

@Suite struct `An entry store` {
  typealias Store = EntryStore<Post, Int>

  private func store(
    _ pages: [Int]..., before: Continuation<Int> = .end, after: Continuation<Int> = .more(1)
  ) -> Store {
    var store = Store()
    for page in pages { append(page, to: &store, before: before, after: after) }
    return store
  }

  private func append(
    _ ids: [Int], to store: inout Store, before: Continuation<Int> = .end,
    after: Continuation<Int> = .more(1)
  ) {
    store.insert(
      HeldPage(
        number: store.nextNumber(),
        Page(items: ids.map { Post(id: $0) }, before: before, after: after), position: .start),
      at: store.pages.count)
  }

  private func ids(_ store: Store) -> [Int?] {
    (0..<store.count).map { store[$0].item?.id.number }
  }

  @Test func `finds entries by place and by identity`() {
    let store = store([1, 2], [3])
    #expect(ids(store) == [1, 2, 3])
    #expect(store.index(of: .item(3)) == 2)
    #expect(store.index(of: .item(4)) == nil)
    #expect(store.holds(1))
    #expect(!store.holds(4))
  }

  @Test func `keeps the ordinals of what stays when entries come and go at the start`() {
    var store = store([1, 2], [3])
    store.insert(
      HeldPage(number: store.nextNumber(), Page(items: [Post(id: 0)], after: .end), position: nil),
      at: 0)
    #expect(store.firstOrdinal == -1)
    _ = store.dropFirstPage()
    _ = store.dropFirstPage()
    #expect(store.firstOrdinal == 2)
    #expect(ids(store) == [3])
  }

  @Test func `holds a first page though it is empty`() {
    let store = store([])
    #expect(store.pages.count == 1)
    #expect(store.isEmpty)
  }

  @Test func `knows no end where it dropped what followed one`() throws {
    var store = store([1], [2], [3], after: .end)
    store.dropLastPage()
    #expect(ids(store) == [1, 2])
    #expect(try !#require(store.pages.last).hasForwardCursor)
  }

  @Test func `knows that there is more where it dropped a page`() {
    var store = store([1], [2], [3], before: .unknown(1), after: .unknown(2))
    _ = store.dropFirstPage()
    store.dropLastPage()
    #expect(ids(store) == [2])
    #expect(store.pages[0].before == .more(1))
    #expect(store.pages[0].after == .more(2))
  }

  @Test func `says what has become of it since it was last asked, and then that nothing has`() {
    var store = store([1, 2], [3])
    #expect(store.takeDifference().inserted.map(\.index) == [0, 1, 2])
    append([4], to: &store)
    _ = store.replace(Post(id: 2, version: 1))
    store.removePage(at: 1)
    let difference = store.takeDifference()
    #expect(difference.removed.map(\.index) == [2])
    #expect(difference.removed.map(\.id) == [.item(3)])
    #expect(difference.inserted.map(\.index) == [2])
    #expect(difference.changed == [1])
    #expect(difference.count == 3)
    #expect(store.takeDifference().isEmpty)
  }

  @Test func `tells of all it held as gone, where all pages are removed`() {
    var store = store([1, 2], [3], [4, 5])
    _ = store.takeDifference()
    append([6], to: &store)
    store.removeAll()
    #expect(store.pages.isEmpty && store.isEmpty)
    #expect(store.index(of: .item(5)) == nil)
    #expect(store.firstOrdinal == 0)
    let difference = store.takeDifference()
    #expect(difference.removed.map(\.index) == [0, 1, 2, 3, 4])
    #expect(difference.removed.map(\.id) == [.item(1), .item(2), .item(3), .item(4), .item(5)])
    #expect(difference.count == 0)
  }

  @Test func `tells nothing of what came and went between two questions`() {
    var store = store([1, 2])
    _ = store.takeDifference()
    append([3], to: &store)
    store.removePage(at: 1)
    #expect(store.takeDifference().isEmpty)
  }

  @Test func `tells of an item that went with one page and came with another as moved`() {
    var store = store([1, 2], [3], [4])
    _ = store.takeDifference()
    store.removePage(at: 0)
    append([1, 5], to: &store)
    let difference = store.takeDifference()
    #expect(difference.removed.map(\.id) == [.item(2)])
    #expect(difference.moved.map { [$0.from, $0.to] } == [[0, 2]])
    #expect(difference.inserted.map(\.id) == [.item(5)])
  }

  /// Each hash is shared by up to 32 of the possible identities of the random items.
  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `does what plain arrays do, and its differences make a copy of it`(start: UInt64) {
    var random = SplitMix64(start: start)
    var (store, model) = (Store(), ArrayStore())
    var copy: [PagerEntry<Post>] = []
    for step in 0..<500 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        model.change(&store, step: step, &random)
      }
      let held = (0..<store.count).map { store[$0] }
      follow(store.takeDifference(), to: held, &copy)
      #expect(copy.map(\.item) == held.map(\.item))
      #expect(held.map(\.item) == model.pages.flatMap { $0 })
      #expect(held.indices.allSatisfy { store.index(of: held[$0].id) == $0 })
      #expect((0..<store.pages.count).map { store.pages[$0].count } == model.pages.map(\.count))
      #expect(store.firstOrdinal == model.firstOrdinal)
    }
  }

  /// Applies a difference to a copy; only the entries themselves are taken from `held`.
  private func follow(
    _ difference: PagerDifference<Post>, to held: [PagerEntry<Post>],
    _ copy: inout [PagerEntry<Post>]
  ) {
    for place in difference.removed { #expect(copy[place.index].id == place.id) }
    for move in difference.moved { #expect(copy[move.from].id == move.id) }
    for place in difference.indicesToRemove.reversed() { copy.remove(at: place) }
    for place in difference.indicesToInsert { copy.insert(held[place], at: place) }
    for place in difference.changed {
      #expect(copy[place].id == held[place].id)
      copy[place] = held[place]
    }
    #expect(copy.count == difference.count)
  }
}
