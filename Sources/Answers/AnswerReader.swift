import Bytes
public import Records

/// A parser of answers, which finds their items, the cursor of the next page, and the field that
/// identifies an item.
///
///     let reader = AnswerReader()
///     let answer = try reader.answer(bytes)
///     print(answer.items.count, answer.next ?? "the end", answer.explanation)
///
/// An answer is a JSON array, a JSON object that contains the items, several JSON values one after
/// the other, comma-separated values, or lines of text. A reader makes no requests and keeps no
/// bytes.
public struct AnswerReader: Sendable {
  /// The pointer to the items in an object; if nil, well-known names are tried.
  public var items: JSONPointer?
  /// The pointer to the cursor of the next page in an object; if nil, well-known names are tried.
  public var next: JSONPointer?
  /// The field that identifies an item; if nil, well-known names are tried.
  public var id: FieldPath?
  /// The format of the answers; if nil, it is recognized from their content.
  public var format: RecordFormat?
  /// The dialect of comma-separated values, as far as the user has chosen it.
  public var csv = CSVChoice()
  /// Whether a line of text is its own key, as needed by `PagedAnswers.Style.last`.
  public var keysTexts = false
  /// Whether the answers are declared as JSON, in which case an invalid one is an error and not
  /// text; ignored if `format` is set.
  package var mustBeJSON = false
  /// The maximum size of an answer, in bytes; 16 MiB by default.
  public var maximumSize = 16 << 20
  /// The maximum number of items in an answer, limited because each item takes memory in addition
  /// to its bytes; 100,000 by default.
  public var maximumCount = 100_000
  /// The way in which the previous pages were parsed.
  var knownLayout: AnswerLayout?
  /// The pointer to the items on the previous pages.
  var knownItems: JSONPointer?
  /// The field that identified the items of the previous pages; an inner nil means that they were
  /// identified by their positions.
  var knownID: FieldPath??

  /// Creates a reader that finds everything by its well-known name.
  public init() {}

  /// Parses an answer.
  ///
  /// Cost: one pass over the bytes, or several for an object; the items usually share the memory of
  /// the bytes.
  ///
  /// - Parameters:
  ///   - bytes: the whole answer.
  ///   - place: the position of the answer in the list.
  /// - Throws: `.tooLarge` before anything is parsed, `.tooManyItems`, `.invalidJSON` if the answer
  ///   begins as JSON, or another error if an option or the items do not fit the answer. An empty
  ///   answer is not an error: it has no items.
  public func answer(
    _ bytes: [UInt8], at place: AnswerPlace = AnswerPlace()
  ) throws(AnswerError) -> Answer {
    guard bytes.count <= maximumSize else { throw .tooLarge(maximum: maximumSize) }
    let start = bytes.withUnsafeBytes { RecordFormat.contentOffset(in: $0) }
    let text = bytes[start...]
    guard text.contains(where: { !$0.isWhiteSpace }) || hasBlankLines(text) else {
      return Answer(
        items: [], canLeadOn: true, explanation: "an empty answer: no items",
        layout: nil)
    }
    let content = try content(of: text)
    guard content.items.count <= maximumCount else { throw .tooManyItems(maximum: maximumCount) }
    return try answer(of: content, at: place)
  }

  /// Returns a reader for the pages after the first, which keeps the format, the pointer to the
  /// items and the identifying field of the first page.
  public func continuing(_ first: Answer) -> AnswerReader {
    var reader = self
    reader.knownLayout = first.layout ?? knownLayout
    reader.knownID = .some(first.idField)
    reader.knownItems = first.itemsPath.flatMap { try? JSONPointer($0) }
    return reader
  }

  /// Whether a blank text in the format of lines has several lines; a single blank line is an empty
  /// answer.
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

  /// Parses an answer of unknown format.
  ///
  /// - Throws: an error if the answer begins as JSON but is incomplete, or if it is invalid JSON
  ///   although it is declared as JSON, or begins with an object or an array of objects.
  private func recognized(_ text: ArraySlice<UInt8>) throws(AnswerError) -> AnswerContent {
    if text.lazy.filter({ !$0.isWhiteSpace }).elementsEqual("null".utf8) { return noItems }
    let first = text.first { !$0.isWhiteSpace }
    if first == .openBrace || first == .openBracket {
      do throws(AnswerError) {
        return try json(text)
      } catch .invalidJSON(let error) where error.problem != .unexpectedEnd {
        if first == .openBrace, let values = try? valuesInLines(text),
          mustBeJSON ? values.beginsWithRecord : values.hasRecords
        {
          return values
        }
        if mustBeJSON || text.beginsObjects { throw .invalidJSON(error) }
      }
    } else if mustBeJSON {
      // Values such as numbers are shown as lines, but must be valid.
      _ = try severalValues(text)
    }
    let format = text.withUnsafeBytes { RecordFormat.recognized(in: $0, isComplete: true, csv) }
    if case .csv(let dialect) = format { return try rows(text, dialect) }
    return try lines(text)
  }

  /// Whether the items of the previous pages were identified by their positions.
  private var usesPlaces: Bool { if case .some(.none) = knownID { true } else { false } }

  private func keys(of content: AnswerContent) throws(AnswerError) -> AnswerKeys {
    if id == nil, !usesPlaces, let names = content.names { return AnswerKeys(ofMembers: names) }
    return try AnswerKeys(of: content.items, wanted: id, known: knownID, keysTexts: keysTexts)
  }

  private func answer(
    of content: AnswerContent, at place: AnswerPlace
  ) throws(AnswerError) -> Answer {
    if !content.isObject {
      // The empty pointer names the whole page.
      if items?.tokens.isEmpty == false { throw .noObject(option: "--items") }
      if next != nil { throw .noObject(option: "--next") }
    }
    let keys = try keys(of: content)
    let items = content.items.indices.map { index in
      AnswerItem(
        id: keys.keys[index].map { .key($0) }
          ?? .place(page: place.page, index: place.start + index),
        content: content.items[index])
    }
    let told = keys.path.map { "identified by \($0)" } ?? "identified by position"
    return Answer(
      items: items, next: content.next, nextPath: content.nextPath,
      itemsPath: content.itemsPath, link: content.link,
      previousLink: content.previousLink, previousToken: content.previousToken,
      saysNothingFollows: content.saysNothingFollows, doubtfulPath: content.doubtfulPath,
      hasMore: content.hasMore, counts: content.counts,
      canLeadOn: content.isObject,
      explanation: content.explanation + (items.isEmpty || keysTexts ? "" : ", \(told)"),
      layout: content.layout, idField: keys.path)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text begins with `[{` or `{"`, unlike the lines of a log.
  fileprivate var beginsObjects: Bool {
    let marks = Array(lazy.filter { !$0.isWhiteSpace }.prefix(2))
    return marks == Array("[{".utf8) || marks == Array(#"{""#.utf8)
  }
}

/// The way in which the first answer was parsed; the pages after it are parsed in the same way.
enum AnswerLayout: Sendable {
  /// Lines of text.
  case lines
  /// One JSON value: an array, or an object that contains the items.
  case value
  /// One JSON object whose members are the items.
  case members
  /// JSON values one after the other, each an item.
  case values
  /// A JSON value in each line; other lines are text.
  case valuesInLines
  /// Comma-separated values with the columns of the first page; the header may be repeated or
  /// missing.
  case rows(AnswerRows)
}
