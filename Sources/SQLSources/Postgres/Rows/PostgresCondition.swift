package import Records

extension SQLCondition {
  /// A condition on a column of PostgreSQL, in SQL, with the same result as a check of the
  /// displayed value.
  ///
  /// It is like the condition for SQLite, but all values have the type of the column, so it needs
  /// no conditions for other types. Numbers are compared as `numeric`, exactly as they are written;
  /// strings are compared by their bytes, whatever the collation of the column is.
  init(
    _ condition: ColumnCondition, of column: String, _ form: ColumnForm, ignoresCase: Bool
  ) {
    let wanted = WantedText(condition, ignoresCase: ignoresCase, isUTF8: true)
    let asked = PostgresCondition(wanted: wanted, value: "page.\(column.asIdentifier)", form: form)
    let bound = condition.comparison.isNegated ? nil : asked.bound(of: column)
    self = asked.condition.within(bound)
  }

  /// The condition that any value of a row contains a string, for PostgreSQL.
  package static func anyValue(
    of layout: RowLayout, has text: String, ignoresCase: Bool
  ) -> SQLCondition {
    guard let forms = layout.forms else { return .unknown }
    let condition = ColumnCondition("", .matching, text)
    return .any(
      zip(layout.columns, forms).map { column, form in
        SQLCondition(condition, of: column, form, ignoresCase: ignoresCase)
      })
  }
}

/// A condition on a column whose values all have the column's type, unlike in SQLite.
private struct PostgresCondition {
  let wanted: WantedText
  /// The column in SQL.
  let value: String
  let form: ColumnForm

  private var place: String { PostgresText.place }
  private var text: String { wanted.text }

  /// The value as the server writes it, in SQL; it is compared by its bytes.
  ///
  /// A cast would write a Boolean in another form, and remove the blanks of `char(n)`.
  private var shown: String {
    form == .text || form == .long
      ? "(\(value)::text COLLATE \"C\")" : "(concat(\(value)) COLLATE \"C\")"
  }

  var condition: SQLCondition {
    guard form != .bytes, !text.utf8.contains(0) else { return .unknown }
    let asked = ofValue
    if asked.isUnknown { return .unknown }
    return SQLCondition(
      "CASE WHEN \(value) IS NOT DISTINCT FROM NULL THEN \(ofMissing) ELSE \(asked.sql) END",
      asked.values,
      isExact: asked.isExact)
  }

  /// The condition for NULL, which is displayed as text.
  private var ofMissing: String {
    if wanted.comparison.takesPattern { return wanted.isInNull ? "TRUE" : "FALSE" }
    return isNumeric && !wanted.isOfOthers ? "FALSE" : wanted.missing.sql
  }

  /// Whether the condition compares with a number.
  private var isNumeric: Bool { wanted.number != nil && !wanted.hasLeadingZeros }

  private var ofValue: SQLCondition {
    if wanted.isOfOthers { return isNumber ? .unknown : times }
    if wanted.comparison.takesPattern { return pattern }
    if !isNumber { return isNumeric ? numberBesideText : texts }
    return isNumeric ? numbers : textsOfNumber
  }

  private var isNumber: Bool { form.isNumber }

  // MARK: Numbers

  private var numbers: SQLCondition {
    // Beyond these limits, a `numeric` value would need very many digits, possibly more than it can
    // have.
    guard text.utf8.count < 100, let size = Double(text).map(abs),
      size == 0 || (1e-300...1e300).contains(size)
    else { return .unknown }
    let compared = "\(shown)::numeric \(wanted.sign) \(place)::numeric"
    return SQLCondition(
      "(CASE WHEN \(isWritten) THEN \(compared) ELSE \(ofInfinity) END)", [.text(text)])
  }

  /// The condition that an infinite value, which is not written with digits, meets the comparison.
  private var ofInfinity: String {
    switch wanted.comparison {
    case .greater, .atLeast: "\(shown) = 'Infinity'"
    case .less, .atMost: "\(shown) = '-Infinity'"
    case .equal, .notEqual, .matching, .notMatching: "FALSE"
    }
  }

  /// The condition that a number is written with digits, and is not `NaN` or an infinity.
  private var isWritten: String { "\(shown) ~ '[0-9]$'" }

  private var textsOfNumber: SQLCondition {
    if wanted.hasLeadingZeros, wanted.comparison.isOrder { return .unknown }
    guard form != .integer else { return .unmet }
    let others = texts
    if others.isUnknown { return others }
    return SQLCondition(
      "(CASE WHEN \(isWritten) THEN FALSE ELSE \(others.sql) END)", others.values,
      isExact: others.isExact)
  }

  /// A comparison of stored strings with a number: a string is equal to the number only if it is
  /// written in the same way.
  private var numberBesideText: SQLCondition {
    // With leading zeros, both are compared as strings.
    wanted.comparison.isOrder
      ? .unmet.unless("\(shown) ~ '^(0[0-9]|-?Infinity$)'") : equal(folds: wanted.ignoresCase)
  }

