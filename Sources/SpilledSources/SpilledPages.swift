import Paging

/// The pages that a source has given, each after the one that it followed: their items in a file,
/// what leads from one to the other in memory.
struct SpilledPages<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: ~Copyable {
  typealias Answer = Page<Item, SpillCursor>

  private var ring: SpillRing
  private let coding: SpillCoding<Item>
  private var pages: [Int: SpilledPage] = [:]
  private var next: [Int: Int] = [:]
  /// What the source says follows the last page of each chain; a chain begins where the source is
  /// asked for its start.
  private var tails: [Int: Continuation<Cursor>] = [:]
  /// Items of pages that are no longer kept.
  private(set) var lostCount = 0

  init(in ring: consuming SpillRing, coding: SpillCoding<Item>) {
    self.ring = ring
    self.coding = coding
  }

  /// The page that has been kept for the longest time, nil before there is one.
  var oldest: Int? { ring.numbers.first }

  /// Keeps a page that follows another, or begins a chain.
  ///
  /// - Throws: why it is not kept; then all is as it was.
  mutating func keep(
    _ page: Page<Item, Cursor>, after previous: Int?
  ) throws(PagingError) -> Answer {
    let number = try append(coding.encode(page.items))
    pages[number] = SpilledPage(page, after: previous)
    tails[number] = page.after
    if let previous { (next[previous], tails[previous]) = (number, nil) }
    var answer = answer(number, items: page.items)
    (answer.pause, answer.validator) = (page.pause, page.validator)
    return answer
  }

  /// A page as it was when it came; nil where later ones have taken its place.
  ///
  /// - Throws: why it cannot be read.
  func page(_ number: Int) throws(PagingError) -> Answer? {
    guard let bytes = try bytes(of: number) else { return nil }
    return answer(number, items: try coding.decode(bytes))
  }

  /// The page before another; nil of a first one, and where neither is kept.
  func number(before number: Int) -> Int? { pages[number]?.previous }

  /// The page after another; nil where none has come or it is no longer kept.
  func number(after number: Int) -> Int? { next[number] }

  /// What the source says follows a page, nil unless it is the last one of a chain.
  func tail(_ number: Int) -> Continuation<Cursor>? { tails[number] }

  private func answer(_ number: Int, items: [Item]) -> Answer {
    let cursor = SpillCursor(page: number)
    let after: Continuation<SpillCursor> =
      switch tails[number] {
      case .end?: .end
      case .unknown?: .unknown(cursor)
      case .more?, nil: .more(cursor)
      }
    let page = pages[number]
    var answer = Answer(
      items: items, before: page?.previous == nil ? .end : .more(cursor), after: after,
      extent: page?.extent)
    answer.leftOut = page?.leftOut ?? 0
    return answer
  }

  private func bytes(of number: Int) throws(PagingError) -> [UInt8]? {
    do throws(SpillError) { return try ring.read(number) } catch { throw error.asFailedLoad }
  }

  private mutating func append(_ bytes: [UInt8]) throws(PagingError) -> Int {
    let oldest = ring.numbers.lowerBound
    defer { for number in oldest..<ring.numbers.lowerBound { forget(number) } }
    do throws(SpillError) { return try ring.append(bytes) } catch { throw error.asFailedLoad }
  }

  /// Forgets a page that has been overwritten, and the way that led to it from above.
  private mutating func forget(_ number: Int) {
    guard let page = pages.removeValue(forKey: number) else { return }
    lostCount += page.count
    if let previous = page.previous, next[previous] == number { next[previous] = nil }
  }
}
