/// What stands in a command or an address for something that is another on each page.
public enum Placeholder: String, CaseIterable, Hashable, Sendable {
  /// The number of the page.
  case page
  /// How many items precede the page.
  case offset
  /// How many items are wanted.
  case limit
  /// What the page before has said to lead here.
  case cursor
  /// The identity of the last item of the page before.
  case last

  /// As it is written: `{page}`.
  public var text: String { "{\(rawValue)}" }
}

/// Which page is asked for, by what a command or an address says it.
public enum PageAddress: Hashable, Sendable {
  /// A page with a number, as the service counts from `PagedAnswers.Options.firstPage` on.
  case page(Int)
  /// The page that this many items precede.
  case offset(Int)
  /// The page that the one before led to; nil for the first.
  case cursor(AnswerCursor?)
  /// The page after the item with a key; nil for the first.
  case last(AnswerKey?)

  /// The value that says it; nil on the first page of those that have none then.
  public var value: String? {
    switch self {
    case .page(let number), .offset(let number): "\(number)"
    case .cursor(let cursor): cursor?.text
    case .last(let key): key?.text
    }
  }

  /// Whether it is that of the first page.
  ///
  /// - Parameter number: the number of the first page.
  package func isFirst(from number: Int) -> Bool {
    switch self {
    case .page(let page): page == number
    case .offset(let offset): offset == 0
    case .cursor(let cursor): cursor == nil
    case .last(let key): key == nil
    }
  }

  /// The placeholder that says it.
  package var placeholder: Placeholder {
    switch self {
    case .page: .page
    case .offset: .offset
    case .cursor: .cursor
    case .last: .last
    }
  }

  /// What the reader is told.
  package var words: String {
    switch self {
    case .page(let number): "page \(number)"
    case .offset(let offset): "offset \(offset)"
    case .cursor(nil), .last(nil): "first page"
    case .cursor: "page at a cursor"
    case .last: "page after an item"
    }
  }

  /// The number of a page, to know the first of several.
  var number: Int {
    switch self {
    case .page(let number), .offset(let number): number
    case .cursor, .last: 0
    }
  }

  /// Where the answer stands in the list.
  var place: AnswerPlace {
    switch self {
    case .page(let number): AnswerPlace(page: "\(number)")
    case .offset(let offset): AnswerPlace(start: offset)
    case .cursor, .last: AnswerPlace(page: Self.shortened(value ?? ""))
    }
  }

  /// A long value by a number of it, because each item without an identity has it in its own.
  private static func shortened(_ value: String) -> String {
    value.utf8.count <= 64 ? value : "\(value.utf8.count) \(value.hashValue)"
  }
}

/// Where an answer stands in the list: items without a key are told apart by it.
public struct AnswerPlace: Hashable, Sendable {
  /// The page, such as its number or its cursor; empty where places are counted through all pages.
  public let page: String
  /// How many items precede the answer's first one on that page; of an empty page, among all items.
  public let start: Int

  /// Creates a place.
  public init(page: String = "", start: Int = 0) {
    (self.page, self.start) = (page, start)
  }
}
