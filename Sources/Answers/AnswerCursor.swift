public import Records

/// What leads to the next page: a value of JSON as an answer has it.
///
/// A text or a number for most services; an array with Elasticsearch, an object with DynamoDB.
public struct AnswerCursor: Hashable, Sendable {
  /// The value as it is written in the answer, byte for byte: a text with its quotes and escapes, a
  /// number with all its digits.
  public let json: [UInt8]
  /// What stands for it in a command or an address: of a text its content, of anything else `json`.
  public let text: String

  /// The cursor that a value is; nil where it says that nothing follows, as null, false, and what is
  /// empty do.
  public init?(_ value: Value) {
    switch value.kind {
    case .null: return nil
    case .bool: if value.bool == false { return nil }
    case .string: if value.utf8.isEmpty { return nil }
    case .array: if value.elements?.isEmpty ?? true { return nil }
    case .object: if value.record?.isEmpty ?? true { return nil }
    case .number: break
    }
    (json, text) = (Array(value.raw), value.text)
  }
}

/// What an answer says of the next page.
enum AnswerContinuation: Equatable {
  /// What leads there, and the pointer to it.
  case cursor(AnswerCursor, String)
  /// That nothing follows, and the pointer to that.
  case end(String)
  /// Nothing.
  case none
}
