import Paging

struct Day: Identifiable, Sendable {
  let id: Int
}

struct DaySource: PagingSource {
  let total = 36_525

  var traits: PagingTraits { PagingTraits(opensAtEnd: true, opensAtItems: true) }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Day, Int> {
    let first =
      switch request.position {
      case .start: 0
      case .end: total - request.count
      case .item(let number): number
      case .after(let number): number
      case .before(let number): number - request.count
      }
    var end = first + request.count
    if case .before(let number) = request.position { end = number }
    let days = max(0, first)..<min(end, total)
    return Page(
      items: days.map(Day.init), before: days.lowerBound > 0 ? .more(days.lowerBound) : .end,
      after: days.upperBound < total ? .more(days.upperBound) : .end,
      extent: PageExtent(start: days.lowerBound, total: total))
  }
}
