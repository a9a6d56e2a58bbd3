public import Records

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

  /// The key, where it has one.
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
