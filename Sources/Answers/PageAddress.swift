/// A placeholder in a command or an address, replaced for each page.
public enum Placeholder: String, CaseIterable, Hashable, Sendable {
  /// The number of the page.
  case page
  /// The number of items before the page.
  case offset
  /// The requested number of items.
  case limit
  /// The cursor from the previous page.
  case cursor
  /// The key of the last item of the previous page.
  case last

  /// The placeholder as it is written: `{page}`.
  public var text: String { "{\(rawValue)}" }
}

/// The address of a page in a request.
public enum PageAddress: Hashable, Sendable {
  /// The page with this number; the first page has the number `PagedAnswers.Options.firstPage`.
  case page(Int)
  /// The page after this many items.
  case offset(Int)
  /// The page at a cursor; nil for the first page.
  case cursor(AnswerCursor?)
  /// The page after the item with a key; nil for the first page.
  case last(AnswerKey?)

  /// The value that replaces the placeholder; nil for the first page if pages are found by cursors
  /// or keys.
  public var value: String? {
    switch self {
    case .page(let number), .offset(let number): "\(number)"
    case .cursor(let cursor): cursor?.text
    case .last(let key): key?.text
    }
  }

  /// Whether this is the first page.
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

  /// The placeholder for this kind of address.
  package var placeholder: Placeholder {
    switch self {
    case .page: .page
    case .offset: .offset
    case .cursor: .cursor
    case .last: .last
    }
  }

  /// A description of the address, for messages.
  package var words: String {
    switch self {
    case .page(let number): "page \(number)"
    case .offset(let offset): "offset \(offset)"
    case .cursor(nil), .last(nil): "first page"
    case .cursor: "page requested with a cursor"
    case .last: "page after an item"
    }
  }

  /// A number by which pages are ordered; 0 for cursors and keys.
  var number: Int {
    switch self {
    case .page(let number), .offset(let number): number
    case .cursor, .last: 0
    }
  }

  /// The position of the answer in the list.
  var place: AnswerPlace {
    switch self {
    case .page(let number): AnswerPlace(page: "\(number)")
    case .offset(let offset): AnswerPlace(start: offset)
    case .cursor, .last: AnswerPlace(page: Self.shortened(value ?? ""))
    }
  }

  /// Shortens a long value to its length and hash, because the identity of each item without a key
  /// contains it.
  private static func shortened(_ value: String) -> String {
    value.utf8.count <= 64 ? value : "\(value.utf8.count) \(value.hashValue)"
  }
}

/// The position of an answer in the list, which is part of the identity of items without a key.
public struct AnswerPlace: Hashable, Sendable {
  /// The page, such as its number or cursor; empty if positions count through all pages.
  public let page: String
  /// The number of items before the answer's first item on its page, or in the whole list if `page`
  /// is empty.
  public let start: Int

  /// Creates a place.
  public init(page: String = "", start: Int = 0) {
    (self.page, self.start) = (page, start)
  }
}
