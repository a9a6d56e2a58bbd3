/// The mapping between the indices of entries and their pages.
///
/// Every entry has an *ordinal*, which stays the same when entries are added or removed at the ends
/// of the list; the ordinal of a page is that of its first entry. The index of an entry is its
/// ordinal minus that of the first entry of the list.
///
/// Cost: a lookup is O(log pages). A change of a page's size updates the ordinals of the pages on
/// the side that has fewer pages: almost none for a change at an end, and half of them for a change
/// in the middle.
struct PageIndex: Sendable {
  /// The ordinal of the first entry.
  private(set) var firstOrdinal = 0
  /// The number of entries.
  private(set) var count = 0
  private var starts = Deque<Int>()
  private var numbers = Deque<Int>()
  private var startOf: [Int: Int] = [:]

  var pageCount: Int { numbers.count }

  /// Returns the index of a page's first entry.
  func start(ofPage page: Int) -> Int {
    page < starts.count ? starts[page] - firstOrdinal : count
  }

  /// Returns the index of the first entry of the page with the given number.
  func start(ofNumber number: Int) -> Int? { startOf[number].map { $0 - firstOrdinal } }

  /// Returns the index of the page with the given number.
  func page(ofNumber number: Int) -> Int? {
    guard let start = startOf[number] else { return nil }
    var page = firstPage { $0 >= start }
    while page < numbers.count, numbers[page] != number { page += 1 }
    return page < numbers.count ? page : nil
  }

  /// Returns the index of the page that contains an entry.
  func page(ofEntry index: Int) -> Int { firstPage { $0 > index + firstOrdinal } - 1 }

  /// Inserts an empty page.
  mutating func insert(number: Int, at page: Int) {
    let ordinal = start(ofPage: page) + firstOrdinal
    starts.insert(ordinal, at: page)
    numbers.insert(number, at: page)
    startOf[number] = ordinal
  }

  /// Removes an empty page.
  mutating func remove(at page: Int) {
    startOf[numbers[page]] = nil
    starts.remove(at: page)
    numbers.remove(at: page)
  }

  /// Changes the number of entries in a page.
  mutating func resize(_ page: Int, by change: Int) {
    count += change
    if page < pageCount - 1 - page {
      for above in 0...page { move(above, by: -change) }
      firstOrdinal -= change
    } else {
      for below in (page + 1)..<max(page + 1, pageCount) { move(below, by: change) }
    }
  }

  private mutating func move(_ page: Int, by change: Int) {
    starts[page] += change
    startOf[numbers[page]] = starts[page]
  }

  /// Returns the index of the first page whose ordinal satisfies a condition, which all later pages
  /// satisfy too.
  private func firstPage(where isBehind: (_ start: Int) -> Bool) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(starts[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
