public import Records

/// Why an answer cannot be read.
public enum AnswerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A text is no JSON Pointer.
  case invalidPointer(String)
  /// The answer has more bytes than are read.
  case tooLarge(maximum: Int)
  /// The answer has more items than are read.
  case tooManyItems(maximum: Int)
  /// The answer begins as JSON, and is wrong or ends early.
  case invalidJSON(JSONError)
  /// A pointer to the items leads nowhere; with the names that are there.
  case noItems(at: JSONPointer, names: [String])
  /// What a pointer to the items leads to is no array.
  case itemsAreNoArray(at: JSONPointer)
  /// No name of an object tells where its items are; with the names that are there.
  case noItemsFound(names: [String])
  /// The answer is no object, so that nothing can be looked up in it.
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
        "no items found in the answer, --items says where" + Self.list(names)
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
