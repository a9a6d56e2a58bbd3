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
  mutating func isRepeated(by answer: Answer, at address: PageAddress, isFirst: Bool) -> Bool {
    guard !isFirst else {
      (count, digest) = (answer.items.count, Self.digest(answer.items[...]))
      (told, refused) = ([], [])
      return false
    }
    let items = answer.items
    guard count > 0, items.count >= count, items.allSatisfy({ $0.id.key == nil }),
      Self.digest(items[..<count]) == digest
    else { return false }
    guard !told.contains(address) else { return false }
    refused.append(address)
    return true
  }

  private static func digest(_ items: ArraySlice<AnswerItem>) -> Int {
    var hasher = Hasher()
    for item in items {
      switch item.content {
      case .record(let record): hasher.combine(record.raw)
      case .text(let text): hasher.combine(text)
      }
    }
    return hasher.finalize()
  }
}
