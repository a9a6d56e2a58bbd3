import CNCurses
import Glibc
import Terminal

/// Draws canvases with ncurses and returns the bytes that turn the last frame into this one.
///
/// ncurses writes to a file in memory: so a frame leaves as one piece, and ncurses, which would
/// spin on a terminal that takes no bytes, never meets one. There is one at a time in a process,
/// because ncurses' state is global.
final class CursesRenderer {
  let depth: ColorDepth
  private let file: UnsafeMutablePointer<FILE>
  private let screen: OpaquePointer
  private let descriptor: Int32
  private var pairs: ColorPairs
  private var cells: CellFactory
  /// Moves lines; nil where that is left to what ncurses finds.
  private var scrolling: ScrollCommands?
  private var last: (canvas: Canvas, digests: LineDigests)?
  /// Resets the terminal's palette.
  private let paletteReset: [UInt8]
  /// Whether the next frame opens the terminal again.
  private var isReopening = false

  init(
    terminal: String, size: Size, colors: NCursesOptions.ColorUse
  ) throws(NCursesScreenError) {
    descriptor = endless_memory_file()
    guard descriptor >= 0, let file = fdopen(descriptor, "w+") else {
      throw .system(call: "memfd_create", code: errno)
    }
    self.file = file
    Self.prepareHeap(size)
    Self.useUTF8()
    let dispositions = SignalDispositions()
    defer { dispositions.restore() }
    guard let screen = Self.newTerminal(terminal, file, size) else {
      fclose(file)
      throw .unknownTerminal(terminal)
    }
    self.screen = screen
    depth = Self.startColors(colors)
    pairs = ColorPairs(depth: depth)
    cells = CellFactory()
    scrolling = ScrollCommands(.opened)
    paletteReset = TerminalCapabilities.opened.string("oc").map { Array($0.utf8) } ?? []
    prepare(size)
    // Until it was ended once, ncurses writes each movement of the cursor by itself (lib_mvcur.c): a
    // hundred calls of the system for a frame. The next frame opens it again.
    _ = end()
  }

  isolated deinit {
    delscreen(screen)
    fclose(file)
  }

  /// The columns that ncurses begins with, enough for the buffer in which it makes a row.
  ///
  /// It fills three windows of the first size twice. Of those one is never drawn in, and grows no
  /// more once it is smaller than the screen (`prepare`): a tenth of a start, and of its memory.
  private static let firstColumns = 40

  /// Takes the memory of a first frame at once: two windows of ncurses (`cchar_t`), two canvases
  /// and what is shown in them.
  private static func prepareHeap(_ size: Size) {
    let glyphs = size.lines * size.columns
    let window = glyphs * MemoryLayout<cchar_t>.stride
    endless_prepare_heap(2 * window + 2 * glyphs * MemoryLayout<Glyph>.stride + mostOfTheRest)
  }

  /// Bytes that a first screen takes for everything else (measured: a log in 24×80 and in 50×200).
  private static let mostOfTheRest = 256 << 10

  /// Opens ncurses at a given size: it cannot ask, because its output is not a terminal.
  ///
  /// It takes a size from the environment only (curs_util(3), use_env). The variables are what they
  /// were after that, for programs started.
  private static func newTerminal(
    _ name: String, _ file: UnsafeMutablePointer<FILE>, _ size: Size
  ) -> OpaquePointer? {
    use_env(true)
    use_tioctl(false)
    let columns = min(size.columns, firstColumns)
    let before = EnvironmentValues(["LINES": "\(size.lines)", "COLUMNS": "\(columns)"])
    defer { before.restore() }
    return newterm(name, file, file)
  }

  private func prepare(_ size: Size) {
    typeahead(-1)
    curs_set(0)
    leaveok(endless_next_screen(), true)
    idlok(endless_next_screen(), scrolling == nil)
    // A window that is smaller than the screen does not grow with it (resizeterm(3)).
    wresize(endless_standard_window(), 1, 1)
    resize(to: size)
  }

  /// Names of other terminals' sequences are of no use without UTF-8 (setlocale(3)).
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private static func startColors(_ use: NCursesOptions.ColorUse) -> ColorDepth {
    guard use != .never, start_color() == OK else { return .none }
    use_default_colors()
    let count = tigetnum("colors")
    return count >= 256 ? .palette256 : count >= 8 || use == .always ? .eight : .none
  }

  func resize(to size: Size) {
    resizeterm(Int32(size.lines), Int32(size.columns))
    forget()
  }

  /// Makes the next frame be sent whole.
  func repaint() {
    clearok(endless_current_screen(), true)
    forget()
  }

  /// The content of the terminal is no longer known, nor which of its lines it moves.
  private func forget() {
    last = nil
    scrolling?.forgetMargins()
  }

