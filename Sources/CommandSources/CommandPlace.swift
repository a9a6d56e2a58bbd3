import Answers

/// Which page a command is run for.
enum CommandPlace: Hashable, Sendable {
  case page(Int)
  case offset(Int)
  case cursor(String?)
  case last(String?)

  /// Where the answer stands in the list.
  var answerPlace: AnswerPlace {
    switch self {
    case .page(let number): AnswerPlace(page: "\(number)")
    case .offset(let offset): AnswerPlace(start: offset)
    case .cursor(let value), .last(let value): AnswerPlace(page: Self.shortened(value ?? ""))
    }
  }

  /// A long cursor by a number of it, because each item without an identity has it in its own.
  private static func shortened(_ value: String) -> String {
    value.utf8.count <= 64 ? value : "\(value.utf8.count) \(value.hashValue)"
  }

  /// The placeholder that says it.
  var placeholder: Placeholder {
    switch self {
    case .page: .page
    case .offset: .offset
    case .cursor: .cursor
    case .last: .last
    }
  }

  /// The value of the placeholder; nil on the first page of those that have none then.
  var value: String? {
    switch self {
    case .page(let number), .offset(let number): "\(number)"
    case .cursor(let value), .last(let value): value
    }
  }

  /// What the reader is told.
  var words: String {
    switch self {
    case .page(let number): "page \(number)"
    case .offset(let offset): "offset \(offset)"
    case .cursor(nil), .last(nil): "first page"
    case .cursor: "page at a cursor"
    case .last: "page after an item"
    }
  }
}
