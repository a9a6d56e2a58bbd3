import Randomness
import Testing
@testable import Records

@Suite struct `An order of columns` {
  private func order(_ count: Int, hidden: Set<Int> = []) -> ColumnOrder {
    var order = ColumnOrder()
    for column in 0..<count { order.append(isHidden: hidden.contains(column)) }
    return order
  }

  @Test func `hides a column in its place, and shows it there again`() {
    var order = order(4)
    #expect(order.hide(1) == 1)
    #expect(order.hide(1) == nil)
    #expect(order.hide(0) == 0)
    #expect(order.shown == [2, 3])
    #expect(order.all == [0, 1, 2, 3])
    #expect(order.show(1) == 0)
    #expect(order.show(1) == nil)
    #expect(order.show(0) == 0)
    #expect(order.shown == [0, 1, 2, 3])
  }

  @Test func `moves past what is hidden`() {
    var order = order(4, hidden: [1])
    #expect(order.exchangeWithNext(0) == nil)
    #expect(order.all == [1, 0, 2, 3])
    #expect(order.exchangeWithNext(1) == 0)
    #expect(order.all == [1, 2, 0, 3])
    #expect(order.shown == [2, 0, 3])
    #expect(order.show(1) == 0)
  }

  @Test func `tells the fewest moves`() {
    var order = order(5)
    #expect(order.moves.isEmpty)
    order.arrange([4, 0, 2, 1, 3]) { _ in false }
    #expect(order.moves.count == 2)
    #expect(order.moves.first?.column == 4)
    #expect(order.moves.first?.predecessor == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `agrees with a plain model, and its moves make it again`(start: UInt64) {
    var random = SplitMix64(start: start)
    let count = Int.random(in: 1...12, using: &random)
    var (order, all, hidden) = (order(count), Array(0..<count), Set<Int>())
    for _ in 0..<200 {
      let column = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: if order.hide(column) != nil { hidden.insert(column) }
      case 1: if order.show(column) != nil { hidden.remove(column) }
      default:
        let place = Int.random(in: 0..<count, using: &random)
        guard place + 1 < count else { continue }
        _ = order.exchangeWithNext(place)
        all.swapAt(place, place + 1)
      }
      let shown = all.filter { !hidden.contains($0) }
      #expect(order.all == all)
      #expect(order.shown == shown)
      #expect(all.indices.allSatisfy { order.place(of: all[$0]) == $0 })
      #expect(all.allSatisfy { order.position(of: $0) == shown.firstIndex(of: $0) })
      #expect(Self.remade(order) == all)
    }
  }

  /// The order that results if a saved layout repeats the moves by name.
  private static func remade(_ order: ColumnOrder) -> [Int] {
    var arrangement = SavedColumnLayout()
    arrangement.moves = order.moves.map { move in
      SavedColumnLayout.Move(
        name: "\(move.column)", predecessor: move.predecessor.map { "\($0)" })
    }
    return arrangement.order(of: order.all.count) { Int($0) }
  }
}

@Suite struct `A condition on a column` {
  private static let columns: Set = [
    "level", "status", "path", "a.b", "with blank", "ends ", "a=b", "naïve", "",
  ]

  private static func condition(_ text: String) -> ColumnCondition? {
    let read = try? ConditionExpression(text) { columns.contains($0) ? $0 : nil }
    return if case .condition(let condition)? = read { condition } else { nil }
  }

  @Test(arguments: [
    ("level=error", "level", ColumnOperator.equal, "error"),
    ("level!=error", "level", .notEqual, "error"),
    ("status>=500", "status", .atLeast, "500"), ("status>500", "status", .greater, "500"),
    ("status<500", "status", .less, "500"), ("status<=500", "status", .atMost, "500"),
    ("path~^/api", "path", .matching, "^/api"), ("path!~^/api", "path", .notMatching, "^/api"),
    ("a.b=1", "a.b", .equal, "1"), ("  level  =  error  ", "level", .equal, "error"),
    ("with blank=x", "with blank", .equal, "x"), ("ends =x", "ends ", .equal, "x"),
    ("a=b=c", "a=b", .equal, "c"), ("level=a=b", "level", .equal, "a=b"),
    ("level==error", "level", .equal, "error"), ("level=", "level", .equal, ""),
    (#"level=" x ""#, "level", .equal, " x "),
    (#"level=""#, "level", .equal, "\""), (#"path~"a""#, "path", .matching, "a"),
    ("naïve=ü", "naïve", .equal, "ü"), ("=x", "", .equal, "x"),
  ])
  func `is read`(text: String, column: String, comparison: ColumnOperator, value: String) throws {
    let condition = try #require(Self.condition(text))
    #expect(condition.column == column)
    #expect(condition.comparison == comparison)
    #expect(condition.value == value)
  }

  @Test(arguments: [
    "error", "", "Level=error", "levels=error", "level", "status 500", "x>=500", "a=1", "a.b.c=1",
    "level: error",
  ])
  func `is none where no column has that name`(text: String) {
    #expect(Self.condition(text) == nil)
  }
}
