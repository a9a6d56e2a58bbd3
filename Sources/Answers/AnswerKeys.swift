import Bytes
import Records

/// The field that identifies the records of an answer, and its values.
struct AnswerKeys {
  /// Names of fields that usually identify a record; the first one in which each item of the answer
  /// has a different value is used.
  static let wellKnown: [FieldPath] = [
    "id", "_id", "ID", "Id", "uuid", "guid", "uid", "metadata.uid",
  ]

  /// The name of the field that holds a member's name, if the items are the members of an object.
  static let memberKey = "key"

  /// The field; nil if no field qualifies and items are identified by their positions.
  let path: FieldPath?
  /// The keys of all items; nil for an item without a key.
  let keys: [AnswerKey?]

  /// Finds the identifying field, and reads its value in each item.
  ///
  /// - Parameters:
  ///   - wanted: the field that the user has named.
  ///   - known: the field that was used on the previous pages, so that all pages use the same one.
  ///     An item that lacks it, or repeats a value, gets no key.
  ///   - keysTexts: whether a line of text is its own key.
  /// - Throws: `.noID` if an item lacks the wanted field.
  init(
    of items: [RecordContent], wanted: FieldPath?, known: FieldPath?? = nil, keysTexts: Bool
  ) throws(AnswerError) {
    let path = wanted ?? known ?? Self.wellKnown.first { Self.identifies(items, $0) }
    var seen: Set<AnswerKey> = []
    var keys: [AnswerKey?] = []
    keys.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      let key: AnswerKey? =
        switch item {
        case .record(let record):
          path.flatMap { Self.key(of: record, at: $0) }
            .flatMap { wanted != nil || seen.insert($0).inserted ? $0 : nil }
        case .text(let text): keysTexts ? Self.key(text) : nil
        }
      if let wanted, key == nil { throw .noID(wanted, item: index + 1) }
      keys.append(key)
    }
    (self.path, self.keys) = (path, keys)
  }

  /// Identifies the members of an object by their names; a member with an empty or repeated name
  /// has no key.
  init(ofMembers names: [String]) {
    var seen: Set<AnswerKey> = []
    path = FieldPath(Self.memberKey)
    keys = names.map { name in
      let key = AnswerKey(name)
      return !name.isEmpty && seen.insert(key).inserted ? key : nil
    }
  }

  private static func identifies(_ items: [RecordContent], _ path: FieldPath) -> Bool {
    var seen: Set<AnswerKey> = []
    return !items.isEmpty
      && items.allSatisfy {
        guard case .record(let record) = $0, let key = key(of: record, at: path) else {
          return false
        }
        return seen.insert(key).inserted
      }
  }

  private static func key(of record: Record, at path: FieldPath) -> AnswerKey? {
    guard let value = record.value(at: path) else { return nil }
    switch value.kind {
    case .string, .number:
      return key(value.utf8).flatMap { $0.text.isEmpty ? nil : $0 }
    case .null, .bool, .object, .array: return nil
    }
  }

  /// The key; nil for invalid UTF-8, because replacing invalid bytes could make two different keys
  /// equal.
  private static func key(_ utf8: ArraySlice<UInt8>) -> AnswerKey? {
    String(validating: utf8, as: UTF8.self).map(AnswerKey.init)
  }
}
