import Feeds
import Paging
import Records
import Synchronization
import Viewers

/// A feed of a thousand numbers; its source can search for numbers that contain some digits or end
/// with them.
struct KeenFeed: Feed {
  /// The requests to the source.
  final class Requests: Sendable {
    private let all = Mutex<[PageRequest<Int>]>([])
    var count: Int { all.withLock { $0.count } }
    func note(_ request: PageRequest<Int>) { all.withLock { $0.append(request) } }
  }

  /// The pages; a cursor is the number before a position.
  struct Pages: PagingSource {
    let asked: Requests
    /// The number of items that one page examines; if none of them matches, the page ends there
    /// without items.
    let stretch: Int
    var isWanted: @Sendable (Int) -> Bool = { _ in true }
    var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Number, Int> {
      asked.note(request)
      if let early = earlyPage(request) { return early }
      let all = (1...1_000).filter(isWanted)
      let found: [Int]
      switch request.position {
      case .start, .number: found = Array(all.prefix(request.count))
      case .end: found = all.suffix(request.count)
      case .after(let cursor): found = Array(all.filter { $0 > cursor }.prefix(request.count))
      case .before(let cursor): found = all.filter { $0 <= cursor }.suffix(request.count)
      }
      guard let first = found.first, let last = found.last else {
        return Page(items: [], after: .end)
      }
      var page = Page<Number, Int>(
        items: found.map(Number.init), before: first == all.first ? .end : .more(first - 1),
        after: last == all.last ? .end : .more(last))
      page.itemCursors = found
      return page
    }

    /// A page without numbers, if none matches in the part that the page examines; otherwise nil.
    private func earlyPage(_ request: PageRequest<Int>) -> Page<Number, Int>? {
      let range: ClosedRange<Int>
      switch request.position {
      case .after(let cursor): range = cursor + 1...cursor + stretch
      case .before(let cursor): range = cursor - stretch + 1...cursor
      case .start: range = 1...stretch
      case .end: range = 1_001 - stretch...1_000
      case .number: return nil
      }
      guard !range.contains(where: isWanted) else { return nil }
      return Page(
        items: [], before: range.lowerBound > 1 ? .more(range.lowerBound - 1) : .end,
        after: range.upperBound < 1_000 ? .more(range.upperBound) : .end)
    }
  }

  let asked = Requests()
  /// The number of items that a page of a search examines.
  var stretch = 1_000
  var title: String { "Numbers" }
  var source: any PagingSource<Number, Int> { Pages(asked: asked, stretch: 1_000) }

  var searching: SourceSearch<Number, Int>? {
    SourceSearch(
      matching: { [asked, stretch] parts in
        guard parts.allSatisfy({ $0.text != nil }) else { return nil }
        return Pages(asked: asked, stretch: stretch) { number in
          parts.allSatisfy { part in
            let text = part.text ?? ""
            let isMet =
              text.hasSuffix("$")
              ? "\(number)".hasSuffix(text.dropLast()) : "\(number)".contains(text)
            return isMet != part.isNegated
          }
        }
      }, before: { $0.id - 1 }, behind: { $0.id })
  }

  func line(of number: Number) -> String { "number \(number.id)" }
  func fields(of number: Number) -> [JSONField] { [JSONField("number", .number(number.id))] }
}
