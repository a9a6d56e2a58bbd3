import Terminal

/// The last line of the screen, which has its own background: messages at the left, key hints and
/// the position at the right.
///
/// If they do not fit, hints are omitted first, and then messages are cut or omitted.
struct StatusLine {
  private(set) var parts: [Message]
  /// The fraction of the content above the bottom of the screen, from 0 to 1; nil if unknown.
  let position: Double?
  /// The key hints, in the order of the commands.
  let hints: [StatusHint]
  let theme: Theme

  /// The smallest width of a cut part.
  private static let minimumPartWidth = 8
  /// The number of columns between two parts.
  private static let separation = 5

  func draw(in canvas: inout Canvas) {
    canvas.fill(Rect(origin: .zero, size: canvas.size), style: theme.bar.plain)
    var words = Rect(origin: .zero, size: canvas.size)
    if let position, canvas.size.columns >= Self.leastWithMark {
      words.size.columns -= PositionMark.columns + 2
      let point = Point(line: 0, column: words.size.columns + 1)
      PositionMark(position, theme).draw(in: &canvas, at: point)
    }
    canvas.inRegion(words) { drawWords(in: &$0) }
  }

  /// Removes the messages that may not be cut but would be, and returns the rows above the line.
  ///
  /// - Parameter isHidden: whether a prompt takes the place of the line.
  /// - Returns: the rows, and whether the first of them are the most important.
  mutating func takeRows(in columns: Int, isHidden: Bool) -> (rows: [SafeText], keepsFirst: Bool) {
    let cut = parts.filter { $0.isWhole && (isHidden || !showsWhole($0, in: columns)) }
    let rows = parts.filter { !$0.isWhole || cut.contains($0) }.flatMap(\.rows)
    parts.removeAll { cut.contains($0) }
    return (rows, !cut.isEmpty)
  }

  /// Whether a message is certainly not cut, even if the title keeps `leastTitle` columns because
  /// other messages are shown.
  private func showsWhole(_ message: Message, in columns: Int) -> Bool {
    guard let index = parts.firstIndex(of: message) else { return false }
    let said = parts[...index].filter { $0.kind != .title }
    let kept = kept(for: parts[(index + 1)...])
    let title = said.count > 1 || kept > 0 ? Self.leastTitle + Self.separation : 0
    let mark = position != nil && columns >= Self.leastWithMark ? PositionMark.columns + 2 : 0
    return width(of: said) + kept + title <= columns - mark - 2
  }

  /// The minimum width of a line with the position mark; in a narrower line, the texts need all
  /// columns.
  private static let leastWithMark = 60

  private func drawWords(in canvas: inout Canvas) {
    let parts = parts.filter { $0.width > 0 }
    let width = canvas.size.columns
    let fits = self.width(of: parts) <= width - 2
    let dot = SafeText(glyphs: [.space] + theme.symbols.spacedDot.glyphs + [.space])
    var column = 1
    for (index, part) in parts.enumerated() {
      let separator = column > 1 ? dot : .empty
      let words = fits ? part.text : part.short
      let left = width - column - separator.width - part.tail.width - 1
      let limit = fits ? left : room(for: index, of: parts, left)
      if part.kind == .title, limit <= 0 { continue }
      guard limit >= min(Self.minimumPartWidth, words.width) else { break }
      if part.isFact, words.width > limit { continue }
      column += canvas.draw(separator, at: Point(line: 0, column: column), style: theme.bar.faint)
      let text = words.truncated(to: limit, ellipsis: theme.symbols.cut)
      for text in [text, part.tail] {
        column += canvas.draw(text, at: Point(line: 0, column: column), style: style(of: part.kind))
      }
    }
    drawHints(in: &canvas, from: column + 3)
  }

  /// The number of columns for a part if not all parts fit.
  private func room(for index: Int, of parts: [Message], _ left: Int) -> Int {
    let rest = parts[(index + 1)...]
    if parts[index].kind == .title { return roomForTitle(beside: rest, left) }
    return max(left - kept(for: rest), min(Self.minimumPartWidth, left))
  }

