import Records

/// What an answer says of the next page.
enum AnswerCursor: Equatable {
  /// What leads there, and the pointer to it.
  case cursor(String, String)
  /// That nothing follows, and the pointer to that.
  case end(String)
  /// Nothing.
  case none
}

extension Value {
  /// What may lead to a page: a text that is not empty, or a number.
  var cursorText: String? {
    switch kind {
    case .string: text.isEmpty ? nil : text
    case .number: text
    case .null, .bool, .object, .array: nil
    }
  }
}
