import Records
package import Search

/// The rows of a record: its fields in order, with the fields of unfolded values below them.
///
/// A value is parsed when it is unfolded, one level at a time, without recursion.
package struct DetailTree {
  package private(set) var rows: [DetailRow]

  /// The maximum number of children of a value, and the maximum depth; beyond these limits, a tree
  /// is of no use.
  static let mostChildren = 10_000
  static let mostLevels = 100
  /// The maximum number of rows after automatic unfolding, and the number of levels that it
  /// unfolds.
  private static let mostByItself = 100
  private static let levelsByThemselves = 8

  /// Creates the rows of a subject, with small values unfolded.
  ///
  /// - Parameter folds: the rows that the reader has unfolded (true) or folded (false), by path.
  package init(_ subject: DetailSubject, folds: [String: Bool] = [:]) {
    rows = subject.note.map { [DetailRow(noteAbove: $0)] } ?? []
    if let record = subject.record {
      rows += Self.fields(of: record)
      if record.count > Self.mostChildren { rows.append(DetailRow(note: Self.tooMany("fields"))) }
    } else {
      rows.append(DetailRow(text: subject.bytes))
    }
    unfoldByItself(except: folds)
    unfold(folds)
  }

  private static func fields(of record: Record) -> [DetailRow] {
    let fields = record.prefix(mostChildren)
    if record.isTableRow {
      return fields.enumerated().filter { $1.value.isRead }
        .map { DetailRow($1.value, name: $1.name, column: $0) }
    }
    // A field that is missing in a line of a log has no row.
    return fields.filter { !record.lacksNulls || !$0.value.raw.isEmpty || $0.value.kind != .null }
      .map { DetailRow($0.value, name: $0.name) }
  }

  /// Unfolds small values, beginning with the outermost ones.
  private mutating func unfoldByItself(except folds: [String: Bool]) {
    for depth in 0..<Self.levelsByThemselves {
      var index = 0
      while index < rows.count, rows.count < Self.mostByItself {
        let row = rows[index]
        if row.depth == depth, row.isFoldable, folds[row.path] == nil {
          let children = Self.children(of: row)
          if rows.count + children.count <= Self.mostByItself { insert(children, below: index) }
        }
        index += 1
      }
    }
  }

  private mutating func unfold(_ folds: [String: Bool]) {
    guard folds.values.contains(true) else { return }
    var index = 0
    while index < rows.count {
      if folds[rows[index].path] == true { unfold(index) }
      index += 1
    }
  }

  // MARK: Folding

  /// Unfolds a row, and returns the number of new rows.
  @discardableResult
  package mutating func unfold(_ index: Int) -> Int {
    guard rows[index].isFoldable, !rows[index].isUnfolded else { return 0 }
    let children = Self.children(of: rows[index])
    insert(children, below: index)
    return children.count
  }

  private mutating func insert(_ children: [DetailRow], below index: Int) {
    rows[index].childCount = children.count
    rows.insert(contentsOf: children, at: index + 1)
  }

  /// Folds a row, and removes the rows within it.
  package mutating func fold(_ index: Int) {
    guard rows[index].isUnfolded else { return }
    rows[index].childCount = nil
    rows.removeSubrange(index + 1..<end(of: index))
  }

  /// The index after the last row within a row.
  private func end(of index: Int) -> Int {
    rows[(index + 1)...].firstIndex { $0.depth <= rows[index].depth } ?? rows.count
  }

  /// The index of the enclosing row; nil for a row at the top level.
  package func parent(of index: Int) -> Int? {
    rows[..<index].lastIndex { $0.depth < rows[index].depth }
  }

  /// The index of the row with a path, or else of the last row whose path is a prefix of that path.
  package func index(of path: String) -> Int? {
    rows.firstIndex { $0.path == path }
      ?? rows.lastIndex { !$0.path.isEmpty && path.hasPrefix($0.path + ".") }
  }

  // MARK: Children

  private static func children(of row: DetailRow) -> [DetailRow] {
    guard let value = row.value else { return [] }
    guard row.depth + 1 < mostLevels else {
      return [DetailRow(note: "more than \(mostLevels) levels: the rest is left out", in: row)]
    }
    let isObject = value.kind == .object
    var rows =
      isObject ? fields(of: value, in: row) : elements(of: value, in: row)
    if rows.count > mostChildren {
      let note = tooMany(isObject ? "fields" : "elements")
      rows[mostChildren] = DetailRow(note: note, in: row)
    }
    return rows
  }

  private static func fields(of value: Value, in row: DetailRow) -> [DetailRow] {
    let record = JSONReader.record(ofPart: value.raw, limit: mostChildren + 1)
    return record?.map { DetailRow($0.value, name: $0.name, in: row) } ?? []
  }

  private static func elements(of value: Value, in row: DetailRow) -> [DetailRow] {
    let elements = JSONReader.elements(ofPart: value.raw, limit: mostChildren + 1) ?? []
    return elements.enumerated().map { DetailRow($1, name: "\($0)", in: row) }
  }

  private static func tooMany(_ what: String) -> String {
    "more than \(mostChildren) \(what): the rest is left out"
  }
}

/// Search in the rows, including values that are folded.
extension DetailTree {
  /// The maximum number of levels that a search unfolds; deeper matches are attributed to the row
  /// at this level.
  private static let mostSearchedLevels = 32

  /// Finds the next row with a match, above or below a row, and wraps around as far as that row
  /// itself; unfolds rows as needed.
  ///
  /// Cost: proportional to the length of the rows that are passed, once for each level.
  package mutating func nextMatch(from start: Int, goingDown: Bool, _ matcher: Matcher) -> Int? {
    let startID = rows[start].id
    var index = start
    var hasUnfolded = false
    repeat {
      hasUnfolded = false
      index = (index + (goingDown ? 1 : -1) + rows.count) % rows.count
      while mayUnfold(index), matcher.finds(in: rows[index]) {
        let count = unfold(index)
        hasUnfolded = goingDown && count > 0
        // In an upward search, the rows within this row come first.
        if goingDown || count == 0 { break }
        index += count
      }
      let row = rows[index]
      if row.isUnfolded ? matcher.findsName(row) : matcher.finds(in: row) { return index }
    } while rows[index].id != startID || hasUnfolded
    return nil
  }

  private func mayUnfold(_ index: Int) -> Bool {
    rows[index].isFoldable && !rows[index].isUnfolded
      && rows[index].depth < Self.mostSearchedLevels && rows.count < Self.mostChildren
  }

  /// Folds or unfolds all rows; unfolding stops when there are at least ten thousand rows.
  package mutating func changeAll(unfolds: Bool) {
    var index = 0
    while index < rows.count {
      if !unfolds {
        fold(index)
      } else if rows.count < Self.mostChildren {
        unfold(index)
      }
      index += 1
    }
  }
}

extension Matcher {
  /// Whether a row has a match in its name or in its value, folded or not.
  fileprivate func finds(in row: DetailRow) -> Bool {
    findsName(row) || finds(Array(row.utf8.prefix(DetailSubject.most)))
  }

  fileprivate func findsName(_ row: DetailRow) -> Bool { finds(Array(row.name.utf8)) }

  private func finds(_ bytes: [UInt8]) -> Bool {
    // A string that takes too long to match counts as a string without a match.
    bytes.withUnsafeBytes { (try? nextMatchingLine(in: $0, from: 0)) != nil }
  }
}
