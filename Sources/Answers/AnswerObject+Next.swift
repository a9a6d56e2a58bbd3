import Bytes
import Paging
import Records

/// The information about the next page in an answer.
enum AnswerContinuation: Equatable {
  /// A cursor, and the pointer to it.
  case cursor(AnswerCursor, String)
  /// A flag that marks the last page, and the pointer to it.
  case end(String)
  /// The pointer to a member for the next page whose value marks the last page, such as null or an
  /// empty string.
  case nothing(String)
  /// No information.
  case none
}

/// The search for the cursors and addresses of the neighboring pages.
extension AnswerObject {
  /// The result of the search for the next page: the entry with the highest precedence, and the
  /// first address.
  struct Next: Equatable {
    var first = AnswerContinuation.none
    /// The first address and the pointer to it; equal to `first` if that is an address.
    var link: AnswerContinuation = .none
    /// The pointer to a string that may be the next cursor or a title, if nothing else is found.
    var doubtful: String?
  }

  /// Finds the next page: first in members next to the items, then in the objects that hold them.
  ///
  /// - Parameter path: the pointer to the items.
  func next(besideItemsAt path: String) -> Next {
    var (found, nothing): (Next, AnswerContinuation) = (Next(), .none)
    for holder in tellers(besideItemsAt: path) {
      if found.first == .none, let end = holder.end { return Next(first: .end(end)) }
      for clue in holder.clues {
        switch clue {
        case .cursor(let cursor, _):
          if found.first == .none { found.first = clue }
          if found.link == .none, cursor.text.looksLikeAddress { found.link = clue }
        case .nothing: if nothing == .none { nothing = clue }
        case .end, .none: break
        }
      }
    }
    if found.first == .none { found.first = nothing }
    if found.first == .none {
      found.doubtful = tellers(besideItemsAt: path).lazy.compactMap(\.doubtful).first
    }
    return found
  }

  /// The address of the previous page.
  ///
  /// - Parameter path: the pointer to the items.
  func previous(besideItemsAt path: String) -> AnswerCursor? {
    for holder in tellers(besideItemsAt: path) {
      let cursors =
        AnswerNames.previous.compactMap { name in
          holder.member(name).flatMap { Holder.target(of: $0.value)?.value }
        } + [holder.linked(by: ["prev", "previous"])?.value].compactMap { $0 }
      for value in cursors {
        if let cursor = AnswerCursor(value), cursor.text.looksLikeAddress { return cursor }
      }
    }
    return nil
  }

  /// The token of the previous page, which a request sends in the same place as the token of the
  /// next page.
  ///
  /// - Parameter path: the pointer to the items.
  func previousToken(besideItemsAt path: String) -> AnswerCursor? {
    tellers(besideItemsAt: path).lazy.compactMap { holder in
      AnswerNames.previousTokens.lazy.compactMap { name in
        holder.member(name).flatMap { $0.value.kind == .string ? AnswerCursor($0.value) : nil }
      }.first
    }.first
  }

  /// Whether more items follow, according to a flag; nil without a flag.
  ///
  /// - Parameter path: the pointer to the items.
  func hasMore(besideItemsAt path: String) -> Bool? {
    tellers(besideItemsAt: path).lazy.compactMap(\.flag).first?.hasMore
  }
}

extension AnswerObject.Holder {
  /// A flag about further items, and the pointer to it.
  fileprivate var flag: (hasMore: Bool, path: String)? {
    for name in AnswerNames.more {
      if let member = member(name), let flag = member.value.flag { return (flag, member.path) }
    }
    for name in AnswerNames.last {
      if let member = member(name), let flag = member.value.flag { return (!flag, member.path) }
    }
    // In place of a cursor, some services only say whether a page follows.
    if let member = member("next"), member.value.bool == true { return (true, member.path) }
    return nil
  }

  /// The pointer to a flag that marks this page as the last one; nil if no flag does.
  fileprivate var end: String? { flag.flatMap { $0.hasMore ? nil : $0.path } }

  /// Everything that may describe the next page, in order of precedence.
  fileprivate var clues: [AnswerContinuation] {
    var clues: [AnswerContinuation] = []
    if let several { clues.append(several) }
    for name in AnswerNames.next {
      guard let member = member(name), name != "after" || !hasBothEnds else { continue }
      // If another member describes the next page, `after` and `cursor` describe this page.
      if ["after", "cursor"].contains(name), !clues.isEmpty { continue }
      if member.value.saysNothing {
        clues.append(.nothing(member.path))
      } else if let cursor = Self.cursor(member.value, name) {
        clues.append(.cursor(based(cursor), member.path))
      } else if member.value.kind != .string, let target = Self.target(of: member.value),
        let cursor = AnswerCursor(target.value)
      {
        clues.append(.cursor(cursor, member.path + target.path))
      }
    }
    if let link = linked(by: ["next"]), let cursor = AnswerCursor(link.value) {
      clues.append(.cursor(cursor, link.path))
    }
    if flag?.hasMore == true, let marker = member("marker"), marker.value.kind == .string,
      let cursor = AnswerCursor(marker.value)
    {
      clues.append(.cursor(cursor, marker.path))
    }
    if let offset = member("offset"), offset.value.kind == .string,
      Int(offset.value.text) == nil, let cursor = AnswerCursor(offset.value)
    {
      // Airtable's token is named `offset`: a string that is not a number is a token.
      clues.append(.cursor(cursor, offset.path))
    }
    return clues
  }

