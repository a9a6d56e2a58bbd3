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
    case .cursor(let cursor): AnswerPlace(page: cursor ?? "")
    case .last(let key): AnswerPlace(page: key ?? "")
    }
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
