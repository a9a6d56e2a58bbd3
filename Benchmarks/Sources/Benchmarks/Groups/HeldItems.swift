import Paging

/// A paging machine that holds many items and may drop none of them.
struct HeldItems {
  /// An item that consists of its number.
  struct Item: Identifiable, Sendable {
    let id: Int
  }

  private typealias Machine = PagerMachine<Item, Int>

  private var machine: Machine
  private var screen = 0
  private static let (pageSize, lines) = (50, 49)

  /// Loads `count` items, page by page, like a reader who scrolls down.
  init(count: Int) throws(MeasureError) {
    do throws(PagerConfigurationError) {
      let numbers = try PagerConfiguration(pageSize: Self.pageSize, keep: 1 << 40)
      machine = Machine(configuration: numbers)
    } catch {
      throw MeasureError("the machine: \(error)")
    }
    try answer(machine.handle(.refresh))
    while machine.count < count { _ = try extend() }
  }

  /// The time taken by a hundred frames in the middle of the items; most of the frames scroll by a
  /// line.
  mutating func viewports() -> Duration {
    let start = ContinuousClock.now
    for _ in 0..<100 {
      screen = (screen + 1) % 50
      let first = machine.count / 2 + screen
      _ = machine.handle(.viewport(first..<first + Self.lines))
    }
    return .now - start
  }

  /// The time taken by a refresh that finds nothing new.
  mutating func refresh() throws(MeasureError) -> Duration {
    let start = ContinuousClock.now
    try answer(machine.handle(.refresh))
    return .now - start
  }

  /// The time taken by a frame at the end, the load that it needs, and the answer.
  mutating func extend() throws(MeasureError) -> Duration {
    let count = machine.count
    let start = ContinuousClock.now
    try answer(machine.handle(.viewport(count - Self.lines..<count)))
    return .now - start
  }

  private mutating func answer(_ effects: [Machine.Effect]) throws(MeasureError) {
    let tickets = effects.compactMap { effect -> Ticket<Int>? in
      guard case .load(let ticket) = effect else { return nil }
      return ticket
    }
    guard let ticket = tickets.first else { throw MeasureError("the machine asked for no page") }
    var first = 0
    if case .after(let cursor) = ticket.request.position { first = cursor }
    let end = first + Self.pageSize
    let page = Page<Item, Int>(items: (first..<end).map(Item.init), after: .more(end))
    _ = machine.handle(.loaded(ticket, page))
  }
}
