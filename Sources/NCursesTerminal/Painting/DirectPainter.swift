import Terminal

/// A painter that works without ncurses on ECMA-48 terminals.
///
/// It makes the terminal move the lines that have moved, and then sends only the differences.
final class DirectPainter: Painter {
  private let capabilities: TerminalCapabilities
  private var writer: LinePainter
  /// The contents of the terminal; nil if unknown.
  private var last: (canvas: Canvas, digests: LineDigests)?

  init(_ capabilities: TerminalCapabilities, _ looks: TerminalLooks) {
    self.capabilities = capabilities
    writer = LinePainter(capabilities, Pen(capabilities, looks))
  }

  func repaint() {
    last = nil
    writer.cursor = nil
  }

  func paint(_ canvas: Canvas) -> [UInt8] {
    if last == nil || writer.extent != canvas.extent {
      last = nil
      writer.begin(canvas.extent, capabilities)
    }
    let digests = LineDigests(of: canvas)
    let scrolled = last.flatMap { writer.scroll(from: $0.digests, to: digests) }
    if let last {
      writer.draw(canvas.lines, digests, over: last.canvas.lines, last.digests, scrolled)
    } else {
      for line in canvas.lines.indices { writer.draw(canvas.lines[line], line) }
    }
    last = (canvas, digests)
    return writer.takeBytes()
  }

  func probe(_ text: [UInt8]) -> [UInt8] {
    let line = writer.extent.lines - 1
    writer.probe(text, line)
    if let canvas = last?.canvas { writer.draw(canvas.lines[line], line) }
    return writer.takeBytes()
  }
}

/// A writer of lines, which knows the position of the cursor and the style of the terminal.
///
/// It is a struct, because access to each property of a class is checked for exclusivity, and these
/// checks would take a twelfth of the time to show a page.
private struct LinePainter {
  private let commands: CursorCommands
  private var pen: Pen
  /// The commands that move lines; nil if the terminal cannot move them.
  private var scrolling: ScrollCommands?
  private let eraseLine: [UInt8]?
  /// Whether the style must be plain while the cursor moves.
  private let movesPlain: Bool
  /// Whether the cursor moves to the next line immediately after the last column; a character in
  /// the last cell of the screen would then scroll the screen, so this cell is not written.
  private let wrapsAtOnce: Bool
  /// A blank line.
  private var blank = CanvasLine(columns: 0)
  private(set) var extent = Size(lines: 0, columns: 0)
  /// The position of the cursor; nil if it is not known.
  var cursor: Point?
  private var bytes: [UInt8] = []

  init(_ capabilities: TerminalCapabilities, _ pen: Pen) {
    self.pen = pen
    commands = CursorCommands(capabilities)
    scrolling = ScrollCommands(capabilities, commands)
    eraseLine = capabilities.string("el")
    movesPlain = !capabilities.flag("msgr")
    wrapsAtOnce = capabilities.flag("am") && !capabilities.flag("xenl")
  }

  /// Returns the written bytes, and resets the style.
  mutating func takeBytes() -> [UInt8] {
    pen.change(to: .plain, &bytes)
    defer { bytes = [] }
    return bytes
  }

  /// Starts with a blank screen and a hidden cursor, whatever state another program has left.
  mutating func begin(_ extent: Size, _ capabilities: TerminalCapabilities) {
    self.extent = extent
    blank = CanvasLine(columns: extent.columns)
    bytes.reserveCapacity(extent.lines * extent.columns)
    pen.begin(&bytes)
    bytes += capabilities.string("csr", 0, extent.lines - 1) ?? []
    scrolling?.begin(extent.lines)
    for name in ["clear", "civis"] { bytes += capabilities.string(name) ?? [] }
    cursor = .zero
  }

  /// Writes text at the start of a line, and then erases the line.
  mutating func probe(_ text: [UInt8], _ line: Int) {
    go(to: Point(line: line, column: 0))
    bytes += text
    cursor = nil
    erase(0..<extent.columns, line)
  }

  /// Makes the terminal move the lines that have moved; returns them, or nil if it moves none.
  mutating func scroll(from old: LineDigests, to new: LineDigests) -> ScrolledLines? {
    guard scrolling != nil, let scrolled = ScrolledLines(from: old, to: new) else { return nil }
    scrolling?.move(scrolled, cursor: &cursor, &bytes)
    return scrolled
  }

  /// Draws the lines that differ from those on the terminal.
  ///
  /// - Parameter scrolled: the lines that the terminal has moved; nil if it has moved none.
  mutating func draw(
    _ new: [CanvasLine], _ digests: LineDigests, over old: [CanvasLine],
    _ oldDigests: LineDigests, _ scrolled: ScrolledLines?
  ) {
    for line in new.indices {
      guard let origin = scrolled.map({ $0.origin(of: line) }) ?? line else {
        draw(new[line], line)
        continue
      }
      // Most lines of a frame are unchanged.
      if digests.isSame(line, as: origin, of: oldDigests) { continue }
      draw(new[line], line, over: old[origin])
    }
  }