  /// The bytes that show a canvas; none where nothing differs.
  func render(_ canvas: Canvas) -> [UInt8] {
    if pairs.isCrowded {
      pairs.removeAll()
      cells = CellFactory()
      last = nil
    }
    let digests = LineDigests(of: canvas)
    let scrolled =
      scrolling == nil ? nil : last.flatMap { ScrolledLines(from: $0.digests, to: digests) }
    let scrollBytes = scrolled.map(scroll) ?? []
    for line in 0..<canvas.size.lines {
      let origin = scrolled.map { $0.origin(of: line) } ?? line
      let change = change(of: canvas, at: line, from: origin)
      if change == .same { continue }
      if change == .scattered { endless_forget_line(endless_next_screen(), Int32(line)) }
      draw(canvas, line)
    }
    last = (canvas, digests)
    doupdate()
    var drawing = takeBytes()
    if isReopening { dropPaletteReset(from: &drawing) }
    return scrollBytes + (scrolling?.bytes(before: drawing) ?? []) + drawing
  }

  /// The bytes that give the terminal back (curs_initscr(3), endwin).
  func end() -> [UInt8] {
    endwin()
    forget()
    isReopening = true
    return takeBytes()
  }

  /// ncurses resets the palette when it opens the terminal again, but no colour of it was changed, and a
  /// reader may have a palette of their own.
  private func dropPaletteReset(from bytes: inout [UInt8]) {
    isReopening = false
    let start = bytes.indices.first { bytes[$0...].starts(with: paletteReset) }
    if let start { bytes.removeSubrange(start..<start + paletteReset.count) }
  }

  /// Moves lines on the terminal and in all that ncurses knows of it.
  ///
  /// ncurses finds scrolls by itself (`idlok`), but only after all lines have been made of its
  /// cells, copied, and hashed: three quarters of the cost of a frame.
  private func scroll(_ scrolled: ScrolledLines) -> [UInt8] {
    for window in [endless_next_screen(), endless_current_screen()] {
      scrollok(window, true)
      wsetscrreg(window, Int32(scrolled.lines.lowerBound), Int32(scrolled.lines.upperBound - 1))
      wscrl(window, Int32(scrolled.distance))
      scrollok(window, false)
      untouchwin(window)
    }
    return scrolling?.bytes(for: scrolled) ?? []
  }

  /// What a line is, beside the one that stands there by now.
  private enum LineChange { case same, changed, scattered }

  /// Compares a line with the one that stands there by now, if any does.
  private func change(of canvas: Canvas, at line: Int, from origin: Int?) -> LineChange {
    guard let origin, let last = last?.canvas, last.extent == canvas.extent else { return .changed }
    let (new, old) = (canvas.range(ofLine: line), last.range(ofLine: origin))
    if Self.differ(last.glyphs, old, canvas.glyphs, new) {
      return Self.isScattered(last.glyphs, old, canvas.glyphs, new) ? .scattered : .changed
    }
    return Self.differ(last.styles, old, canvas.styles, new) ? .changed : .same
  }

  /// Whether a line differs in three or more separate places.
  ///
  /// ncurses would jump over each equal stretch; sending the line whole takes a third less time and
  /// a quarter more bytes.
  private static func isScattered(
    _ a: [Glyph], _ first: Range<Int>, _ b: [Glyph], _ second: Range<Int>
  ) -> Bool {
    let (old, new) = (a.span, b.span)
    let offset = first.lowerBound - second.lowerBound
    var (places, same) = (0, leastPassedOver)
    for index in second {
      if new[index] == old[index + offset] {
        same += 1
      } else {
        if same >= leastPassedOver { places += 1 }
        if places > 2 { return true }
        same = 0
      }
    }
    return false
  }

  /// Roughly the length of a cursor movement in bytes.
  private static let leastPassedOver = 6

  /// Compares bytes: equal ones are equal values, and for others the line is drawn.
  private nonisolated static func differ<Value: BitwiseCopyable>(
    _ a: [Value], _ first: Range<Int>, _ b: [Value], _ second: Range<Int>
  ) -> Bool {
    a[first].withUnsafeBytes { a in
      b[second].withUnsafeBytes { b in
        guard a.count == b.count, let start = a.baseAddress, let other = b.baseAddress else {
          return a.count != b.count
        }
        return memcmp(start, other, a.count) != 0
      }
    }
  }

  /// Draws where ncurses expects the next frame, rather than in a window that it copies from.
  private func draw(_ canvas: Canvas, _ line: Int) {
    let (count, width) = cells.makeRow(of: canvas, line: line, pairs: &pairs)
    _ = cells.cells.withUnsafeBufferPointer {
      endless_draw_cells(
        endless_next_screen(), Int32(line), $0.baseAddress, Int32(count), Int32(width))
    }
  }

  /// Takes what ncurses has written; the place in the file says how much that is.
  private func takeBytes() -> [UInt8] {
    fflush(file)
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      filled = max(0, pread(descriptor, memory.baseAddress, count, 0))
    }
    lseek(descriptor, 0, SEEK_SET)
    return bytes
  }
}
