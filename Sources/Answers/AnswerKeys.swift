import Bytes
import Records

/// Which field of records identifies them.
struct AnswerKeys {
  /// The fields that do so by their names, where all items of an answer have different values in them.
  static let wellKnown: [FieldPath] = [
    "id", "_id", "ID", "Id", "uuid", "guid", "uid", "metadata.uid",
  ]

  /// The field that a member of an object gets for its name, where the members are the items.
  static let memberKey = "key"

  /// The field; nil where there is none, so that items are told apart by their places.
  let path: FieldPath?
  /// The keys of all items; those without a key are nil.
  let keys: [AnswerKey?]

  /// Looks for the keys of some items.
  ///
  /// - Parameters:
  ///   - wanted: the field that a reader has named.
  ///   - known: what it was on the page before, so that it is the same on all: an item without it, or the second
  ///     of two with the same value, has no key there.
  ///   - keysTexts: whether a text is its own key.
  /// - Throws: that an item lacks the wanted field.
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

  /// What is not UTF-8 would become another text, which identifies nothing.
  private static func key(_ utf8: ArraySlice<UInt8>) -> AnswerKey? {
    String(validating: utf8, as: UTF8.self).map(AnswerKey.init)
  }
}
