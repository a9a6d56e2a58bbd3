import Paging

/// The values of a key as the reader types them: `42`, `42,de`, `"a, b",7`.
package struct RowKeyText: Sendable {
  /// A value between commas.
  private struct Part {
    var text = ""
    /// Whether the value was quoted, which makes it a string.
    var isQuoted = false
  }

  private let parts: [Part]

  /// Parses the values of a key.
  ///
  /// - Parameter count: the number of columns in the key; if it is 1, the value may contain commas.
  /// - Throws: an error if the number of values differs, or if a quote is not closed.
  package init(_ text: String, of count: Int) throws(SQLError) {
    var parts = try Self.parts(text)
    if count == 1, parts.count > 1 { parts = [Part(text: text)] }
    guard parts.count == count else {
      throw SQLError(
        .mistaken, "the key has \(count) columns: type \(count) values separated by commas")
    }
    self.parts = parts
  }

  private static func parts(_ text: String) throws(SQLError) -> [Part] {
    var (parts, part, rest) = ([Part](), Part(), Substring(text))
    var isOpen = false
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isOpen && rest.first == "\"":
        part.text.append("\"")
        rest = rest.dropFirst()
      case "\"" where isOpen: isOpen = false
      case "\"" where part.text.allSatisfy(\.isWhitespace) && !part.isQuoted:
        (part, isOpen) = (Part(text: "", isQuoted: true), true)
      case "," where !isOpen:
        parts.append(part)
        part = Part()
      // Blanks after a closing quote do not belong to the string.
      case _ where part.isQuoted && !isOpen && character.isWhitespace: break
      default: part.text.append(character)
      }
    }
    guard !isOpen else { throw SQLError(.mistaken, "a quote is not closed: \"\(part.text)") }
    return (parts + [part]).map { part in
      part.isQuoted ? part : Part(text: part.text.trimmed)
    }
  }

  /// The possible keys, the most likely one first: each value as a string, and as a number or blob
  /// if it can be read as one.
  var candidates: [[SQLValue]] {
    parts.reduce(into: [[]]) { keys, part in
      let values = Self.values(of: part)
      // If there are many candidates, the values of further columns are tried only as strings.
      keys =
        keys.count > Self.mostCandidates
        ? keys.map { $0 + values.prefix(1) } : keys.flatMap { key in values.map { key + [$0] } }
    }
  }

  private static let mostCandidates = 32

  private static func values(of part: Part) -> [SQLValue] {
    // A numeric column converts a string to a number, but an untyped column does not.
    var values: [SQLValue] = [.text(part.text)]
    guard !part.isQuoted else { return values }
    if let number = Int64(part.text) { values.append(.integer(number)) }
    if let number = Double(part.text), number.isFinite { values.append(.real(number)) }
    if let bytes = part.text.blobLiteral { values.append(.blob(bytes)) }
    return values
  }

  /// The entered values of a key that no row has, each with the type of the corresponding value in
  /// an existing row if it can be read as that type.
  func values(like row: [SQLValue]) -> [SQLValue] {
    zip(parts, row).map { part, value in
      let values = Self.values(of: part)
      return switch value {
      case .integer, .real:
        values.first { KeyPart.number($0) != nil } ?? values[0]
      case .blob: values.first { if case .blob = $0 { true } else { false } } ?? values[0]
      case .null, .text: values[0]
      }
    }
  }
}

extension SQLiteReader {
  /// Finds the position before the row with a key that the reader has entered, in the order of a
  /// relation, and whether the row exists.
  ///
  /// If the row does not exist, the position is where it would be, provided that the order is that
  /// of the key.
  ///
  /// - Returns: nil if the row does not exist and its position cannot be computed.
  /// - Throws: an error if the text is invalid.
  package func place(
    ofKey text: String, in relation: RowRelation
  ) throws(SQLError) -> (place: KeysetCursor, isFound: Bool)? {
    let columns = relation.keyPlaces.map { relation.order.columns[$0] }
    let key = try RowKeyText(text, of: columns.count)
    for candidate in key.candidates {
      if let place = try place(ofRow: candidate, columns, relation) { return (place, true) }
    }
    guard relation.keyPlaces == Array(relation.order.columns.indices) else { return nil }
    let first = try places(
      from: PageRequest(reason: .refresh, position: .start, count: 1),
      over: relation.query.withoutRows
    ).first
    guard let first else { return nil }
    return (KeysetCursor(key.values(like: first.values), isBefore: true), false)
  }

  private func place(
    ofRow key: [SQLValue], _ columns: [KeysetColumn], _ relation: RowRelation
  ) throws(SQLError) -> KeysetCursor? {
    let names = relation.order.columns.map { "page.\($0.name.asIdentifier)" }
    let conditions =
      columns.map { "\(relation.compared($0)) = ?" }
      + (relation.condition.map { ["(\($0.sql))"] } ?? [])
    let statement = try connection.statement(
      "SELECT \(names.joined(separator: ", ")) FROM \(relation.inSQL) AS page"
        + " WHERE \(conditions.joined(separator: " AND ")) LIMIT 1")
    try statement.bind(key + (relation.condition?.values ?? []))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return KeysetCursor(names.indices.map { statement.value(at: $0) }, isBefore: true)
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = self.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// The bytes of a literal such as `x'0aff'`; nil for other strings.
  fileprivate var blobLiteral: [UInt8]? {
    guard let first = utf8.first, first | 0x20 == UInt8(ascii: "x"), utf8.count >= 3,
      hasSuffix("'"), dropFirst().first == "'"
    else { return nil }
    let digits = Array(dropFirst(2).dropLast())
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexDigitValue, let low = digits[index + 1].hexDigitValue
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
