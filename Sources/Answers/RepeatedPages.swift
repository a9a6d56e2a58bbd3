import Records

/// A check that detects a service that sends its first page for every request.
///
/// Items with keys usually need no check: the paging engine sees that none of them is new.
struct RepeatedPageCheck {
  private var count = 0
  private var digest = 0
  /// The pages that were reported; if the user loads them again, they are accepted.
  private var told: Set<PageAddress> = []
  /// The pages that were refused in this load; only the first of them is reported, because the
  /// others were requested together with it.
  private var refused: [PageAddress] = []

  /// Records that the load has failed; from then on, the first refused page counts as reported.
  mutating func noteFailure() {
    if let first = refused.min(by: { $0.number < $1.number }) { told.insert(first) }
    refused = []
  }

  /// Stores the first page; for any other page, returns whether it begins with all items of the
  /// first page and has not been reported yet.
  ///
  /// - Parameter looksAtKeys: if true, an answer in which any item has a key is never reported,
  ///   because the engine recognizes repeated keys.
  mutating func isRepeated(
    by answer: Answer, at address: PageAddress, isFirst: Bool, looksAtKeys: Bool
  ) -> Bool {
    guard !isFirst else {
      (count, digest) = (answer.items.count, answer.items[...].digest)
      (told, refused) = ([], [])
      return false
    }
    let items = answer.items
    guard !looksAtKeys || items.allSatisfy({ $0.id.key == nil }), isBegun(by: answer) else {
      return false
    }
    return isNews(address)
  }

  /// Records that a page is refused; returns false if it has been reported already, in which case
  /// it is accepted.
  mutating func isNews(_ address: PageAddress) -> Bool {
    guard !told.contains(address) else { return false }
    refused.append(address)
    return true
  }

  /// Whether an answer begins with all items of the first page.
  func isBegun(by answer: Answer) -> Bool {
    count > 0 && answer.items.count >= count && answer.items[..<count].digest == digest
  }
}

/// A check that detects a service that sends the same page for different addresses, such as its
/// last page for every later page number.
///
/// Two equal pages can result from items that were inserted before them between the two requests;
/// three equal pages are very unlikely to result from that.
struct EqualPages {
  /// The two pages that arrived last.
  private var latest: [(address: PageAddress, digest: Int)] = []
  /// The number of items on the fullest page.
  private var fullest = 0

  /// Stores a page, and returns whether it equals the two pages with other addresses that arrived
  /// before it.
  mutating func isThird(_ answer: Answer, at address: PageAddress, isFirst: Bool) -> Bool {
    if isFirst { (latest, fullest) = ([], 0) }
    latest.removeAll { $0.address == address }
    guard !answer.items.isEmpty else { return false }
    fullest = max(fullest, answer.items.count)
    let digest = answer.items[...].digest
    let isThird = latest.count == 2 && latest.allSatisfy { $0.digest == digest }
    latest = latest.suffix(1) + [(address: address, digest: digest)]
    return isThird && isDistinct(answer)
  }

  /// Whether a page that equals others must be a repetition; a full page of equal items without
  /// keys may equal others by chance.
  private func isDistinct(_ answer: Answer) -> Bool {
    let items = answer.items
    guard !answer.hasKeys, items.count == fullest else { return true }
    let first = items.prefix(1).digest
    return items.indices.contains { items[$0...$0].digest != first }
  }
}

/// A check that detects a service whose cursors lead back to earlier pages, which would make the
/// list endless.
struct CursorCircle {
  /// The hash of the next cursor of each page, by the hash of the cursor of the page.
  private var successors: [Int: Int] = [:]
  /// The maximum number of pages, which limits the memory; a longer circle is not noticed.
  private static let mostPages = 10_000

  /// Stores the next cursor of a page, and returns whether the page at that cursor has led to this
  /// page.
  ///
  /// A cursor that leads to itself does not count, because the paging engine refuses it.
  mutating func isClosed(by next: AnswerCursor?, from cursor: AnswerCursor?) -> Bool {
    if cursor == nil || successors.count >= Self.mostPages { successors = [:] }
    guard let cursor, let next, next != cursor else { return false }
    let start = cursor.hashValue
    var place = next.hashValue
    successors[start] = place
    for _ in successors {
      guard let following = successors[place] else { return false }
      if following == start { return true }
      place = following
    }
    return false
  }
}

extension Answer {
  /// Whether all items have keys.
  var hasKeys: Bool { items.allSatisfy { $0.id.key != nil } }
}

/// A check that detects keys that are unique only within a page, such as the rank of an item on its
/// page.
///
/// It compares the first page with only one other page. Later, items of the first page may have
/// moved to other pages, and their content may also have changed.
struct LocalKeyCheck {
  /// The digests of the items on the first page, by their keys.
  private var first: [AnswerKey: Int] = [:]
  /// Whether the keys are unique only within a page; nil before a second page.
  private var result: Bool?

  /// Stores the first page, unless it has already been compared with another page.
  mutating func note(first answer: Answer) {
    guard result == nil else { return }
    first = [:]
    for (index, item) in answer.items.enumerated() {
      guard let key = item.id.key else { continue }
      first[key] = answer.items[index...index].digest
    }
  }

  /// Whether the keys of a later page are unique only within that page.
  mutating func areLocal(keysOf answer: Answer) -> Bool {
    if let result { return result }
    guard answer.items.count > 1 else { return false }
    let found = hasOthers(answer)
    (result, first) = (found, [:])
    return found
  }

  /// Whether at least half of the items, and at least two, have keys of the first page, and all of
  /// these differ from the items of the first page.
  private func hasOthers(_ answer: Answer) -> Bool {
    var shared = 0
    for (index, item) in answer.items.enumerated() {
      guard let key = item.id.key, let digest = first[key] else { continue }
      guard digest != answer.items[index...index].digest else { return false }
      shared += 1
    }
    return shared > 1 && shared * 2 >= answer.items.count
  }
}

extension ArraySlice<AnswerItem> {
  /// A hash of the bytes of the items.
  fileprivate var digest: Int {
    var hasher = Hasher()
    for item in self {
      switch item.content {
      case .record(let record): hasher.combine(record.raw)
      case .text(let text): hasher.combine(text)
      }
    }
    return hasher.finalize()
  }
}
