package import Search

/// Finding a pattern in the rows, and in what is folded.
extension DetailTree {
  /// Levels that a search unfolds at the most: below that all is in the row.
  private static let mostSearchedLevels = 32

  /// The next row with a match, behind one or before it, and at last that one; where it was in what is folded, that
  /// is unfolded.
  ///
  /// Cost: the texts up to there, once for each level.
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
        // On the way up what is in it comes before it.
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

  /// Folds all, or unfolds all, as far as that makes no more than ten thousand rows.
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
  /// Whether a row has a match: in its name, or in its value, folded or not.
  fileprivate func finds(in row: DetailRow) -> Bool {
    findsName(row) || finds(Array(row.utf8.prefix(DetailSubject.most)))
  }

  fileprivate func findsName(_ row: DetailRow) -> Bool { finds(Array(row.name.utf8)) }

  private func finds(_ bytes: [UInt8]) -> Bool {
    // What is too hard for the expression has no match.
    bytes.withUnsafeBytes { (try? nextMatchingLine(in: $0, from: 0)) != nil }
  }
}
