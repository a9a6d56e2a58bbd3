/// A double-ended queue in a ring buffer, which grows and shrinks at both ends.
///
/// Index 0 is the front. Adding or removing an element at an end costs O(1), amortized; access by
/// index costs O(1). The standard library has no such type, and this target has no dependencies.
package struct Deque<Element> {
  private var slots: [Element?] = []
  private var head = 0
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }
  package var first: Element? { isEmpty ? nil : self[0] }
  package var last: Element? { isEmpty ? nil : self[count - 1] }

  package subscript(index: Int) -> Element {
    // The element is borrowed and not copied, because it may be a page of many items.
    _read {
      check(index)
      yield slots[slot(index)].unsafelyUnwrapped
    }
    _modify {
      check(index)
      let place = slot(index)
      // The element is moved out for the change, so that it is changed in place and not copied.
      var element = slots[place].unsafelyUnwrapped
      slots[place] = nil
      defer { slots[place] = element }
      yield &element
    }
  }

  private func check(_ index: Int) {
    guard index >= 0, index < count else { fatalError("index \(index) of a deque of \(count)") }
  }

  package mutating func append(_ element: Element) {
    reserveOne()
    slots[slot(count)] = element
    count += 1
  }

  package mutating func prepend(_ element: Element) {
    reserveOne()
    head = slot(slots.count - 1)
    slots[head] = element
    count += 1
  }

  package mutating func removeFirst() {
    slots[head] = nil
    head = slot(1)
    count -= 1
  }

  package mutating func removeLast() {
    slots[slot(count - 1)] = nil
    count -= 1
  }

  /// Inserts an element at an index from 0 to `count`, in O(elements on the shorter side).
  package mutating func insert(_ element: Element, at index: Int) {
    if index <= count / 2 {
      prepend(element)
      for place in 0..<index { exchange(place, place + 1) }
    } else {
      append(element)
      for place in (index..<count - 1).reversed() { exchange(place, place + 1) }
    }
  }

  /// Removes the element at an index, in O(elements on the shorter side).
  package mutating func remove(at index: Int) {
    if index <= count / 2 {
      for place in (0..<index).reversed() { exchange(place, place + 1) }
      removeFirst()
    } else {
      for place in index..<count - 1 { exchange(place, place + 1) }
      removeLast()
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) { slots.swapAt(slot(a), slot(b)) }

  private func slot(_ index: Int) -> Int {
    let slot = head + index
    return slot < slots.count ? slot : slot - slots.count
  }

  private mutating func reserveOne() {
    guard count == slots.count else { return }
    let larger = max(16, count * 2)
    slots = (0..<larger).map { $0 < count ? slots[slot($0)] : nil }
    head = 0
  }
}

extension Deque: Sendable where Element: Sendable {}
