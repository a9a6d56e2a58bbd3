import Bytes
import Records

/// Parsing of answers in JSON.
extension AnswerReader {
  /// Parses one array, one object that contains the items, or several values with white space
  /// between them.
  func json(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    let values = try values(text)
    guard values.count == 1, let only = values.first else { return several(values) }
    switch only.kind {
    case .array:
      let items = try elements(of: only)
      return AnswerContent(items, "an array of \(items.count.of("item"))", as: .value)
    case .object: return try object(only)
    case .null: return noItems
    case .bool, .number, .string:
      return AnswerContent([content(only)], "one JSON value", as: .value)
    }
  }

  /// A page that is null: some services send it if no items are left, and Go encodes an empty list
  /// as null.
  var noItems: AnswerContent {
    var content = AnswerContent([], "null: no items", as: isOfMembers ? .members : .value)
    content.isObject = knownLayout != nil
    return content
  }

  /// Parses any number of values with white space between them.
  func severalValues(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    several(try values(text))
  }

  private func several(_ values: [Value]) -> AnswerContent {
    AnswerContent(values.map(content), "\(values.count.of("JSON value"))", as: .values)
  }

  /// The values of the text, in order.
  private func values(_ text: ArraySlice<UInt8>) throws(AnswerError) -> [Value] {
    let reader = JSONReader(maximumSize: maximumSize)
    var (values, start): ([Value], Int) = ([], text.startIndex)
    do throws(JSONError) {
      while let next = text[start...].firstIndex(where: { !$0.isWhiteSpace }) {
        let end = try text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
          try reader.end(
            ofValueAt: next - text.startIndex, in: UnsafeRawBufferPointer(bytes), isComplete: true)
        }
        guard let end, values.count <= maximumCount else { break }
        start = text.startIndex + end
        values.append(try reader.value(text[next..<start]))
      }
    } catch {
      throw .invalidJSON(error)
    }
    return values
  }

  /// Parses a value in each line; a line that is not JSON becomes text, except for an incomplete
  /// last line, which is an error.
  func valuesInLines(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    let reader = JSONReader(maximumSize: maximumSize)
    var items: [RecordContent] = []
    for line in try textLines(text) where line.contains(where: { !$0.isWhiteSpace }) {
      do throws(JSONError) {
        items.append(content(try reader.value(line)))
      } catch {
        let isLast = line.endIndex == text.endIndex
        if isLast, error.problem == .unexpectedEnd {
          throw .invalidJSON(incomplete(line, of: text) ?? error)
        }
        items.append(.text(line))
      }
    }
    return AnswerContent(items, "\(items.count.of("line")) of JSON", as: .valuesInLines)
  }

  /// The error in a last line that is incomplete, with its place in the whole text; nil if the line
  /// has none.
  private func incomplete(_ line: ArraySlice<UInt8>, of text: ArraySlice<UInt8>) -> JSONError? {
    guard let start = line.firstIndex(where: { !$0.isWhiteSpace }) else { return nil }
    let reader = JSONReader(maximumSize: maximumSize)
    return text.withUnsafeBytes { bytes -> JSONError? in
      do throws(JSONError) {
        _ = try reader.end(ofValueAt: start - text.startIndex, in: bytes, isComplete: true)
        return nil
      } catch { return error }
    }
  }

  // MARK: Objects

  private func object(_ root: Value) throws(AnswerError) -> AnswerContent {
    let record = root.record
    let object = record.map { AnswerObject($0) }
    if let record,
      isOfMembers || items == nil && object?.items() == nil && object?.hasAlikeMembers == true
    {
      return try members(of: record)
    }
    if record?.isEmpty == true, knownItems != nil { return Self.emptyObject }
    let (path, array) = try self.items(in: root, object, names: record?.map(\.name) ?? [])
    let elements = try elements(ofList: array)
    var content = AnswerContent(
      elements, "an object with \(elements.count.of("item")) at \(path)", as: .value)
    (content.isObject, content.itemsPath) = (true, path)
    content.hasMore = object?.hasMore(besideItemsAt: path)
    content.counts = object?.counts(besideItemsAt: path, count: elements.count) ?? AnswerCounts()
    content.previousLink = object?.previous(besideItemsAt: path)
    content.previousToken = object?.previousToken(besideItemsAt: path)
    content.note(next(in: root, object, besideItemsAt: path), asked: next)
    if let total = content.counts.totalItems { content.explanation += ", \(total) in all" }
    return content
  }

  /// A later page without members, which some services send if no items are left.
  private static var emptyObject: AnswerContent {
    var content = AnswerContent([], "an empty object: no items", as: .value)
    content.isObject = true
    return content
  }

  /// Whether the items of the previous pages were the members of an object.
  private var isOfMembers: Bool { if case .members? = knownLayout { true } else { false } }

  /// The members of an object as items, with their names as keys.
  private func members(of record: Record) throws(AnswerError) -> AnswerContent {
    guard record.count <= maximumCount else { throw .tooManyItems(maximum: maximumCount) }
    let items = record.map { field -> RecordContent in
      field.value.record.flatMap { $0.keyed(field.name) }.map { .record($0) }
        ?? content(field.value)
    }
    var answer = AnswerContent(
      items, "an object with \(items.count.of("item")) as members", as: .members)
    answer.names = record.map(\.name)
    return answer
  }

  private func items(
    in root: Value, _ object: AnswerObject?, names: [String]
  ) throws(AnswerError) -> (path: String, value: Value?) {
    guard let pointer = items else {
      if let knownItems, let value = knownItems.value(in: root), value.mayBeList {
        return (knownItems.description, value)
      }
      if let found = object?.items() { return (found.path, found.value) }
      if let path = omittedItems(in: root, object) { return (path, nil) }
      throw .noItemsFound(names: names)
    }
    guard let value = pointer.value(in: root) else {
      if let path = omittedItems(in: root, object) { return (path, nil) }
      throw .noItems(at: pointer, names: names)
    }
    guard value.mayBeList else { throw .itemsAreNoArray(at: pointer) }
    return (pointer.description, value)
  }

  /// The path of the items of the previous pages, if this page omits them but has a cursor, as some
  /// services do if a page is empty; nil otherwise.
  private func omittedItems(in root: Value, _ object: AnswerObject?) -> String? {
    guard let knownItems, knownItems.value(in: root) == nil,
      case .cursor = next(in: root, object, besideItemsAt: knownItems.description).first
    else { return nil }
    return knownItems.description
  }

  private func next(
    in root: Value, _ object: AnswerObject?, besideItemsAt path: String
  ) -> AnswerObject.Next {
    guard let next else { return object?.next(besideItemsAt: path) ?? AnswerObject.Next() }
    let cursor = next.value(in: root).flatMap { AnswerCursor($0) }
    let found = cursor.map { AnswerContinuation.cursor($0, next.description) } ?? .none
    return AnswerObject.Next(
      first: found, link: cursor?.text.looksLikeAddress == true ? found : .none)
  }

  // MARK: Items

  private func elements(ofList list: Value?) throws(AnswerError) -> [RecordContent] {
    guard let list, list.kind != .null else { return [] }
    return try elements(of: list)
  }

  private func elements(of array: Value) throws(AnswerError) -> [RecordContent] {
    // The elements are counted first, because each value takes memory: if there are too many, they
    // are refused before they are created.
    let commas = array.raw.count { $0 == .comma }
    guard commas < maximumCount || count(of: array) <= maximumCount else {
      throw .tooManyItems(maximum: maximumCount)
    }
    return unwrapped(array.elements ?? []).map(content)
  }

  /// Removes the envelope of each item: `node` of a GraphQL edge, `data` of a thing in a Reddit
  /// listing.
  private func unwrapped(_ elements: [Value]) -> [Value] {
    guard let names = elements.first?.record.map({ Set($0.map(\.name)) }) else { return elements }
    let inner: String
    switch names {
    case ["node"], ["node", "cursor"]: inner = "node"
    case ["kind", "data"]: inner = "data"
    default: return elements
    }
    let items = elements.compactMap { element -> Value? in
      guard let record = element.record, Set(record.map(\.name)).isSubset(of: names) else {
        return nil
      }
      return record.last { $0.name == inner }.flatMap { $0.value.kind == .object ? $0.value : nil }
    }
    return items.count == elements.count ? items : elements
  }

  /// The number of elements of a valid array, counted up to one more than the maximum.
  private func count(of array: Value) -> Int {
    array.raw.withUnsafeBytes { bytes in
      let reader = JSONReader(maximumSize: maximumSize)
      var count = 0
      var next = try? reader.firstElement(ofArrayAt: 0, in: bytes, isComplete: true)
      while count <= maximumCount, case .element(let range) = next {
        count += 1
        next = try? reader.nextElement(after: range.upperBound, in: bytes, isComplete: true)
      }
      return count
    }
  }

  private func content(_ value: Value) -> RecordContent {
    value.record.map { .record($0) } ?? .text(value.utf8)
  }
}

