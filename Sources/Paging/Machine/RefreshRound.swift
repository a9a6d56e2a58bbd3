/// A refresh of several pages, one after the other, and what is to be refreshed once more.
struct RefreshRound: Hashable, Sendable {
  /// What is to be refreshed when the refresh that is out is over.
  enum Again: Hashable, Sendable {
    case head, around
  }

  /// Whether the pages that are drawn are looked at, and not the head alone.
  var isAround = false
  /// Answers that had been taken when it began: a page that came before is still to be refreshed.
  var start = 0
  /// The numbers of the pages that were asked for.
  var asked: Set<Int> = []
  /// The numbers of the pages below which it was looked.
  var askedBelow: Set<Int> = []
  /// The number of the page that the source says is as it was.
  var unchanged: Int?
  /// Whether the head was asked for, which is no page that is held.
  var looksAtHead = false
  /// Whether the source asked for it, and no reader.
  var isUpdate = false
  /// New items that the round has found.
  var new = 0
  /// What was asked for meanwhile.
  var again: Again?
  /// Whether a reader asked for that.
  var againForReader = false

  /// Begins a round; what is to be refreshed once more stays so.
  mutating func begin(around isAround: Bool, at start: Int, isUpdate: Bool = false) {
    (self.isAround, self.start, self.isUpdate) = (isAround, start, isUpdate)
    (asked, askedBelow, unchanged, looksAtHead, new) = ([], [], nil, false, 0)
  }

  /// What is to be refreshed once more, told once.
  mutating func takeAgain() -> (Again, isUpdate: Bool)? {
    guard let again else { return nil }
    defer { (self.again, againForReader) = (nil, false) }
    return (again, !againForReader)
  }

  /// Takes note that a refresh was asked for while one is out: the reader's request outranks the
  /// source's message.
  mutating func ask(_ again: Again, isUpdate: Bool) {
    if !isUpdate || self.again == nil { self.again = again }
    if !isUpdate { againForReader = true }
  }
}
