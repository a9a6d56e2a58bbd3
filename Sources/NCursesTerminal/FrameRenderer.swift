import Terminal

/// Makes the bytes that turn the last frame into the next one.
///
/// It knows what it has drawn, where the cursor is and how the terminal draws. Lines that have moved are
/// moved by the terminal; of the others only what differs is sent.
final class FrameRenderer {
  private let capabilities: TerminalCapabilities
  private let commands: CursorCommands
  private var pen: Pen
  /// Moves lines; nil where the terminal cannot.
  private var scrolling: ScrollCommands?
  private let eraseLine: [UInt8]?
  /// Whether the pen has to be plain where the cursor moves.
  private let movesPlain: Bool
  /// Whether what is written in the last column takes the cursor to the next line at once; in the last
  /// place of all it would scroll, which is why that is spared.
  private let wrapsAtOnce: Bool

  /// What stands on the terminal; nil if unknown.
  private var last: (canvas: Canvas, digests: LineDigests)?
  /// A line on which nothing stands.
  private var blank = Canvas(size: Size(lines: 1, columns: 0))
  /// Where the cursor is; nil if unknown.
  private var cursor: Point?
  private var bytes: [UInt8] = []
  /// Whether the screen is the program's.
  private(set) var isOpen = false

  init(_ capabilities: TerminalCapabilities, colors: NCursesOptions.ColorUse) {
    self.capabilities = capabilities
    commands = CursorCommands(capabilities)
    pen = Pen(capabilities, colors)
    scrolling = ScrollCommands(capabilities)
    eraseLine = capabilities.bytes("el")
    movesPlain = !capabilities.flag("msgr")
    wrapsAtOnce = capabilities.flag("am") && !capabilities.flag("xenl")
  }

  /// How many colours it uses.
  var depth: ColorDepth { pen.depth }

  /// Makes the next frame be sent whole.
  func repaint() { (last, cursor) = (nil, nil) }

  /// The screen is given back; the next frame takes it again.
  func close() {
    isOpen = false
    repaint()
  }

  /// The bytes that show a canvas; none where nothing differs.
  func render(_ canvas: Canvas) -> [UInt8] {
    if !isOpen { open() }
    if last?.canvas.extent != canvas.extent { begin(canvas.extent) }
    let digests = LineDigests(of: canvas)
    let scrolled = scroll(to: digests, of: canvas.extent.lines)
    for line in 0..<canvas.extent.lines {
      draw(line, of: canvas, over: scrolled.map { $0.origin(of: line) } ?? line)
    }
    pen.change(to: .plain, &bytes)
    last = (canvas, digests)
    defer { bytes = [] }
    return bytes
  }

  /// Takes the second screen, where there is one, and hides the cursor.
  private func open() {
    isOpen = true
    for name in ["smcup", "civis"] { bytes += capabilities.bytes(name) ?? [] }
  }

  /// Begins with a blank screen.
  private func begin(_ extent: Size) {
    last = nil
    blank = Canvas(size: Size(lines: 1, columns: extent.columns))
    bytes.reserveCapacity(extent.lines * extent.columns)
    pen.begin(&bytes)
    // Another program may have left margins.
    bytes += capabilities.bytes("csr", 0, extent.lines - 1) ?? []
    scrolling?.begin(extent.lines)
    bytes += capabilities.bytes("clear") ?? []
    cursor = .zero
  }

  /// Lets the terminal move the lines that have moved; nil where it does not.
  private func scroll(to digests: LineDigests, of lines: Int) -> ScrolledLines? {
    guard let last, scrolling != nil,
      let scrolled = ScrolledLines(from: last.digests, to: digests)
    else { return nil }
    scrolling?.move(scrolled, of: lines, cursor: &cursor, &bytes)
    return scrolled
  }

  // MARK: A line

  /// - Parameter origin: where it stood in the last frame; nil for one that was not there.
  private func draw(_ line: Int, of canvas: Canvas, over origin: Int?) {
    let (old, oldLine) = last.flatMap { last in origin.map { (last.canvas, $0) } } ?? (blank, 0)
    let change = LineChange(from: old, oldLine, to: canvas, line)
    for part in change.parts { write(part, of: canvas, line) }
    if !change.erased.isEmpty { erase(change.erased, line) }
  }

  private func write(_ part: Range<Int>, of canvas: Canvas, _ line: Int) {
    let start = canvas.range(ofLine: line).lowerBound
    let end = start + part.upperBound
    var index = start + part.lowerBound
    while index < end {
      go(to: Point(line: line, column: index - start), canvas.extent)
      let style = canvas.styles[index]
      pen.change(to: style, &bytes)
      let run = run(of: style, from: index, before: end, canvas)
      if run > index {
        bytes.append(contentsOf: canvas.glyphs[index..<run].lazy.map { UInt8($0.base) })
        index = run
        cursor = place(line, index - start, canvas.extent)
      } else {
        let glyph = canvas.glyphs[index]
        index += max(1, glyph.width)
        if wrapsAtOnce, index == canvas.glyphs.count { return }
        bytes.append(contentsOf: glyph.utf8)
        cursor = glyph.isSure ? place(line, index - start, canvas.extent) : nil
      }
    }
  }

  /// Where the cursor is behind what was written; nil if unknown.
  private func place(_ line: Int, _ column: Int, _ extent: Size) -> Point? {
    wrapsAtOnce && column == extent.columns ? nil : Point(line: line, column: column)
  }

  /// Where a run of ASCII in one style ends.
  private func run(of style: Style, from index: Int, before end: Int, _ canvas: Canvas) -> Int {
    var index = index
    // The last place is not among them where it is spared.
    let end = wrapsAtOnce ? min(end, canvas.glyphs.count - 1) : end
    while index < end, canvas.glyphs[index].isASCII, canvas.styles[index] == style { index += 1 }
    return index
  }

  private func erase(_ columns: Range<Int>, _ line: Int) {
    go(to: Point(line: line, column: columns.lowerBound), blank.extent)
    pen.change(to: .plain, &bytes)
    if let eraseLine {
      bytes += eraseLine
    } else {
      bytes += repeatElement(0x20, count: columns.count)
      cursor = nil
    }
  }

  private func go(to target: Point, _ extent: Size) {
    guard cursor != target else { return }
    if movesPlain { pen.change(to: .plain, &bytes) }
    let bottom = (scrolling?.margins?.upperBound ?? extent.lines) - 1
    commands.move(to: target, from: cursor, in: extent.columns, bottom: bottom, &bytes)
    cursor = target
  }
}

extension Glyph {
  /// What is sent: no control character, whatever it was made of.
  fileprivate var utf8: [UInt8] {
    let text = scalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
    return text.flatMap { UTF8.encode($0).map(Array.init) ?? [] }
  }

  /// Whether all terminals give it the same columns: no emoji, and no marks but accents.
  fileprivate var isSure: Bool {
    base < 0x1F000 && (mark == 0 || (0x300..<0x370).contains(mark)) && secondMark == 0
  }
}
