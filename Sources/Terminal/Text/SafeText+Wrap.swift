extension SafeText {
  /// The text wrapped into lines of at most the given number of columns.
  ///
  /// A line ends at the last blank that fits, which is dropped, or before or after a glyph of two
  /// columns, because East Asian scripts can be broken anywhere. A word longer than a line is cut.
  /// There is always at least one line, and text that fits is unchanged. If there are fewer than
  /// two columns, the text is not wrapped, and must be clipped. Cost: proportional to the number of
  /// glyphs.
  public func wrapped(to columns: Int) -> [SafeText] {
    wrapped(to: columns, line: part)
  }

  /// The lines of the wrapped text, each created by a closure from its range of glyphs.
  func wrapped<Line>(to columns: Int, line: (Range<Int>) -> Line) -> [Line] {
    guard width > columns, columns > 1 else { return [line(glyphs.indices)] }
    var lines: [Line] = []
    var start = glyphs.startIndex
    while start < glyphs.endIndex {
      let end = endOfLine(from: start, columns)
      let range = trimmingBlanks(start..<end)
      // Blanks before a word that does not fit do not form a separate line.
      if !range.isEmpty { lines.append(line(range)) }
      start = glyphs[end...].firstIndex { !$0.isBlank } ?? glyphs.endIndex
    }
    return lines.isEmpty ? [line(0..<0)] : lines
  }

  private func endOfLine(from start: Int, _ columns: Int) -> Int {
    var used = glyphs[start].width
    var lastBreak: Int?
    for index in (start + 1)..<glyphs.endIndex {
      let (previous, glyph) = (glyphs[index - 1], glyphs[index])
      if previous.isBlank || previous.width == 2 || glyph.width == 2 { lastBreak = index }
      used += glyph.width
      if used > columns { return glyph.isBlank ? index : lastBreak ?? cut(at: index, after: start) }
    }
    return glyphs.endIndex
  }

  /// The index at which a word is cut.
  ///
  /// If the next line would begin with spacing marks, the word is cut before the letter of these
  /// marks, unless the current line begins with that letter.
  private func cut(at index: Int, after start: Int) -> Int {
    var letter = index
    while letter > start, glyphs[letter].isSpacingMark { letter -= 1 }
    return letter > start ? letter : index
  }

  private func trimmingBlanks(_ line: Range<Int>) -> Range<Int> {
    let end = glyphs[line].lastIndex { !$0.isBlank }.map { $0 + 1 }
    return line.lowerBound..<(end ?? line.lowerBound)
  }
}

extension SafeText {
  /// The text folded at any glyph into lines of at most the given number of columns; blanks are
  /// kept, as in a terminal.
  ///
  /// There is always at least one line, and the lines together are the text. A wide glyph that does
  /// not fit begins the next line; if there are fewer than two columns, the text is not folded.
  /// Cost: proportional to the number of glyphs.
  ///
  /// - Parameters:
  ///   - columns: the width of a line.
  ///   - atBlanks: whether a line ends after its last blanks, if it has any; these may extend
  ///     beyond its columns, because nothing is dropped.
  public func folded(to columns: Int, atBlanks: Bool = false) -> [SafeText] {
    folded(to: columns, atBlanks: atBlanks, line: part)
  }

  /// The lines of the folded text, each created by a closure from its range of glyphs.
  func folded<Line>(
    to columns: Int, atBlanks: Bool, line: (Range<Int>) -> Line
  ) -> [Line] {
    guard width > columns, columns > 1 else { return [line(glyphs.indices)] }
    var lines: [Line] = []
    var (start, used, word) = (glyphs.startIndex, 0, glyphs.startIndex)
    for (index, glyph) in glyphs.enumerated() {
      if atBlanks, index > 0, glyphs[index - 1].isBlank { word = index }
      // A wide glyph may not fit after a word as long as the line.
      while used + glyph.width > columns, !(atBlanks && glyph.isBlank) {
        let end = atBlanks && word > start ? word : cut(at: index, after: start)
        lines.append(line(start..<end))
        (start, used) = (end, self.columns(of: end..<index))
      }
      used += glyph.width
    }
    lines.append(line(start..<glyphs.endIndex))
    return lines
  }
}
