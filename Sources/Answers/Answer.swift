import Records

/// What an answer says: its items, what leads on, and how that was found.
public struct Answer: Sendable {
  /// The items in their order.
  public let items: [AnswerItem]
  /// What leads to the next page; nil where there is nothing.
  public var next: AnswerCursor?
  /// Whether more follows, where a flag says so.
  public var hasMore: Bool?
  /// How many items and pages there are, as far as the answer says it.
  public var counts = AnswerCounts()
  /// Whether the answer could have said what leads on: an object of JSON, or nothing at all.
  public let canLeadOn: Bool
  /// What was found and why, as a sentence without its full stop.
  public let explanation: String
  /// How the answer was read; nil where it has nothing.
  let layout: AnswerLayout?
  /// The field by which items are told apart; nil where their places do that.
  var idField: FieldPath?
}

/// The items of an answer before they have identities.
struct AnswerContent {
  var items: [RecordContent]
  var next: AnswerCursor?
  var hasMore: Bool?
  var counts = AnswerCounts()
  /// Whether all of it is one object, in which things can be looked up.
  var isObject = false
  var explanation: String
  let layout: AnswerLayout

  init(_ items: [RecordContent], _ explanation: String, as layout: AnswerLayout) {
    (self.items, self.explanation, self.layout) = (items, explanation, layout)
  }

  /// Whether one item is a record at least.
  var hasRecords: Bool {
    items.contains { if case .record = $0 { true } else { false } }
  }
}

extension Int {
  /// A number with what it counts: `1 item`, `2 items`.
  func of(_ one: String) -> String { "\(self) \(one)\(self == 1 ? "" : "s")" }
}
