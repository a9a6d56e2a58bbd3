public import Records

/// What an answer says: its items, what leads on, and how that was found.
public struct Answer: Sendable {
  /// The items in their order.
  public package(set) var items: [AnswerItem]
  /// What leads to the next page; nil where the answer has nothing that does.
  public var next: AnswerCursor?
  /// The pointer to what leads there; nil where nothing does.
  public var nextPath: String?
  /// The pointer to the items; nil where the answer is not an object.
  package var itemsPath: String?
  /// The address of the next page, as it is written; nil where the answer has none.
  public var link: AnswerCursor?
  /// The address of the page before, as it is written; nil where the answer has none.
  public var previousLink: AnswerCursor?
  /// The token of the page before, which goes where that of the next one does; nil where the answer has none.
  public var previousToken: AnswerCursor?
  /// Whether a name that leads on has nothing, by which the answer says that it is the last.
  public var saysNothingFollows = false
  /// Whether more follows, as a flag says; nil where there is none.
  public var hasMore: Bool?
  /// How many items and pages there are, as far as the answer says it.
  public var counts = AnswerCounts()
  /// Whether the answer could have said what leads on: an object of JSON, or nothing at all.
  public let canLeadOn: Bool
  /// What was found and why, as a sentence without its full stop.
  public let explanation: String
  /// How the answer was read; nil where it has nothing.
  let layout: AnswerLayout?
  /// The field by which items are told apart; nil where their places do that.
  var idField: FieldPath?
}

/// The items of an answer before they have identities.
struct AnswerContent {
  var items: [RecordContent]
  var next: AnswerCursor?
  var nextPath: String?
  /// The pointer to the items.
  var itemsPath: String?
  var link: AnswerCursor?
  var previousLink: AnswerCursor?
  var previousToken: AnswerCursor?
  var saysNothingFollows = false
  var hasMore: Bool?
  var counts = AnswerCounts()
  /// Whether all of it is one object, in which things can be looked up.
  var isObject = false
  var explanation: String
  let layout: AnswerLayout

  init(_ items: [RecordContent], _ explanation: String, as layout: AnswerLayout) {
    (self.items, self.explanation, self.layout) = (items, explanation, layout)
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

/// An item of an answer; a record shares the memory of the answer.
public struct AnswerItem: RecordItem {
  /// What tells it from other items, also those of other answers.
  public let id: AnswerItemID
  /// What it is.
  public let content: RecordContent

  /// Creates an item.
  public init(id: AnswerItemID, content: RecordContent) {
    (self.id, self.content) = (id, content)
  }
}

/// What tells an item from others.
public enum AnswerItemID: Hashable, Sendable {
  /// What the item says of itself, in a field that identifies it.
  case key(AnswerKey)
  /// Where it stands, because it says nothing: on which page, and how many items are before it there.
  case place(page: String, index: Int)

  /// The key; nil where only its place tells it from others.
  public var key: AnswerKey? { if case .key(let key) = self { key } else { nil } }
}

/// The key of an item: a text that is the same as another one only where all its bytes are.
///
/// Two texts that only look the same, such as `é` in one scalar and in two, are one `String`, and two keys of a
/// service.
public struct AnswerKey: Hashable, Sendable {
  /// The key as text, without quotes and escapes.
  public let text: String

  /// Creates a key.
  public init(_ text: String) { self.text = text }

  /// Compares bytes.
  public static func == (one: Self, other: Self) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Hashes bytes.
  ///
  /// Cost: the bytes of the text.
  public func hash(into hasher: inout Hasher) {
    let text = text
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

/// What leads to the next page: a value of JSON as an answer has it.
///
/// A text or a number for most services; an array with Elasticsearch, an object with DynamoDB.
public struct AnswerCursor: Hashable, Sendable, CustomStringConvertible {
  /// The value as it is written in the answer, byte for byte: a text with its quotes and escapes, a
  /// number with all its digits.
  public let json: [UInt8]
  /// What stands for it in a command or an address: of a text its content, of anything else `json`.
  public let text: String

  /// The cursor that a value is; nil where it says that nothing follows, as null, false, and what is
  /// empty do.
  ///
  /// Cost: the bytes of the value, which are copied.
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

  /// A value that is written already.
  init(json: [UInt8]) { (self.json, text) = (json, String(decoding: json, as: UTF8.self)) }

  /// What leads nowhere, because a page says that more follows and not where; no answer has it.
  static let nowhere = AnswerCursor(json: [])

  /// Its length, because an address among cursors may have something secret in it.
  public var description: String { "\(json.count) bytes" }
}

/// Why an answer cannot be read.
public enum AnswerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A text is no JSON Pointer.
  case invalidPointer(String)
  /// The answer has more bytes than are read: `AnswerReader.maximumSize`.
  case tooLarge(maximum: Int)
  /// The answer has more items than are read: `AnswerReader.maximumCount`.
  case tooManyItems(maximum: Int)
  /// The answer begins as JSON, and is wrong or ends early.
  case invalidJSON(JSONError)
  /// A pointer to the items leads nowhere; with the names that are there.
  case noItems(at: JSONPointer, names: [String])
  /// A pointer to the items leads to a value that is not an array.
  case itemsAreNoArray(at: JSONPointer)
  /// No name of an object tells where its items are; with the names that are there.
  case noItemsFound(names: [String])
  /// The answer is not an object, so an option cannot look up a field in it.
  case noObject(option: String)
  /// An item lacks the field that identifies it; with its place in the answer, from 1.
  case noID(FieldPath, item: Int)

  /// What is wrong and what to do, in one line.
  public var description: String {
    let text =
      switch self {
      case .invalidPointer(let text):
        "'\(text)' is no JSON Pointer: write it as /data/items"
      case .tooLarge(let maximum):
        "the answer is larger than \(maximum >> 20) MiB: ask for fewer items"
      case .tooManyItems(let maximum):
        "the answer has more than \(maximum) items: ask for fewer"
      case .invalidJSON(let error): "the answer is not JSON: \(error)"
      case .noItems(let pointer, let names):
        "the answer has nothing at \(pointer)" + Self.list(names)
      case .itemsAreNoArray(let pointer): "the answer has no array at \(pointer)"
      case .noItemsFound(let names):
        "no list in the answer, --items names one" + Self.list(names)
      case .noObject(let option): "\(option) needs an answer that is an object of JSON"
      case .noID(let path, let item): "item \(item) of the answer has no field '\(path)'"
      }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The first names, because a line holds no more.
  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(6).map { String($0.prefix(30)) }.joined(separator: ", ")
    return ": it has \(shown)" + (names.count > 6 ? ", …" : "")
  }
}
