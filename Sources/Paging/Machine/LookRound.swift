/// A look at several pages, one after the other, and what is to be looked at once more.
struct LookRound: Hashable, Sendable {
  /// What is to be looked at when the look that is out is over.
  enum Again: Hashable, Sendable {
    case head, around
  }

  /// The numbers of the pages that are still to be looked at.
  var pages: [Int] = []
  /// Whether the source asked for it, and no reader.
  var isUpdate = false
  /// New items that the round has found.
  var new = 0
  /// What was asked for meanwhile.
  var again: Again?
  /// Whether a reader asked for that.
  var againForReader = false

  /// Begins a round of pages; what is to be looked at once more stays so.
  mutating func begin(_ pages: [Int], isUpdate: Bool = false) {
    (self.pages, self.isUpdate, new) = (pages, isUpdate, 0)
  }

  /// What is to be looked at once more, told once.
  mutating func takeAgain() -> (Again, isUpdate: Bool)? {
    guard let again else { return nil }
    defer { (self.again, againForReader) = (nil, false) }
    return (again, !againForReader)
  }

  /// Takes note that a look was asked for while one is out: what a reader asks for outranks what the
  /// source says.
  mutating func ask(_ again: Again, isUpdate: Bool) {
    if !isUpdate || self.again == nil { self.again = again }
    if !isUpdate { againForReader = true }
  }
}
