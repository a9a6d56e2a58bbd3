import Bytes
public import Records

/// Reads answers: finds their items, what leads to the next page, and what identifies an item.
///
///     let reader = AnswerReader()
///     let answer = try reader.answer(bytes)
///     print(answer.items.count, answer.next ?? "the end", answer.explanation)
///
/// An answer is an array of JSON, an object in which the items are, several values of JSON one after the other,
/// comma-separated values, or lines. Nothing here makes requests or keeps what it was given.
public struct AnswerReader: Sendable {
  /// Where the items are in an object; by well-known names where nil.
  public var items: JSONPointer?
  /// Where the next cursor is in an object; by well-known names where nil.
  public var next: JSONPointer?
  /// The field that identifies an item; by well-known names where nil.
  public var id: FieldPath?
  /// How answers are written; as their content says where nil.
  public var format: RecordFormat?
  /// What a reader says of comma-separated values.
  public var csv = CSVChoice()
  /// Whether a text is its own key, as for pages that follow the last item.
  public var keysTexts = false
  /// The most bytes of an answer; 16 MiB by default.
  public var maximumSize = 16 << 20
  /// The most items of an answer; 100,000 by default, because each takes memory beside its bytes.
  public var maximumCount = 100_000
  /// How the pages before were read.
  var knownLayout: AnswerLayout?
  /// Where the items of the pages before were, in an object.
  var knownItems: JSONPointer?
  /// The field that identifies the items of the pages before; none within it where their places do.
  var knownID: FieldPath??

  /// Creates a reader that finds all by well-known names.
  public init() {}

  /// Reads an answer.
  ///
  /// Cost: the bytes, several times for an object; the items share the bytes' memory.
  ///
  /// - Parameters:
  ///   - bytes: the answer, whole.
  ///   - place: where it stands in the list.
  /// - Throws: what is wrong with it, or cannot be found: `.tooLarge` before it is read, `.tooManyItems`,
  ///   `.invalidJSON` of what begins as JSON, and the other errors where an option or the items do not fit the answer.
  ///   An answer of nothing is not an error: it has no items.
  public func answer(
    _ bytes: [UInt8], at place: AnswerPlace = AnswerPlace()
  ) throws(AnswerError) -> Answer {
    guard bytes.count <= maximumSize else { throw .tooLarge(maximum: maximumSize) }
    let start = bytes.withUnsafeBytes { RecordFormat.contentOffset(in: $0) }
    let text = bytes[start...]
    guard text.contains(where: { !$0.isWhiteSpace }) || hasBlankLines(text) else {
      return Answer(
        items: [], canLeadOn: true, explanation: "nothing was printed: no items",
        layout: nil)
    }
    let content = try content(of: text)
    guard content.items.count <= maximumCount else { throw .tooManyItems(maximum: maximumCount) }
    return try answer(of: content, at: place)
  }

  /// The same reader for the pages after a first one, whose format they have, and whose items have their identities
  /// by the same field.
  public func continuing(_ first: Answer) -> AnswerReader {
    var reader = self
    reader.knownLayout = first.layout ?? knownLayout
    reader.knownID = .some(first.idField)
    reader.knownItems = first.itemsPath.flatMap { try? JSONPointer($0) }
    return reader
  }

  /// Whether there are lines, though all of them are blank; one alone is what prints nothing.
  private func hasBlankLines(_ text: ArraySlice<UInt8>) -> Bool {
    switch (knownLayout, format) {
    case (.lines?, _), (nil, .text?): break
    default: return false
    }
    return text.dropLast().contains(.lineFeed)
  }

  private func content(of text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    if let knownLayout { return try content(of: text, as: knownLayout) }
    switch format {
    case nil where csv.delimiter != nil: return try chosenRows(text, csv)
    case nil: return try recognized(text)
    case .text, .log: return try lines(text)
    case .jsonArray, .jsonValues: return try json(text)
    case .ndjson: return try valuesInLines(text)
    case .csv(let dialect): return try chosenRows(text, csv.completed(by: dialect))
    }
  }

  private func chosenRows(
    _ text: ArraySlice<UInt8>, _ choice: CSVChoice
  ) throws(AnswerError) -> AnswerContent {
    let dialect = text.withUnsafeBytes { RecordFormat.dialect(in: $0, isComplete: true, choice) }
    return try rows(text, dialect)
  }

  private func content(
    of text: ArraySlice<UInt8>, as layout: AnswerLayout
  ) throws(AnswerError) -> AnswerContent {
    switch layout {
    case .lines: try lines(text)
    case .value, .members: try json(text)
    case .values: try severalValues(text)
    case .valuesInLines: try valuesInLines(text)
    case .rows(let rows): try self.rows(text, rows)
    }
  }

  /// What begins as JSON is read so, and is no text where it only ends early.
  private func recognized(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    let first = text.first { !$0.isWhiteSpace }
    if first == .openBrace || first == .openBracket {
      do throws(AnswerError) {
        return try json(text)
      } catch .invalidJSON(let error) where error.problem != .unexpectedEnd {
        if first == .openBrace, let values = try? valuesInLines(text), values.hasRecords {
          return values
        }
        if text.beginsArrayOfObjects { throw .invalidJSON(error) }
      }
    }
    let format = text.withUnsafeBytes { RecordFormat.recognized(in: $0, isComplete: true, csv) }
    if case .csv(let dialect) = format { return try rows(text, dialect) }
    return try lines(text)
  }

  private func answer(
    of content: AnswerContent, at place: AnswerPlace
  ) throws(AnswerError) -> Answer {
    if !content.isObject {
      if items != nil { throw .noObject(option: "--items") }
      if next != nil { throw .noObject(option: "--next") }
    }
    var wanted = id
    if case .members = content.layout { wanted = id ?? FieldPath(AnswerKeys.memberKey) }
    let keys = try AnswerKeys(
      of: content.items, wanted: wanted, known: knownID, keysTexts: keysTexts)
    let items = content.items.indices.map { index in
      AnswerItem(
        id: keys.keys[index].map { .key($0) }
          ?? .place(page: place.page, index: place.start + index),
        content: content.items[index])
    }
    let told = keys.path.map { "told apart by \($0)" } ?? "told apart by their places"
    return Answer(
      items: items, next: content.next, nextPath: content.nextPath,
      itemsPath: content.itemsPath, link: content.link,
      previousLink: content.previousLink, previousToken: content.previousToken,
      saysNothingFollows: content.saysNothingFollows,
      hasMore: content.hasMore, counts: content.counts,
      canLeadOn: content.isObject,
      explanation: content.explanation + (items.isEmpty || keysTexts ? "" : ", \(told)"),
      layout: content.layout, idField: keys.path)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins with `[{`, as no line of a log does.
  fileprivate var beginsArrayOfObjects: Bool {
    let marks = lazy.filter { !$0.isWhiteSpace }.prefix(2)
    return Array(marks) == Array("[{".utf8)
  }
}

/// How the first answer was read, as those after it are, too.
enum AnswerLayout: Sendable {
  /// Lines of text.
  case lines
  /// One value of JSON: an array, or an object with the items in it.
  case value
  /// One object of JSON whose members are the items.
  case members
  /// Values of JSON one after the other, each an item.
  case values
  /// A value of JSON in each line; another line is a text.
  case valuesInLines
  /// Comma-separated values as they were on the first page, whether they have their names again or not.
  case rows(AnswerRows)
}
