import Records

/// An object of JSON in which the items and the next cursor are looked for by well-known names.
struct AnswerObject {
  /// An object on the way to the items: its pointer, and its members by their names as they count.
  private struct Holder {
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

  init(_ record: Record) { root = Holder("", record) }

  /// The items and the pointer to them: an array of a well-known name, the highest first; else the only array.
  func items() -> (path: String, value: Value)? {
    var levels = [[root]]
    while levels.count < Self.deepest, let last = levels.last, !last.isEmpty {
      levels.append(
        Array(
          last.lazy.flatMap { holder in
            holder.members.lazy.compactMap { member in
              member.value.record.map { Holder(member.path, $0) }
            }
          }.prefix(Self.mostMembers)))
    }
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

  /// What leads on, looked for beside the items first, and then in the objects that hold them.
  ///
  /// - Parameter path: the pointer to the items.
  func next(besideItemsAt path: String) -> AnswerCursor {
    var holders = [root]
    for name in path.split(separator: "/").dropLast() {
      guard let holder = holders.last,
        let member = holder.members.last(where: { $0.path == holder.path + "/" + name }),
        let record = member.value.record
      else { break }
      holders.append(Holder(member.path, record))
    }
    for holder in holders.reversed() {
      let found = next(in: holder, depth: 0)
      if found != .none { return found }
    }
    return .none
  }

  private func next(in holder: Holder, depth: Int) -> AnswerCursor {
    for name in AnswerNames.more {
      if let member = holder.member(name), member.value.bool == false { return .end(member.path) }
    }
    for name in AnswerNames.next {
      guard let member = holder.member(name) else { continue }
      if let text = member.value.cursorText { return .cursor(text, member.path) }
      if let link = member.value.record?.last(where: { $0.name == "href" })?.value.cursorText {
        return .cursor(link, member.path + "/href")
      }
    }
    guard depth < 2 else { return .none }
    for name in AnswerNames.holders {
      guard let member = holder.member(name), let record = member.value.record else { continue }
      let found = next(in: Holder(member.path, record), depth: depth + 1)
      if found != .none { return found }
    }
    return .none
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