  // MARK: Texts

  /// The condition that a value equals the text; if `folds` is true, the case of ASCII letters is
  /// ignored.
  private func equal(folds: Bool) -> SQLCondition {
    folds
      ? SQLCondition("(lower(\(shown)) = \(place)::text)", [.text(text.lowercased())])
      : SQLCondition("(\(shown) = \(place)::text)", [.text(text)])
  }

  private var texts: SQLCondition {
    guard !wanted.comparison.isOrder else {
      return SQLCondition("(\(shown) \(wanted.sign) \(place)::text)", [.text(text)])
        .unless("\(shown) ~ '^[-+.0-9]'")
    }
    if wanted.hasLeadingZeros { return equal(folds: wanted.ignoresCase) }
    let condition: SQLCondition
    if !wanted.ignoresCase {
      condition = equal(folds: false)
    } else if text.lowercased().utf8.allSatisfy({ $0 < 0x80 }) {
      condition = equal(folds: true).unless(hasForeign)
    } else {
      return .unknown
    }
    return wanted.isQuantity ? condition.unless("\(shown) ~ '^[0-9]'") : condition
  }

  /// The condition that a string contains characters that are not ASCII.
  private var hasForeign: String { "octet_length(\(shown)) <> char_length(\(shown))" }

  private var pattern: SQLCondition {
    guard text.utf8.count <= WantedText.longestPattern, SQLCondition.isLiteral(text) else {
      return .unknown
    }
    guard wanted.ignoresCase else {
      return SQLCondition("(strpos(\(shown), \(place)::text) > 0)", [.text(text)])
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return SQLCondition(
        "(CASE WHEN strpos(\(shown), \(place)::text) > 0 THEN TRUE END)", [.text(text)],
        isExact: false)
    }
    let found = "strpos(lower(\(shown)), \(place)::text) > 0"
    // If case is ignored, the Kelvin sign is equal to k, and the long s to s.
    guard text.utf8.contains(where: { WantedText.foreign.contains($0) }), !isNumber else {
      return SQLCondition("(\(found))", [.text(text.lowercased())])
    }
    return SQLCondition(
      "(CASE WHEN \(found) THEN TRUE WHEN \(hasForeign) THEN NULL ELSE FALSE END)",
      [.text(text.lowercased())], isExact: false)
  }

  // MARK: Times

  /// A comparison with a day, or with a time on that day; see `SQLCondition.order`.
  private var times: SQLCondition {
    guard let (first, last) = SQLCondition.daysAround(text) else { return .unknown }
    let isMetBefore = wanted.comparison == .less || wanted.comparison == .atMost
    let isMetAfter = wanted.comparison == .greater || wanted.comparison == .atLeast
    let isDay =
      "\(shown) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' AND \(shown) !~ 'BC$'"
    return SQLCondition(
      "(CASE WHEN NOT (\(isDay)) THEN NULL WHEN \(shown) < \(place)::text THEN \(isMetBefore)"
        + " WHEN \(shown) >= \(place)::text THEN \(isMetAfter) END)",
      [.text(first), .text(last)], isExact: false)
  }

  // MARK: Indexes

  /// The value that an index can look up; nil if rows with other values may also meet the
  /// condition.
  func bound(of column: String) -> SQLCondition.Bound? {
    guard wanted.comparison == .equal, !wanted.isOfOthers, !text.utf8.contains(0) else {
      return nil
    }
    if wanted.number != nil, !wanted.hasLeadingZeros {
      guard form == .integer, let number = Int64(text) else { return nil }
      return .init(column: column, value: .integer(number), needsNumbers: false)
    }
    guard form == .text, wanted.missing == .unmet, !wanted.isQuantity, !text.isEmpty,
      !wanted.ignoresCase || !text.utf8.contains(where: WantedText.mayHaveOthers)
    else { return nil }
    return .init(column: column, value: .text(text), needsNumbers: false)
  }
}

extension SQLCondition {
  /// A condition on a column, in the SQL of its database.
  ///
  /// - Parameters:
  ///   - index: the index of the column in the layout.
  ///   - isUTF8: whether the database stores text in UTF-8.
  package init(
    _ condition: ColumnCondition, at index: Int, of layout: RowLayout, ignoresCase: Bool,
    isUTF8: Bool = true
  ) {
    let column = layout.columns[index]
    self =
      layout.forms.map {
        SQLCondition(condition, of: column, $0[index], ignoresCase: ignoresCase)
      } ?? SQLCondition(condition, of: column, ignoresCase: ignoresCase, isUTF8: isUTF8)
  }
}

extension RowLayout {
  /// Whether the rows come from a server.
  package var isOfServer: Bool { forms != nil }
}