extension Value {
  /// Whether the value may be the items: in some languages, an empty list is encoded as null.
  fileprivate var mayBeList: Bool { kind == .array || kind == .null }
}

extension AnswerContent {
  /// Stores the cursor and the address of the next page.
  ///
  /// - Parameter asked: the pointer that the user has named for the cursor; nil if the user has
  ///   named none.
  fileprivate mutating func note(_ found: AnswerObject.Next, asked: JSONPointer?) {
    if case .cursor(let link, _) = found.link { self.link = link }
    doubtfulPath = found.doubtful
    switch found.first {
    case .cursor(let cursor, let path):
      (next, nextPath) = (cursor, path)
      explanation += ", next cursor at \(path)"
    case .end(let path): explanation += ", \(path) marks the last page"
    case .nothing, .none:
      saysNothingFollows = found.first != .none
      explanation += asked.map { ", no next cursor at \($0)" } ?? ", no next cursor"
    }
  }
}

extension Record {
  /// The record with its key as an additional first field; nil if the result cannot be parsed.
  fileprivate func keyed(_ key: String) -> Record? {
    let name =
      contains { $0.name == AnswerKeys.memberKey }
      ? "_" + AnswerKeys.memberKey : AnswerKeys.memberKey
    var bytes: [UInt8] = [.openBrace]
    JSONField.append(name, to: &bytes)
    bytes.append(.colon)
    JSONField.append(key, to: &bytes)
    if !isEmpty { bytes.append(.comma) }
    bytes += raw.dropFirst()
    return try? JSONReader(maximumSize: .max).record(bytes[...])
  }
}
