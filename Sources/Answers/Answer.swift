public import Records

/// One parsed answer of a service or a command: its items, the cursors of the neighboring pages,
/// and its counts.
public struct Answer: Sendable {
  /// The items, in the order of the answer.
  public package(set) var items: [AnswerItem]
  /// The cursor of the next page; nil if the answer has none.
  public var next: AnswerCursor?
  /// The JSON pointer to the cursor of the next page; nil if the answer has none.
  public var nextPath: String?
  /// The JSON pointer to the array of the items in an object; nil if the answer has none.
  package var itemsPath: String?
  /// The address of the next page as the answer gives it, possibly relative; nil if it gives none.
  public var link: AnswerCursor?
  /// The address of the previous page as the answer gives it, possibly relative; nil if it gives
  /// none.
  public var previousLink: AnswerCursor?
  /// The token of the previous page, which a request sends in the same place as the token of the
  /// next page; nil if the answer has none.
  public var previousToken: AnswerCursor?
  /// Whether a member for the next page has a value that marks the last page, such as null or an
  /// empty string.
  public var saysNothingFollows = false
  /// The JSON pointer to a string that may be the next cursor or a title, if nothing else is found;
  /// nil otherwise.
  var doubtfulPath: String?
  /// Whether more items follow: parsed from a flag of the answer, or inferred later from other
  /// signs, such as a missing link; nil if nothing shows it.
  public var hasMore: Bool?
  /// The numbers of items and pages that the answer states.
  public var counts = AnswerCounts()
  /// Whether the answer has a form that can carry a cursor: a JSON object with the items in an
  /// array, or an empty answer.
  public let canLeadOn: Bool
  /// A description of how the items and the cursor were found, as a sentence without a period.
  public let explanation: String
  /// The way in which the answer was parsed; nil if the answer is empty.
  let layout: AnswerLayout?
  /// The field whose values identify the items; nil if no field does.
  var idField: FieldPath?
}

/// The parsed answer before its items have identities.
struct AnswerContent {
  var items: [RecordContent]
  /// The names of the items, if they are the members of an object.
  var names: [String]?
  var next: AnswerCursor?
  var nextPath: String?
  /// The JSON pointer to the items.
  var itemsPath: String?
  var link: AnswerCursor?
  var previousLink: AnswerCursor?
  var previousToken: AnswerCursor?
  var saysNothingFollows = false
  var doubtfulPath: String?
  var hasMore: Bool?
  var counts = AnswerCounts()
  /// Whether the answer is one object with the items in an array, in which JSON pointers can be
  /// resolved, or a later page that is null or an empty object.
  var isObject = false
  var explanation: String
  let layout: AnswerLayout

  init(_ items: [RecordContent], _ explanation: String, as layout: AnswerLayout) {
    (self.items, self.explanation, self.layout) = (items, explanation, layout)
  }

  /// Whether the first item is a record.
  var beginsWithRecord: Bool { if case .record? = items.first { true } else { false } }

  /// Whether at least one item is a record.
  var hasRecords: Bool {
    items.contains { if case .record = $0 { true } else { false } }
  }
}

extension Int {
  /// The number with a noun in the singular or plural: `1 item`, `2 items`.
  func of(_ one: String) -> String { "\(self) \(one)\(self == 1 ? "" : "s")" }
}

/// An item of an answer; a record usually shares the memory of the answer's bytes.
public struct AnswerItem: RecordItem {
  /// The identity of the item in the whole list, across pages.
  public let id: AnswerItemID
  /// The record or the line of text.
  public let content: RecordContent

  /// Creates an item.
  public init(id: AnswerItemID, content: RecordContent) {
    (self.id, self.content) = (id, content)
  }
}

/// The identity of an item.
public enum AnswerItemID: Hashable, Sendable {
  /// The key of the item, such as the value of a field.
  case key(AnswerKey)
  /// The position of an item without a key: its page, and the number of items before it (see
  /// `AnswerPlace`).
  case place(page: String, index: Int)

  /// The key; nil if the item is identified by its position.
  public var key: AnswerKey? { if case .key(let key) = self { key } else { nil } }
}

