/// What one request of an `OffsetSource` brought.
struct OffsetStretch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The offset of its first item.
  let start: Int
  /// The items asked for.
  private(set) var asked: Int
  var answer: OffsetPage<Item>

  var items: [Item] { answer.items }
  /// The offset that follows, by what was received: a service may give fewer than asked for.
  var end: Int { start + items.count }

  /// Adds a stretch that begins with the last item of this one.
  ///
  /// Returns whether it does: it does not where the data has moved between the two.
  mutating func join(_ next: OffsetStretch) -> Bool {
    guard items.count == asked, let last = items.last, next.items.first?.id == last.id else {
      return false
    }
    let joined = items + next.items.dropFirst()
    answer = next.answer
    answer.items = joined
    asked += next.asked - 1
    return true
  }

  func index(of id: Item.ID?) -> Int? { items.firstIndex { $0.id == id } }
}
