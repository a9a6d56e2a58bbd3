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
  }

  /// How deep items are looked for, as GraphQL has them: `/data/repository/issues/nodes`.
  private static let deepest = 4
  /// Members of an object, and objects of a level, that are looked at.
  private static let mostMembers = 200

  private let root: Holder
  /// Whether the document goes on behind what is known of it.
  private let isPart: Bool

  init(_ record: Record, isPart: Bool = false) {
    (root, self.isPart) = (Holder("", record), isPart)
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
              object(member.value).map { Holder(member.path, $0) }
            }
          }.prefix(Self.mostMembers)))
    }
    return levels
  }

  /// An array of one of some names, the highest first.
  private func items(named names: [String]) -> Value? {
    for level in levels() {
      for name in names {
        for holder in level {
          if let member = holder.member(name), member.value.kind == .array { return member.value }
        }
      }
    }
    return nil
  }

  /// The items and the pointer to them: an array of a well-known name, the highest first; else the only array.
  func items() -> (path: String, value: Value)? {
    let levels = levels()
    for level in levels {
      for name in AnswerNames.items {
        for holder in level {
          if let member = holder.member(name), member.value.kind == .array {
            return (member.path, member.value)
          }
        }
      }
    }
    for level in levels {
      let arrays = level.flatMap { $0.members.filter { $0.value.kind == .array } }
      if arrays.count == 1 { return (arrays[0].path, arrays[0].value) }
    }
    return nil
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

  /// An object, and what holds more about a page within it: itself first, each before its parts.
  func parts(of holder: Holder, depth: Int = 0) -> [Holder] {
    guard depth < 2 else { return [holder] }
    return [holder]
      + AnswerNames.holders.flatMap { name -> [Holder] in
        guard let member = holder.member(name), let record = member.value.record else { return [] }
        return parts(of: Holder(member.path, record), depth: depth + 1)
      }
  }

  /// What leads on, looked for beside the items first, and then in the objects that hold them.
  ///
  /// - Parameter path: the pointer to the items.
  func next(besideItemsAt path: String) -> AnswerContinuation {
    for holder in holders(ofItemsAt: path).reversed().flatMap({ parts(of: $0) }) {
      let found = next(in: holder)
      if found != .none { return found }
    }
    return .none
  }

  /// Whether more follows, where a flag says so.
  ///
  /// - Parameter path: the pointer to the items.
  func hasMore(besideItemsAt path: String) -> Bool? {
    for holder in holders(ofItemsAt: path).reversed().flatMap({ parts(of: $0) }) {
      for name in AnswerNames.more {
        if let flag = holder.member(name)?.value.bool { return flag }
      }
    }
    return nil
  }

  private func next(in holder: Holder) -> AnswerContinuation {
    for name in AnswerNames.more {
      if let member = holder.member(name), member.value.bool == false { return .end(member.path) }
    }
    for name in AnswerNames.next {
      guard let member = holder.member(name) else { continue }
      if let cursor = Self.cursor(member.value, name) { return .cursor(cursor, member.path) }
      if let link = member.value.record?.last(where: { $0.name == "href" }),
        let cursor = Self.cursor(link.value, name)
      {
        return .cursor(cursor, member.path + "/href")
      }
    }
    return .none
  }

  /// What leads on under a name that is known; a flag does not.
  private static func cursor(_ value: Value, _ name: String) -> AnswerCursor? {
    switch value.kind {
    case .string, .number: AnswerCursor(value)
    case .array, .object: AnswerNames.vagueNext.contains(name) ? nil : AnswerCursor(value)
    case .null, .bool: nil
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
    guard let found = object.items(named: names),
      let first = JSONReader.elements(ofPart: found.raw, limit: 1)?.first, first.kind == .object
    else { return nil }
    return (found, first)
  }
}
