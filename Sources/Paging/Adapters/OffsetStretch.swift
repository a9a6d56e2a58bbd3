/// What one request of an `OffsetSource` brought.
struct OffsetStretch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The offset of its first item.
  let start: Int
  /// The items asked for.
  let asked: Int
  var answer: OffsetPage<Item>

  var items: [Item] { answer.items }
  /// The offset that follows, by what was received: a service may give fewer than asked for.
  var end: Int { start + items.count }

  func index(of id: Item.ID?) -> Int? { items.firstIndex { $0.id == id } }
}