/// The key of an item, compared byte by byte.
///
/// `String` compares by canonical equivalence: `é` as one scalar and as two scalars are equal. To a
/// service these are two different keys.
public struct AnswerKey: Hashable, Sendable {
  /// The key as a string, without quotes and escapes.
  public let text: String

  /// Creates a key.
  public init(_ text: String) { self.text = text }

  /// Compares the bytes of the keys.
  public static func == (one: Self, other: Self) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Hashes the bytes of the text.
  ///
  /// Cost: proportional to the length of the text.
  public func hash(into hasher: inout Hasher) {
    let text = text
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

/// The cursor of a page: a JSON value, copied from an answer.
///
/// Most services use a string or a number. Elasticsearch uses an array, DynamoDB an object.
public struct AnswerCursor: Hashable, Sendable, CustomStringConvertible {
  /// The value byte for byte as in the answer: a string with its quotes and escapes, a number with
  /// all its digits.
  public let json: [UInt8]
  /// The text that replaces a placeholder in a command or an address: the content of a string, or
  /// else `json`.
  public let text: String

  /// Creates a cursor from a value; nil if the value marks the last page, as null, false and empty
  /// values do.
  ///
  /// Cost: copies the bytes of the value.
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

  /// Creates a cursor from a value that is already JSON.
  init(json: [UInt8]) { (self.json, text) = (json, String(decoding: json, as: UTF8.self)) }

  /// A placeholder for the next cursor if a page reports further items but has no cursor; it cannot
  /// be followed.
  static let nowhere = AnswerCursor(json: [])

  /// A placeholder for a next cursor that leads back to an earlier page; it cannot be followed.
  ///
  /// A cursor of an answer is never equal to it, because a zero byte is not JSON.
  static let back = AnswerCursor(json: [0])

  /// The length in bytes instead of the value, which may contain a secret, such as a token in an
  /// address.
  public var description: String { "\(json.count) bytes" }
}

/// The reason why an answer cannot be read.
public enum AnswerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is not a JSON Pointer.
  case invalidPointer(String)
  /// The answer has more bytes than `AnswerReader.maximumSize`.
  case tooLarge(maximum: Int)
  /// The answer has more items than `AnswerReader.maximumCount`.
  case tooManyItems(maximum: Int)
  /// The answer begins as JSON, but is invalid or incomplete.
  case invalidJSON(JSONError)
  /// The pointer to the items does not resolve; `names` are the members of the object.
  case noItems(at: JSONPointer, names: [String])
  /// The pointer to the items resolves to a value that is not an array.
  case itemsAreNoArray(at: JSONPointer)
  /// No member of the object is recognized as the items; `names` are its members.
  case noItemsFound(names: [String])
  /// The answer is not an object, so the option's pointer cannot be resolved.
  case noObject(option: String)
  /// An item lacks the field that identifies it; `item` is its number in the answer, from 1.
  case noID(FieldPath, item: Int)

  /// The error and, in some cases, a remedy, on one line.
  public var description: String {
    let text =
      switch self {
      case .invalidPointer(let text):
        "'\(text)' is not a JSON Pointer, such as /data/items"
      case .tooLarge(let maximum):
        "the page is larger than \(maximum >> 20) MiB: request fewer items"
      case .tooManyItems(let maximum):
        "the page has more than \(maximum) items: request fewer"
      case .invalidJSON(let error): "the page is not valid JSON: \(error)"
      case .noItems(let pointer, let names):
        "the page has no value at \(pointer)" + Self.list(names, of: "it")
      case .itemsAreNoArray(let pointer):
        pointer.tokens.isEmpty ? "the page is not an array" : "the page has no array at \(pointer)"
      case .noItemsFound(let names):
        "no list of items found: name one with --items" + Self.list(names, of: "the page")
      case .noObject(let option): "\(option) needs a page that is a JSON object"
      case .noID(let path, let item): "item \(item) of the page has no field '\(path)'"
      }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The first few names, so that the message fits on one line.
  private static func list(_ names: [String], of owner: String) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(6).map { String($0.prefix(30)) }.joined(separator: ", ")
    return " (\(owner) has \(shown)" + (names.count > 6 ? ", …)" : ")")
  }
}
