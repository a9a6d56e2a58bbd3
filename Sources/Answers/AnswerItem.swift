public import Records

/// An item of an answer.
public struct AnswerItem: Identifiable, Sendable {
  /// What an item is.
  public enum Content: Sendable {
    /// An object of JSON, or a row of comma-separated values.
    case record(Record)
    /// A line, without its end, or a value of JSON that is no object: a string without its quotes.
    case text(ArraySlice<UInt8>)
  }

  /// What tells it from other items, also those of other answers.
  public let id: AnswerItemID
  /// What it is; it shares the memory of the answer.
  public let content: Content

  /// Creates an item.
  public init(id: AnswerItemID, content: Content) {
    (self.id, self.content) = (id, content)
  }

  /// The record, where it is one.
  public var record: Record? { if case .record(let record) = content { record } else { nil } }
}
