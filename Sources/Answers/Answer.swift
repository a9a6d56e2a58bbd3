import Records

/// What an answer says: its items, what leads on, and how that was found.
public struct Answer: Sendable {
  /// The items in their order.
  public let items: [AnswerItem]
  /// What leads to the next page: a token, a number or an address; nil where there is none.
  public let next: String?
  /// Whether the answer could have said what leads on: an object of JSON, or nothing at all.
  public let canLeadOn: Bool
  /// What was found and why, as a sentence without its full stop.
  public let explanation: String
  /// How the answer was read; `auto` where it has nothing.
  public let format: AnswerFormat
  /// The field by which items are told apart; nil where their places do that.
  var idField: FieldPath?
}