  /// The number of columns for the title, which is cut before anything else, and omitted if the
  /// message fits only without it.
  private func roomForTitle(beside rest: ArraySlice<Message>, _ left: Int) -> Int {
    func room(_ parts: some Sequence<Message>) -> Int {
      parts.reduce(left) { $0 - Self.separation - $1.width }
    }
    let said = room(rest.lazy.filter { $0.kind != .plain })
    if said >= Self.minimumPartWidth { return max(room(rest), min(Self.leastTitle, said)) }
    if said + Self.separation >= 0 { return 0 }
    let needed = rest.first { $0.kind != .plain }.map(Self.least) ?? 0
    let most = min(Self.leastTitle, left - needed)
    return most >= Self.minimumPartWidth ? most : 0
  }

  /// The number of columns that a part needs after another one: its text may be cut, but its tail
  /// may not.
  private static func least(for part: Message) -> Int {
    separation + min(minimumPartWidth, part.short.width) + part.tail.width
  }

  /// The number of columns that the title keeps unless messages need them.
  private static let leastTitle = 16

  /// The total width of all parts when none is cut, with their separators.
  private func width(of parts: [Message]) -> Int {
    parts.reduce(0) { $0 + $1.width } + Self.separation * max(0, parts.count - 1)
  }

  /// The number of columns to reserve for later parts, up to the last one with a tail: texts may be
  /// cut, but tails may not.
  private func kept(for parts: ArraySlice<Message>) -> Int {
    guard let last = parts.lastIndex(where: { $0.tail.width > 0 }) else { return 0 }
    return parts[...last].map(Self.least).reduce(0, +)
  }

  /// Draws the hints at the right, as many as fit.
  private func drawHints(in canvas: inout Canvas, from start: Int) {
    var end = canvas.size.columns - 1
    for hint in hints(fitting: end - start).reversed() {
      let column = end - hint.width
      canvas.draw(hint.key, at: Point(line: 0, column: column), style: theme.bar.strong)
      let point = Point(line: 0, column: column + hint.key.width)
      canvas.draw(hint.word, at: point, style: theme.bar.faint)
      end = column - StatusHint.separation
    }
  }

  /// The hints that fit: those with the lowest priority are omitted first, and among hints of equal
  /// priority the first ones, so that help and quit stay.
  private func hints(fitting columns: Int) -> [StatusHint] {
    var hints = hints
    var width = hints.reduce(-StatusHint.separation) { $0 + $1.width + StatusHint.separation }
    while width > columns, let least = hints.indices.min(by: { hints[$0] < hints[$1] }) {
      width -= hints.remove(at: least).width + StatusHint.separation
    }
    return hints
  }

  private func style(of kind: Message.Kind) -> Style {
    switch kind {
    case .title: theme.bar.strong
    case .plain: theme.bar.plain
    case .accent: theme.bar.accent
    case .failure: theme.bar.failure
    }
  }
}

/// A key and a word for its action, in the status line.
struct StatusHint {
  /// The number of columns between two hints.
  static let separation = 2

  let key: SafeText
  let word: SafeText
  private let priority: Int

  /// - Parameter priority: the priority; hints with the lowest one are omitted first.
  init(_ key: Key, _ word: String, priority: Int, _ symbols: Symbols) {
    self.key = SafeText(symbols.name(of: key))
    self.word = SafeText(" \(word)")
    self.priority = priority
  }

  /// The total width in columns.
  var width: Int { key.width + word.width }

  /// Whether the first hint is omitted before the second.
  static func < (a: StatusHint, b: StatusHint) -> Bool { a.priority < b.priority }
}

/// A mark of eight columns for the reader's position: the part of the content above the bottom of
/// the screen, and the part below it.
struct PositionMark {
  static let columns = 8

  /// The number of filled half columns.
  private let halves: Int
  private let theme: Theme

  /// - Parameter position: the fraction above the bottom of the screen, from 0 to 1; only 1 fills
  ///   the mark completely.
  init(_ position: Double, _ theme: Theme) {
    // The order of the arguments matters: `max(0, position)` is 0 if the position is not a number.
    halves = Int(min(1, max(0, position)) * Double(2 * Self.columns))
    self.theme = theme
  }

  func draw(in canvas: inout Canvas, at origin: Point) {
    let symbols = theme.symbols
    for column in 0..<Self.columns {
      let filled = halves - 2 * column
      let point = Point(line: origin.line, column: origin.column + column)
      canvas.draw(
        filled > 1 ? symbols.passed : filled == 1 ? symbols.halfPassed : symbols.ahead, at: point,
        style: filled > 0 ? theme.bar.accent : theme.bar.faint)
    }
  }
}
