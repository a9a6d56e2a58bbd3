import Records

/// A record in rows: its fields in their order, and those of nested values below them, as far as they are unfolded.
///
/// A value is read when it is unfolded, and no further than its own fields: nothing calls itself.
package struct DetailTree {
  package private(set) var rows: [DetailRow]

  /// Fields of a value that have rows, and how deep values are unfolded: more is no view of a record any more.
  static let mostChildren = 10_000
  static let mostLevels = 100
  /// Rows that are unfolded by themselves at the most, and how deep.
  private static let mostByItself = 100
  private static let levelsByThemselves = 8

  /// - Parameter folds: what a reader has unfolded or folded, by paths.
  package init(_ subject: DetailSubject, folds: [String: Bool] = [:]) {
    rows = subject.note.map { [DetailRow(noteAbove: $0)] } ?? []
    if let record = subject.record {
      rows += record.prefix(Self.mostChildren).map { DetailRow($0.value, name: $0.name) }
      if record.count > Self.mostChildren { rows.append(DetailRow(note: Self.tooMany("fields"))) }
    } else {
      rows.append(DetailRow(text: subject.bytes))
    }
    unfoldByItself(except: folds)
    unfold(folds)
  }

  /// Small values are unfolded, the outer ones first.
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

  /// Shows what is in a row; says how many rows that makes.
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

  /// Hides what is in a row.
  package mutating func fold(_ index: Int) {
    guard rows[index].isUnfolded else { return }
    rows[index].childCount = nil
    rows.removeSubrange(index + 1..<end(of: index))
  }

  /// The index behind all that is in a row.
  private func end(of index: Int) -> Int {
    rows[(index + 1)...].firstIndex { $0.depth <= rows[index].depth } ?? rows.count
  }

  /// The row that a row is in.
  package func parent(of index: Int) -> Int? {
    rows[..<index].lastIndex { $0.depth < rows[index].depth }
  }

  /// The first row with a path, or else with one that the path begins with.
  package func index(of path: String) -> Int? {
    rows.firstIndex { $0.path == path }
      ?? rows.lastIndex { !$0.path.isEmpty && path.hasPrefix($0.path + ".") }
  }

  // MARK: What is in a row

  private static func children(of row: DetailRow) -> [DetailRow] {
    guard let value = row.value else { return [] }
    guard row.depth + 1 < mostLevels else {
      return [DetailRow(note: "more levels than \(mostLevels): the rest is left out", in: row)]
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
    "more \(what) than \(mostChildren): the rest is left out"
  }
}