  /// The pointer to a string in a member with a vague name that is not used as a cursor, because it
  /// has blanks or control characters.
  ///
  /// `after` and `cursor` do not count, because they may describe this page.
  fileprivate var doubtful: String? {
    for name in AnswerNames.next where AnswerNames.vagueNext.contains(name) {
      guard name != "after", name != "cursor", let member = member(name) else { continue }
      let text = member.value.kind == .string ? member.value.text : ""
      if text.hasVisibleBytes, !text.mayBeToken { return member.path }
    }
    return nil
  }

  /// Whether `before` and `after` are the two ends of this page; neither of them then proves that
  /// another page exists.
  private var hasBothEnds: Bool {
    guard flag?.hasMore != true, let before = member("before") else { return false }
    return !before.value.saysNothing
  }

  /// Completes a path with the address in the `base` member if it lacks the path of that address
  /// (Confluence).
  private func based(_ cursor: AnswerCursor) -> AnswerCursor {
    guard cursor.text.hasPrefix("/"), let text = member("base")?.value, text.kind == .string,
      text.text.looksLikeAddress, let base = WebAddress(text.text), base.path.count > 1,
      !cursor.text.hasPrefix("\(base.path)/")
    else { return cursor }
    return AnswerCursor(text: base.resolving("\(base.path)\(cursor.text)"))
  }

  /// The cursor in a member with a well-known name; nil for null, flags and blank strings.
  ///
  /// If the name is vague, the result is also nil for arrays, for objects, and for strings with
  /// blanks or control characters, such as titles.
  private static func cursor(_ value: Value, _ name: String) -> AnswerCursor? {
    switch value.kind {
    case .string:
      AnswerCursor(value).flatMap {
        (AnswerNames.vagueNext.contains(name) ? $0.text.mayBeToken : $0.text.hasVisibleBytes)
          ? $0 : nil
      }
    case .number: AnswerCursor(value)
    case .array, .object: AnswerNames.vagueNext.contains(name) ? nil : AnswerCursor(value)
    case .null, .bool: nil
    }
  }

  /// The address or token in a link, and the JSON pointer to it within the link.
  fileprivate static func target(of link: Value) -> (value: Value, path: String)? {
    guard let record = link.record else {
      return link.kind == .string ? (link, "") : nil
    }
    for names in [AnswerNames.addresses, AnswerNames.tokens] {
      for name in names {
        let member = record.last { AnswerNames.normalized($0.name) == name }
        if let member, [.string, .number].contains(member.value.kind) {
          return (member.value, "/" + AnswerObject.escaped(member.name))
        }
      }
    }
    return nil
  }

  /// The address of a link in an array of links, as in Siren and FHIR.
  ///
  /// - Parameter relations: the relations that are accepted.
  fileprivate func linked(by relations: [String]) -> (value: Value, path: String)? {
    for name in ["links", "link"] {
      guard let member = member(name), let links = member.value.elements else { continue }
      for (index, link) in links.enumerated() where link.isRelated(by: relations) {
        if let target = Self.target(of: link) {
          return (target.value, "\(member.path)/\(index)\(target.path)")
        }
      }
    }
    return nil
  }

  /// Several values that together form the cursor, such as `NextKeyMarker` and
  /// `NextVersionIdMarker` in S3.
  private var several: AnswerContinuation? {
    guard flag?.hasMore == true else { return nil }
    let markers = members.filter {
      $0.name.hasPrefix("next") && !AnswerNames.next.contains($0.name)
        && [.string, .number].contains($0.value.kind)
    }
    guard markers.count > 1 else { return nil }
    var fields: [JSONField] = []
    for marker in markers {
      let name = JSONPointer.lastName(of: marker.path) ?? marker.name
      fields.append(JSONField(name, .written(Array(marker.value.raw))))
    }
    var json: [UInt8] = []
    JSONField.append(fields, to: &json)
    return .cursor(AnswerCursor(json: json), markers[0].path)
  }
}

extension Value {
  /// The value of a flag: a Boolean, or the string "true" or "false".
  fileprivate var flag: Bool? {
    if kind == .string { return ["true": true, "false": false][text] }
    return bool
  }

  /// Whether the value means that no page follows.
  fileprivate var saysNothing: Bool {
    kind == .null || bool == false
      || kind == .string && utf8.count <= 4 && AnswerNames.nothing.contains(text.lowercased())
  }

  /// Whether a link has one of the given relations.
  fileprivate func isRelated(by relations: [String]) -> Bool {
    guard let record else { return false }
    return record.contains { field in
      guard AnswerNames.relations.contains(field.name) else { return false }
      let said = field.value.elements ?? [field.value]
      return said.contains { $0.kind == .string && relations.contains($0.text.lowercased()) }
    }
  }
}

extension String {
  /// Whether the text has no blanks and no control characters.
  fileprivate var mayBeToken: Bool { utf8.allSatisfy { $0 > .space && $0 != 0x7F } }

  /// Whether the text has something other than blanks and control characters.
  fileprivate var hasVisibleBytes: Bool { utf8.contains { $0 > .space && $0 != 0x7F } }
}
