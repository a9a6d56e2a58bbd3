/// What tells an item from others.
public enum AnswerItemID: Hashable, Sendable {
  /// What the item says of itself, in a field that identifies it.
  case key(String)
  /// Where it stands, because it says nothing: on which page, and how many items are before it there.
  case place(page: String, index: Int)

  /// The text of a key.
  public var key: String? { if case .key(let key) = self { key } else { nil } }
}
