import Bytes
package import Records

/// An object of JSON in which the items and the next cursor are looked for by well-known names.
package struct AnswerObject {
  /// An object on the way to the items: its pointer, and its members by their names as they count.
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

    /// The last member of a name, as in most readers of JSON.
    func member(_ name: String) -> (name: String, path: String, value: Value)? {
      members.last { $0.name == name }
    }

    /// The arrays in which items may be.
    fileprivate var lists: [(path: String, value: Value)] {
      members.filter { $0.value.kind == .array && !AnswerNames.beside.contains($0.name) }
        .map { ($0.path, $0.value) }
    }
  }

  /// How deep items are looked for, as GraphQL has them: `/data/repository/issues/nodes`.
  private static let deepest = 4
  /// Members of an object, and objects of a level, that are looked at.
  private static let mostMembers = 200

  private let record: Record
  private let root: Holder
  /// Whether the document goes on behind what is known of it.
  private let isPart: Bool

  init(_ record: Record, isPart: Bool = false) {
    (self.record, root, self.isPart) = (record, Holder("", record), isPart)
  }

  private func object(_ value: Value) -> Record? {
    if let record = value.record { return record }
    return isPart && value.kind == .object ? JSONReader.record(ofPart: value.raw) : nil
  }

  /// Objects by how deep they are, the highest first.
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

  /// An array of one of some names, the highest first.
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

  /// The items and the pointer to them: an array of a well-known name, the highest first; else all members where they are
  /// alike; else the only array, or the only one with objects in it.
  func items() -> (path: String, value: Value)? {
    let levels = levels()
    if let named = Self.items(named: AnswerNames.items, in: levels) { return named }
    guard !hasAlikeMembers else { return nil }
    // An empty list is the items only where no other list may have them.
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

  /// The objects that hold the items, the outermost first.
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

  /// The objects beside the items and above them that may say something of pages, the nearest first.
  ///
  /// - Parameter path: the pointer to the items.
  func tellers(besideItemsAt path: String) -> [Holder] {
    holders(ofItemsAt: path).reversed().flatMap { parts(of: $0) }
  }

  /// An object, and what holds more about a page within it: itself first, each before its parts.
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

/// Items that are the members of an object, by their keys, as Firebase has them.
extension AnswerObject {
  /// How many members are compared.
  private static let compared = 20

  /// Whether all members are objects with the same fields, so that they are items and no parts of a document.
  ///
  /// Two may have their fields in common by chance, unless their names look like keys.
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
  /// The array of objects in a document that has a name as answers have it, with its first element; nil where there is none.
  ///
  /// The only array of a document is none for that: it may be anything.
  ///
  /// - Parameter isPart: whether the document goes on behind what is known of it.
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
