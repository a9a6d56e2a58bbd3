import Records

/// A check that detects a service that sends its first page for every request.
///
/// Items with keys need no check: the paging engine sees that none of them is new.
struct RepeatedPageCheck {
  private var count = 0
  private var digest = 0
  /// The pages that were reported; if the user loads them again, they are accepted.
  private var told: Set<PageAddress> = []
  /// The pages that were refused in this load; only the first of them is reported, because the
  /// others were requested together with it.
  private var refused: [PageAddress] = []

  /// Records that the load has failed, so that the first refused page counts as reported.
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
    guard !told.contains(address) else { return false }
    refused.append(address)
    return true
  }

  /// Whether an answer begins with all items of the first page.
  func isBegun(by answer: Answer) -> Bool {
    count > 0 && answer.items.count >= count && answer.items[..<count].digest == digest
  }
}

/// A check that detects a service that sends its last page again for every later page number.
///
/// Two equal pages can result from items that were inserted before them between the two requests;
/// three are most unlikely to.
struct EqualPages {
  /// The digests of the latest pages, by page number.
  private var digests: [Int: Int] = [:]

  /// Stores a page, and returns whether it equals the two pages before it.
  mutating func isThird(_ answer: Answer, _ number: Int) -> Bool {
    // Items without keys may be equal by chance.
    guard !answer.items.isEmpty, answer.items.allSatisfy({ $0.id.key != nil }) else {
      digests[number] = nil
      return false
    }
    let digest = answer.items[...].digest
    digests[number] = digest
    if digests.count > 64 { digests = digests.filter { abs($0.key - number) < 16 } }
    return digests[number - 1] == digest && digests[number - 2] == digest
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
