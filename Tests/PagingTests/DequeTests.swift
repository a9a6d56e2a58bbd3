import Paging
import PagingSimulation
import Randomness
import Testing

@Suite struct `A deque` {
  @Test func `has no ends while it is empty`() {
    let deque = Deque<Int>()
    #expect(deque.isEmpty)
    #expect(deque.first == nil)
    #expect(deque.last == nil)
  }

  @Test func `takes and gives at both ends`() {
    var deque = Deque<Int>()
    deque.append(2)
    deque.prepend(1)
    deque.append(3)
    #expect(elements(of: deque) == [1, 2, 3])
    deque.removeFirst()
    deque.removeLast()
    #expect(elements(of: deque) == [2])
  }

  @Test(arguments: [1, 2, 3])
  func `does what an array does`(start: UInt64) {
    var random = SplitMix64(start: start)
    var deque = Deque<Int>()
    var array: [Int] = []
    for step in 0..<5_000 {
      // Long runs that grow and shrink, so that the ring is enlarged, wraps and empties.
      let grows = step / 500 % 2 == 0
      let index = Int.random(in: 0...array.count, using: &random)
      switch Int.random(in: grows ? 0..<8 : 3..<12, using: &random) {
      case 0, 1, 3:
        deque.append(step)
        array.append(step)
      case 2, 4:
        deque.prepend(step)
        array.insert(step, at: 0)
      case 5 where index < array.count:
        deque[index] = -step
        array[index] = -step
      case 7:
        deque.insert(step, at: index)
        array.insert(step, at: index)
      case 10 where index < array.count, 11 where index < array.count:
        deque.remove(at: index)
        array.remove(at: index)
      case 6 where !array.isEmpty:
        deque.removeFirst()
        array.removeFirst()
      case 8 where !array.isEmpty, 9 where !array.isEmpty:
        deque.removeLast()
        array.removeLast()
      default: continue
      }
      let ends = [deque.first, deque.last]
      #expect(deque.count == array.count && ends == [array.first, array.last], "step \(step)")
      if step % 8 == 0 { #expect(elements(of: deque) == array, "step \(step)") }
    }
  }

  private func elements(of deque: Deque<Int>) -> [Int] {
    (0..<deque.count).map { deque[$0] }
  }
}
