/// The items of an answer before they have identities.
struct AnswerContent {
  var items: [AnswerItem.Content]
  var next: String?
  /// Whether all of it is one object, in which things can be looked up.
  var isObject = false
  var explanation: String
  let format: AnswerFormat

  init(_ items: [AnswerItem.Content], _ explanation: String, as format: AnswerFormat) {
    (self.items, self.explanation, self.format) = (items, explanation, format)
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