  // MARK: A line

  /// Draws over a blank line.
  mutating func draw(_ new: CanvasLine, _ line: Int) { draw(new, line, over: blank) }

  /// Draws a line over its current contents.
  ///
  /// - Parameter old: the current contents of the line.
  private mutating func draw(_ new: CanvasLine, _ line: Int, over old: CanvasLine) {
    let change = LineChange(from: old, to: new)
    for part in change.parts { write(part, of: new, line) }
    if !change.erased.isEmpty { erase(change.erased, line) }
  }

  private mutating func write(_ part: Range<Int>, of text: CanvasLine, _ line: Int) {
    let glyphs = text.glyphs
    let end = min(part.upperBound, endOfPlaces(of: line))
    var column = part.lowerBound
    while column < end {
      go(to: Point(line: line, column: column))
      let style = glyphs[column].style
      pen.change(to: style, &bytes)
      let run = run(of: style, from: column, before: end, glyphs)
      if run > column {
        bytes.append(ascii: glyphs[column..<run])
        column = run
        cursor = point(line, column)
      } else {
        let glyph = glyphs[column].glyph
        column += max(1, glyph.width)
        guard column <= endOfPlaces(of: line) else { return }
        if glyph.isSequence || glyph.isSpacingMark {
          write(glyph, overBlanksAt: Point(line: line, column: column - glyph.width), style)
        } else {
          bytes.append(glyph)
          cursor = glyph.isSure ? point(line, column) : nil
        }
      }
    }
  }

  /// Writes an emoji sequence or a spacing mark over blanks, because a terminal that shows it in
  /// fewer columns would keep the old contents of the others.
  private mutating func write(_ glyph: Glyph, overBlanksAt point: Point, _ style: Style) {
    bytes += repeatElement(0x20, count: glyph.width)
    cursor = nil
    go(to: point)
    pen.change(to: style, &bytes)
    bytes += glyph.description.utf8
    cursor = nil
  }

  /// The end of the columns that may be written on a line.
  private func endOfPlaces(of line: Int) -> Int {
    extent.columns - (wrapsAtOnce && line == extent.lines - 1 ? 1 : 0)
  }

  /// The position of the cursor after the written text; nil if unknown.
  private func point(_ line: Int, _ column: Int) -> Point? {
    wrapsAtOnce && column == extent.columns ? nil : Point(line: line, column: column)
  }

  /// The end of a run of ASCII in one style.
  private func run(
    of style: Style, from column: Int, before end: Int, _ line: [StyledGlyph]
  ) -> Int {
    var index = column
    while index < end, line[index].glyph.isASCII, line[index].style == style { index += 1 }
    return index
  }

  private mutating func erase(_ columns: Range<Int>, _ line: Int) {
    go(to: Point(line: line, column: columns.lowerBound))
    pen.change(to: .plain, &bytes)
    if let eraseLine { return bytes += eraseLine }
    let count = min(columns.count, endOfPlaces(of: line) - columns.lowerBound)
    bytes += repeatElement(0x20, count: max(0, count))
    cursor = nil
  }

  private mutating func go(to target: Point) {
    guard cursor != target else { return }
    if movesPlain { pen.change(to: .plain, &bytes) }
    let end = scrolling?.margins?.upperBound
    commands.move(
      to: target, from: cursor, in: extent.columns, bottom: end.map { @Sendable in $0 - 1 }, &bytes)
    cursor = target
  }
}

extension [UInt8] {
  /// Appends ASCII glyphs through a buffer on the stack, because appending them one by one checks
  /// the array each time.
  nonisolated fileprivate mutating func append(ascii glyphs: ArraySlice<StyledGlyph>) {
    glyphs.withUnsafeBufferPointer { glyphs in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: glyphs.count) { text in
        for index in glyphs.indices {
          text.initializeElement(
            at: index, to: UInt8(truncatingIfNeeded: glyphs[index].glyph.base))
        }
        append(contentsOf: UnsafeBufferPointer(text))
      }
    }
  }

  /// Appends a glyph, but never a control character.
  fileprivate mutating func append(_ glyph: Glyph) {
    for number in [glyph.base, glyph.mark, glyph.secondMark] {
      guard number >= 0x20, !(0x7F..<0xA0).contains(number), let scalar = Unicode.Scalar(number),
        let encoded = UTF8.encode(scalar)
      else { continue }
      append(contentsOf: encoded)
    }
  }
}

extension Glyph {
  /// Whether the glyph is assumed to have the same number of columns in all terminals.
  ///
  /// That excludes most emoji, wide characters outside East Asian scripts, and marks, which the
  /// Linux console does not combine before version 6.16.
  fileprivate var isSure: Bool {
    guard mark == 0 else { return false }
    return width == 1 ? base < 0x1F000 : (0x2E80..<0xFFE7).contains(base)
  }
}
