import Bytes
package import Records

/// A JSON object in which items and cursors are found by well-known names.
package struct AnswerObject {
  /// An object that may contain the items: its pointer, and its members with normalized names.
  struct Holder {
    let path: String
    let members: [(name: String, path: String, value: Value)]

    init(_ path: String, _ record: Record) {
      self.path = path
      members = record.prefix(AnswerObject.mostMembers).map { field in
        (
          AnswerNames.normalized(field.name), path + "/" + AnswerObject.escaped(field.name),
          field.value
        )
      }
    }

    /// The member with the given name; the last one if several members have it, as in most JSON
    /// parsers.
    func member(_ name: String) -> (name: String, path: String, value: Value)? {
      members.last { $0.name == name }
    }

    /// The arrays that may be the items.
    fileprivate var lists: [(path: String, value: Value)] {
      members.filter { $0.value.kind == .array && !AnswerNames.beside.contains($0.name) }
        .map { ($0.path, $0.value) }
    }
  }

  /// The number of levels that are searched for items; it is enough for GraphQL:
  /// `/data/repository/issues/nodes`.
  private static let deepest = 4
  /// The maximum number of members that are searched in an object, and of objects that are searched
  /// at a level.
  private static let mostMembers = 200

  private let record: Record
  private let root: Holder
  /// Whether only the beginning of the document is known.
  private let isPart: Bool

  init(_ record: Record, isPart: Bool = false) {
    (self.record, root, self.isPart) = (record, Holder("", record), isPart)
  }

  private func object(_ value: Value) -> Record? {
    if let record = value.record { return record }
    return isPart && value.kind == .object ? JSONReader.record(ofPart: value.raw) : nil
  }

  /// The objects of each level, outermost first.
  private func levels() -> [[Holder]] {
    var levels = [[root]]
    while levels.count < Self.deepest, let last = levels.last, !last.isEmpty {
      levels.append(
        Array(
          last.lazy.flatMap { holder in
            holder.members.lazy.compactMap { member in
              AnswerNames.beside.contains(member.name)
                ? nil : object(member.value).map { Holder(member.path, $0) }
            }
          }.prefix(Self.mostMembers)))
    }
    return levels
  }

  /// Finds an array with one of the given names, in the outermost level first.
  private static func items(
    named names: [String], in levels: [[Holder]]
  ) -> (path: String, value: Value)? {
    for level in levels {
      for name in names {
        for holder in level {
          if let member = holder.member(name), member.value.kind == .array {
            return (member.path, member.value)
          }
        }
      }
    }
    return nil
  }

  /// Finds the items and the pointer to them.
  ///
  /// In order of precedence: an array with a well-known name; all members, if they are alike (the
  /// result is then nil, and the caller handles them); the only array; the only array of objects.
  func items() -> (path: String, value: Value)? {
    let levels = levels()
    if let named = Self.items(named: AnswerNames.items, in: levels) { return named }
    guard !hasAlikeMembers else { return nil }
    // An empty array is taken for the items only if no deeper level has a better one.
    var empty: (path: String, value: Value)?
    for level in levels {
      let lists = level.flatMap(\.lists)
      let filled = lists.filter { Self.first(of: $0.value) != nil }
      if filled.count == 1 { return filled[0] }
      let ofObjects = filled.filter { Self.first(of: $0.value)?.kind == .object }
      if ofObjects.count == 1 { return ofObjects[0] }
      if filled.count > 1 { return nil }
      if lists.count == 1, empty == nil { empty = lists[0] }
    }
    return empty
  }

  private static func first(of list: Value) -> Value? {
    JSONReader.elements(ofPart: list.raw, limit: 1)?.first
  }

  /// The objects that hold the items, outermost first.
  ///
  /// - Parameter path: the pointer to the items.
  func holders(ofItemsAt path: String) -> [Holder] {
    var holders = [root]
    for name in path.split(separator: "/").dropLast() {
      guard let holder = holders.last,
        let member = holder.members.last(where: { $0.path == holder.path + "/" + name }),
        let record = member.value.record
      else { break }
      holders.append(Holder(member.path, record))
    }
    return holders
  }

  /// The objects next to and above the items that may describe pages, nearest first.
  ///
  /// - Parameter path: the pointer to the items.
  func tellers(besideItemsAt path: String) -> [Holder] {
    holders(ofItemsAt: path).reversed().flatMap { parts(of: $0) }
  }

  /// An object and the objects within it that may describe pages; each object comes before those
  /// within it.
  private func parts(of holder: Holder, depth: Int = 0) -> [Holder] {
    guard depth < 2 else { return [holder] }
    return [holder]
      + AnswerNames.holders.flatMap { name -> [Holder] in
        guard let member = holder.member(name), let record = member.value.record else { return [] }
        return parts(of: Holder(member.path, record), depth: depth + 1)
      }
  }

  static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// Items that are the members of an object, keyed by their names (Firebase).
extension AnswerObject {
  /// The maximum number of members that are compared.
  private static let compared = 20

  /// Whether all members are objects with mostly the same fields, and therefore items.
  ///
  /// Two objects may have the same fields by chance. Therefore, if there are only two members, they
  /// are accepted only if their names look like keys.
  var hasAlikeMembers: Bool {
    let members = record.prefix(Self.compared)
    guard members.count > 1, !isPart, root.members.allSatisfy({ $0.value.kind == .object }),
      members.count > 2 || members.allSatisfy({ $0.name.utf8.contains(where: \.isDigit) }),
      !root.members.contains(where: { AnswerNames.beside.contains($0.name) })
    else { return false }
    let fields = members.compactMap { $0.value.record.map { Set($0.map(\.name)) } }
    guard let first = fields.first, !first.isEmpty else { return false }
    return fields.allSatisfy { $0.intersection(first).count * 2 >= max($0.count, first.count) }
  }
}

/// Lists within a document.
extension AnswerObject {
  /// The array with a well-known name in a document, and its first element; nil if the document has
  /// none, or if the element is not an object.
  ///
  /// Unlike in an answer, the only array of a document is not accepted without such a name, because
  /// it may be anything.
  ///
  /// - Parameter isPart: whether only the beginning of the document is known.
  package static func list(
    in document: Record, isPart: Bool = false
  ) -> (list: Value, first: Value)? {
    let object = AnswerObject(document, isPart: isPart)
    let names = AnswerNames.items + AnswerNames.itemsOfDocuments
    guard let found = items(named: names, in: object.levels())?.value,
      let first = first(of: found), first.kind == .object
    else { return nil }
    return (found, first)
  }
}
