import Paging
import PagingSimulation
import Randomness
import Testing

/// Case P85 of docs/paging-cases.md.
@Suite struct `What has become of a list` {
  typealias Store = EntryStore<Post, Int>

  /// The difference between two orders of posts.
  private func difference(from old: [Int], to new: [Int]) -> PagerDifference<Post> {
    var store = Store()
    put(old, in: &store)
    _ = store.takeDifference()
    store.removePage(at: 0)
    put(new, in: &store)
    return store.takeDifference()
  }

  private func put(_ ids: [Int], in store: inout Store) {
    store.insert(
      HeldPage(
        number: store.nextNumber(), Page(items: ids.map { Post(id: $0) }, after: .end),
        position: .start),
      at: 0)
  }

  @Test func `is one move where one item has moved, in whichever direction`() {
    let up = difference(from: [1, 2, 3, 4, 5], to: [5, 1, 2, 3, 4])
    #expect(up.moved.map { [$0.from, $0.to] } == [[4, 0]])
    let down = difference(from: [1, 2, 3, 4, 5], to: [2, 3, 4, 5, 1])
    #expect(down.moved.map { [$0.from, $0.to] } == [[0, 4]])
    #expect(down.removed.isEmpty && down.inserted.isEmpty)
  }

  @Test func `has what stayed among what came again as changed`() {
    let difference = difference(from: [1, 2, 3], to: [0, 2, 3, 4])
    #expect(difference.removed.map(\.index) == [0])
    #expect(difference.inserted.map(\.index) == [0, 3])
    #expect(difference.changed == [1, 2])
    #expect(difference.count == 4)
  }

  @Test(arguments: [1, 2, 3])
  func `lets as many stand as can, and leads from the old list to the new one`(start: UInt64) {
    var random = SplitMix64(start: start)
    for _ in 0..<300 {
      let old = Array((0..<12).shuffled(using: &random).prefix(9))
      let new = Array((0..<12).shuffled(using: &random).prefix(9))
      let difference = difference(from: old, to: new)
      var copy: [Int?] = old
      for index in difference.indicesToRemove.reversed() { copy.remove(at: index) }
      #expect(copy.count == longestInBoth(old, new))
      for index in difference.indicesToInsert { copy.insert(new[index], at: index) }
      #expect(copy == new)
    }
  }

  /// The length of the longest common subsequence, found with a table of all pairs of prefixes.
  private func longestInBoth(_ old: [Int], _ new: [Int]) -> Int {
    var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for (i, a) in old.enumerated() {
      for (j, b) in new.enumerated() {
        let best = max(lengths[i][j + 1], lengths[i + 1][j])
        lengths[i + 1][j + 1] = a == b ? lengths[i][j] + 1 : best
      }
    }
    return lengths[old.count][new.count]
  }
}
