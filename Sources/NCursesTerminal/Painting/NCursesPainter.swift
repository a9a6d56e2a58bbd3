import Terminal

/// A painter that uses ncurses: the canvas is written into ncurses' virtual screen, and ncurses
/// computes the bytes.
///
/// Only the differences from the last frame are written, because ncurses compares every column of a
/// written line. This class itself moves lines on the terminal and in ncurses' memory, because
/// ncurses' own search for them (`idlok`) takes five times as many instructions as all other work
/// for a key.
final class NCursesPainter: Painter {
  private let screen: CursesScreen
  private let capabilities: TerminalCapabilities
  private let looks: TerminalLooks
  private var cells: CursesCells
  /// The commands that move lines; nil if the terminal cannot move them.
  private var scrolling: ScrollCommands?
  /// Whether ncurses fails to write a wide character in the last cell (`PutCharLR`): it omits the
  /// cell, or inserts the previous one shifted by a column.
  private let failsInCorner: Bool
  private let isAlone: Bool
  /// The contents of the terminal; nil if unknown.
  private var last: (canvas: Canvas, digests: LineDigests)?
  private var blank = CanvasLine(columns: 0)

  /// Creates a painter that uses an ncurses screen.
  ///
  /// - Parameter isAlone: whether no other painter may take over; then this painter replaces
  ///   anything that it cannot express with the nearest equivalent.
  init(
    _ screen: CursesScreen, _ capabilities: TerminalCapabilities, _ looks: TerminalLooks,
    _ locale: TerminalLocale, isAlone: Bool
  ) {
    (self.screen, self.capabilities, self.looks) = (screen, capabilities, looks)
    cells = CursesCells(screen, looks, locale, isAlone: isAlone)
    self.isAlone = isAlone
    let wraps = ["smam", "rmam"].allSatisfy { capabilities.string($0) != nil }
    failsInCorner = capabilities.flag("am") && !(wraps && capabilities.flag("xenl"))
    scrolling = ScrollCommands(capabilities, CursorCommands(capabilities))
  }

  func repaint() { last = nil }

  func paint(_ canvas: Canvas) throws(Inexpressible) -> [UInt8] {
    screen.use()
    cells.begin()
    do throws(Inexpressible) {
      return try frame(canvas)
    } catch .colorPairs {
      // Only the pairs of this frame are needed, because the whole screen is painted.
      cells.forgetPairs()
      last = nil
      return try frame(canvas)
    }
  }

  private func frame(_ canvas: Canvas) throws(Inexpressible) -> [UInt8] {
    var bytes: [UInt8] = []
    if last == nil || screen.extent != canvas.extent { begin(canvas.extent, &bytes) }
    let digests = LineDigests(of: canvas)
    let scrolled = last.flatMap { scroll(from: $0.digests, to: digests, &bytes) }
    for (line, new) in canvas.lines.enumerated() {
      let origin = scrolled.map { $0.origin(of: line) } ?? line
      guard let last, let origin else {
        try write(new, line, over: blank)
        continue
      }
      if digests.isSame(line, as: origin, of: last.digests) { continue }
      try write(new, line, over: last.canvas.lines[origin])
    }
    last = (canvas, digests)
    return bytes + screen.update(cursor: rest)
  }

  /// The position of the cursor after a frame.
  ///
  /// If margins are used, it is the top left corner: setting margins moves the cursor there, and
  /// ncurses need not be informed of that. Otherwise, it is at the bottom, where a cursor that
  /// cannot be hidden disturbs least.
  private var rest: Point {
    scrolling == nil ? Point(line: screen.extent.lines - 1, column: 0) : .zero
  }

  /// Starts with a blank screen, a plain style and a hidden cursor, whatever state another program
  /// has left.
  private func begin(_ extent: Size, _ bytes: inout [UInt8]) {
    last = nil
    blank = CanvasLine(columns: extent.columns)
    scrolling?.begin(extent.lines)
    screen.clear(extent)
    bytes += looks.reset
    for name in ["csr", "civis"] { bytes += capabilities.string(name, 0, extent.lines - 1) ?? [] }
  }

  /// Makes the terminal move the lines that have moved; returns them, or nil if it moves none.
  private func scroll(
    from old: LineDigests, to new: LineDigests, _ bytes: inout [UInt8]
  ) -> ScrolledLines? {
    guard scrolling != nil, let scrolled = ScrolledLines(from: old, to: new) else { return nil }
    scrolling?.moveBetweenFrames(scrolled, in: screen.extent.lines, &bytes)
    screen.scroll(scrolled)
    return scrolled
  }

  private func write(
    _ new: CanvasLine, _ line: Int, over old: CanvasLine
  ) throws(Inexpressible) {
    let change = LineChange(from: old, to: new)
    if change.isEmpty { return }
    if failsInCorner, !isAlone, line == screen.extent.lines - 1, new.hasWideEnd { throw .corner }
    // On a blank line, text without long blanks contains nothing to skip.
    let isWhole =
      change.count > screen.extent.columns / 4 && !(old.isBlank && change.parts.count == 1)
    screen.beginLine(line, wholeFrom: isWhole ? change.parts.first?.lowerBound : nil)
    for part in change.parts { try write(part, of: new, line) }
    if !change.erased.isEmpty { try write(change.erased, of: new, line) }
  }

  private func write(
    _ part: Range<Int>, of text: CanvasLine, _ line: Int
  ) throws(Inexpressible) {
    let (glyphs, place) = (text.glyphs[part], Point(line: line, column: part.lowerBound))
    if let short = try cells.shortCells(of: glyphs) { return screen.write(short, at: place) }
    screen.write(try cells.cells(of: glyphs), at: place)
  }

  func probe(_ text: [UInt8]) -> [UInt8] {
    screen.use()
    let line = screen.extent.lines - 1
    screen.distrust(line: line)
    let place = { (point: Point) in self.capabilities.string("cup", point.line, point.column) ?? []
    }
    return place(Point(line: line, column: 0)) + text + place(rest) + screen.update(cursor: rest)
  }
}

extension CanvasLine {
  /// Whether one of the line's last three columns has a wide glyph, or half of one.
  fileprivate var hasWideEnd: Bool { glyphs.suffix(3).contains { $0.glyph.width != 1 } }
}
