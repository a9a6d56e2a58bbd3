import Records

/// What the first page had, to know a service that answers with the same page for ever.
///
/// Items with keys need no such check: the engine sees that none of them is new.
struct RepeatedPageCheck {
  private var count = 0
  private var digest = 0
  /// Pages that the reader was told of, who goes on all the same.
  private var told: Set<PageAddress> = []
  /// Pages that were refused, of which the reader is told one: the others were asked for beside it.
  private var refused: [PageAddress] = []

  /// The load has failed, and so the reader is told of the first of them; they may be shown after that.
  mutating func noteFailure() {
    if let first = refused.min(by: { $0.number < $1.number }) { told.insert(first) }
    refused = []
  }

  /// Takes note of a first page, and says whether another one begins with all of it, unless the reader was told.
  ///
  /// - Parameter looksAtKeys: whether items with keys are left to the engine.
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

  /// Whether an answer begins with all of the first page.
  func isBegun(by answer: Answer) -> Bool {
    count > 0 && answer.items.count >= count && answer.items[..<count].digest == digest
  }
}

/// What came of some pages in a row, to know a last page that comes again for every number behind it.
///
/// Two equal pages may come of items that were inserted above between them, and three do not.
struct EqualPages {
  /// The digests of pages by their numbers, the last ones of which are kept.
  private var digests: [Int: Int] = [:]

  /// Takes note of a page, and says whether the two before it are the same.
  mutating func isThird(_ answer: Answer, _ number: Int) -> Bool {
    // Items without keys may be the same by chance.
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
  /// A number of their bytes.
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
