import Records

/// A column that the reader sorts by, with its options.
package struct SortTerm: Hashable, Sendable {
  /// The name of the column, as the reader typed it or as the table spells it.
  package var column: String
  package var descending = false
  /// Whether NULLs come first; nil for the default of the database.
  package var nullsFirst: Bool?
  /// The collation; nil for that of the column.
  package var collation: String?

  package init(
    _ column: String, descending: Bool = false, nullsFirst: Bool? = nil, collation: String? = nil
  ) {
    (self.column, self.descending) = (column, descending)
    (self.nullsFirst, self.collation) = (nullsFirst, collation)
  }

  /// Parses `a,b:desc:nullslast,"odd, name"`: columns separated by commas, each followed by its
  /// options.
  ///
  /// Blanks around columns and options are ignored.
  ///
  /// - Throws: an error that fits on one line.
  package static func terms(_ text: String) throws(SQLError) -> [SortTerm] {
    var (terms, rest) = ([SortTerm](), Substring(text))
    while true {
      var (term, said) = (SortTerm(try name(&rest)), Set<Subject>())
      while rest.first == ":" {
        rest = rest.dropFirst()
        let word = rest.prefix { $0 != ":" && $0 != "," }
        rest = rest[word.endIndex...]
        let subject = try term.take(word.trimmed)
        guard said.insert(subject).inserted else {
          throw SQLError(
            .mistaken,
            "the \(subject.rawValue) of '\(term.column)' is given twice: '\(word.trimmed)'")
        }
      }
      terms.append(term)
      guard let next = rest.popFirst() else { return terms }
      guard next == "," else {
        throw SQLError(.mistaken, "expected a comma between columns, not '\(next)\(rest)'")
      }
    }
  }

  /// Reads a name, which ends at a colon or comma, or is in quotes.
  private static func name(_ rest: inout Substring) throws(SQLError) -> String {
    rest = rest.drop(while: \.isWhitespace)
    guard rest.first == "\"" else {
      let name = rest.prefix { $0 != ":" && $0 != "," }
      guard !name.isEmpty else { throw SQLError(.mistaken, "a column name is missing") }
      rest = rest[name.endIndex...]
      return name.trimmed
    }
    let quoted = rest
    guard let name = ColumnNames.quotedName(&rest) else {
      throw SQLError(.mistaken, "a quote is not closed: \(quoted)")
    }
    rest = rest.drop(while: \.isWhitespace)
    return name
  }

  /// The kinds of options; each may be given once.
  private enum Subject: String {
    case direction, collation
    case nulls = "order of nulls"
  }

  private mutating func take(_ word: String) throws(SQLError) -> Subject {
    switch word.lowercased() {
    case "asc", "desc":
      descending = word.lowercased() == "desc"
      return .direction
    case "nullsfirst", "nullslast":
      nullsFirst = word.lowercased() == "nullsfirst"
      return .nulls
    case "binary", "nocase", "rtrim":
      collation = word.uppercased()
      return .collation
    default:
      throw SQLError(
        .mistaken,
        "'\(word)' is not an order: write asc, desc, nullsfirst, nullslast, binary, nocase or rtrim"
      )
    }
  }

  /// The term with the name that its collation has in PostgreSQL.
  ///
  /// - Throws: an error if only SQLite has the collation.
  package func onServer() throws(SQLError) -> SortTerm {
    guard let collation else { return self }
    guard collation == "BINARY" else {
      throw SQLError(
        .mistaken, "the collation '\(collation.lowercased())' exists only in SQLite: omit it")
    }
    var term = self
    term.collation = "C"
    return term
  }

  /// The column of a table that this term names, with the term's options.
  ///
  /// - Parameter columns: the columns of the table, each as an ascending column of an order.
  /// - Throws: an error if no column has this name.
  package func column(among columns: [KeysetColumn]) throws(SQLError) -> KeysetColumn {
    let found =
      columns.first { $0.name == column } ?? columns.first { $0.name.isSameName(as: column) }
    guard let found else {
      throw SQLError(
        .mistaken, "no column '\(column)'\(columns.map(\.name).listed)")
    }
    var sorted = found.directed(descending: descending)
    if let nullsFirst { sorted.nullsFirst = nullsFirst }
    sorted.collation = collation
    return sorted
  }
}

extension [String] {
  /// The first eight names, for the end of an error message.
  package var listed: String {
    guard !isEmpty else { return "" }
    return "; available: " + prefix(8).joined(separator: ", ") + (count > 8 ? " …" : "")
  }
}

extension Substring {
  /// The text without surrounding blanks.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
