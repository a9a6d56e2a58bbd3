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
  private var extent = Size(lines: 0, columns: 0)
  /// Where the cursor is; nil if unknown.
  private var cursor: Point?
  private var bytes: [UInt8] = []
  /// Whether the screen is the program's.
  private(set) var isOpen = false

  /// - Parameter mixesColors: whether the terminal says that it shows any mixture of red, green and blue.
  init(
    _ capabilities: TerminalCapabilities, colors: NCursesOptions.ColorUse, mixesColors: Bool = false
  ) {
    self.capabilities = capabilities
    commands = CursorCommands(capabilities)
    pen = Pen(capabilities, colors, mixesColors: mixesColors)
    scrolling = ScrollCommands(capabilities, commands)
    eraseLine = capabilities.string("el")
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
    if last == nil || extent != canvas.extent { begin(canvas.extent) }
    let digests = LineDigests(of: canvas)
    let scrolled = scroll(to: digests)
    let (old, isKnown) = (last?.canvas ?? blank, last != nil)
    for line in 0..<extent.lines {
      let origin = isKnown ? scrolled.map { $0.origin(of: line) } ?? line : nil
      draw(line, of: canvas, over: origin, of: old)
    }
    pen.change(to: .plain, &bytes)
    last = (canvas, digests)
    defer { bytes = [] }
    return bytes
  }

  /// The bytes that write a text at the start of the last line, and draw that line again.
  func probe(_ text: [UInt8]) -> [UInt8] {
    let line = extent.lines - 1
    go(to: Point(line: line, column: 0))
    bytes += text
    cursor = nil
    erase(0..<extent.columns, line)
    if let canvas = last?.canvas { draw(line, of: canvas, over: nil, of: blank) }
    pen.change(to: .plain, &bytes)
    defer { bytes = [] }
    return bytes
  }

  /// Takes the second screen, where there is one.
  private func open() {
    isOpen = true
    bytes += capabilities.string("smcup") ?? []
  }

  /// Begins with a blank screen and no cursor, whatever another program has left.
  private func begin(_ extent: Size) {
    self.extent = extent
    last = nil
    blank = Canvas(size: Size(lines: 1, columns: extent.columns))
    bytes.reserveCapacity(extent.lines * extent.columns)
    pen.begin(&bytes)
    bytes += capabilities.string("csr", 0, extent.lines - 1) ?? []
    scrolling?.begin(extent.lines)
    for name in ["clear", "civis"] { bytes += capabilities.string(name) ?? [] }
    cursor = .zero
  }

  /// Lets the terminal move the lines that have moved; nil where it does not.
  private func scroll(to digests: LineDigests) -> ScrolledLines? {
    guard let last, scrolling != nil,
      let scrolled = ScrolledLines(from: last.digests, to: digests)
    else { return nil }
    scrolling?.move(scrolled, cursor: &cursor, &bytes)
    return scrolled
  }

  // MARK: A line

  /// - Parameters:
  ///   - origin: where it stood in the last frame; nil for one that was not there.
  ///   - old: the last frame, where something stood.
  private func draw(_ line: Int, of canvas: Canvas, over origin: Int?, of old: Canvas) {
    let change =
      if let origin {
        LineChange(from: old, origin, to: canvas, line)
      } else {
        LineChange(from: blank, 0, to: canvas, line)
      }
    for part in change.parts { write(part, of: canvas, line) }
    if !change.erased.isEmpty { erase(change.erased, line) }
  }

  private func write(_ part: Range<Int>, of canvas: Canvas, _ line: Int) {
    let start = canvas.range(ofLine: line).lowerBound
    let end = min(start + part.upperBound, endOfPlaces)
    var index = start + part.lowerBound
    while index < end {
      go(to: Point(line: line, column: index - start))
      let style = canvas.styles[index]
      pen.change(to: style, &bytes)
      let run = run(of: style, from: index, before: end, canvas)
      if run > index {
        bytes.append(contentsOf: canvas.glyphs[index..<run].lazy.map { UInt8($0.base) })
        index = run
        cursor = place(line, index - start)
      } else {
        let glyph = canvas.glyphs[index]
        index += max(1, glyph.width)
        guard index <= endOfPlaces else { return }
        if glyph.isSequence {
          write(sequence: glyph, at: Point(line: line, column: index - 2 - start), style)
        } else {
          bytes.append(glyph)
          cursor = glyph.isSure ? place(line, index - start) : nil
        }
      }
    }
  }

  /// Writes a sequence of emoji on two blanks, because a terminal that takes one column for it leaves what
  /// stands in the other.
  private func write(sequence: Glyph, at place: Point, _ style: Style) {
    bytes += [0x20, 0x20]
    cursor = nil
    go(to: place)
    pen.change(to: style, &bytes)
    bytes += sequence.description.utf8
    cursor = nil
  }

  /// The end of all places that are written.
  private var endOfPlaces: Int { extent.lines * extent.columns - (wrapsAtOnce ? 1 : 0) }

  /// Where the cursor is behind what was written; nil if unknown.
  private func place(_ line: Int, _ column: Int) -> Point? {
    wrapsAtOnce && column == extent.columns ? nil : Point(line: line, column: column)
  }

  /// Where a run of ASCII in one style ends.
  private func run(of style: Style, from index: Int, before end: Int, _ canvas: Canvas) -> Int {
    var index = index
    while index < end, canvas.glyphs[index].isASCII, canvas.styles[index] == style { index += 1 }
    return index
  }

  private func erase(_ columns: Range<Int>, _ line: Int) {
    go(to: Point(line: line, column: columns.lowerBound))
    pen.change(to: .plain, &bytes)
    if let eraseLine { return bytes += eraseLine }
    let count = min(columns.count, endOfPlaces - line * extent.columns - columns.lowerBound)
    bytes += repeatElement(0x20, count: max(0, count))
    cursor = nil
  }

  private func go(to target: Point) {
    guard cursor != target else { return }
    if movesPlain { pen.change(to: .plain, &bytes) }
    let bottom = scrolling?.margins.map { $0.upperBound - 1 }
    commands.move(to: target, from: cursor, in: extent.columns, bottom: bottom, &bytes)
    cursor = target
  }
}

extension [UInt8] {
  /// Appends a glyph, but no control character, whatever it was made of.
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
  /// Whether all terminals give it the same columns: no emoji, no marks, which the console of Linux does not
  /// join before 6.16, and of wide characters those of East Asia only.
  fileprivate var isSure: Bool {
    guard mark == 0 else { return false }
    return width == 1 ? base < 0x1F000 : (0x2E80..<0xFFE7).contains(base)
  }
}
