import CEndless
import CNCurses
import Glibc
import Terminal

/// An ncurses screen (newterm(3X)) that writes into memory.
///
/// ncurses does not access the terminal: it does not handle keys, signals, line modes or the
/// restoration of the terminal. Its initial output is dropped, including that of `endwin`, which is
/// called only at the start, because its output would reset the palette.
final class CursesScreen {
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>
  /// The number of color pairs, including that of the terminal's own colors; 0 without colors.
  let colorPairs: Int
  /// The lines for which ncurses stores the digest of another line.
  private var misplaced: Set<Int> = []
  /// The number of lines written since the last update.
  private var changedLines = 0

  /// The size of a new screen, which is small, because ncurses writes each cell several times until
  /// the first frame.
  ///
  /// It determines the size of the buffer for the output, which is 2,072 bytes for this size
  /// (`_nc_set_buffer`): if the buffer is full, ncurses writes it to the file.
  private static let firstExtent = Size(lines: 2, columns: 512)

  /// Opens a screen of the given size for a terminal name.
  ///
  /// - Parameter colors: whether colors are used.
  /// - Returns: nil if ncurses cannot paint on such a terminal, if memory or descriptors are short,
  ///   or if the limit on file sizes is too low.
  init?(_ terminal: String, _ extent: Size, colors: Bool) {
    guard let file = Self.memoryFile() else { return nil }
    let opened = Self.withSignalsKept {
      Self.withVariables(for: Self.firstExtent) { newterm(terminal, file, file) }
    }
    guard let screen = opened else {
      fclose(file)
      return nil
    }
    (self.screen, self.file) = (screen, file)
    // The program does not use the default window. If this window had the size of the screen,
    // ncurses would enlarge it with the screen (resizeterm(3X)), at 28 bytes for each cell.
    wresize(endless_stdscr(), 1, 1)
    // Waiting keys must not interrupt a frame, and line feeds must not be translated (nonl(3X)).
    typeahead(-1)
    nonl()
    let hasColors = colors && start_color() == OK && use_default_colors() == OK
    colorPairs = hasColors ? Int(endless_color_pairs()) : 0
    curs_set(0)
    // Until `endwin` has been called once, ncurses writes its output after each movement of the
    // cursor (`_nc_mvcur` in lib_mvcur.c), which takes up to two system calls for each line.
    endwin()
    doupdate()
    _ = takeBytes()
    guard resizeterm(Int32(extent.lines), Int32(extent.columns)) == OK else { return nil }
  }

  isolated deinit {
    delscreen(screen)
    fclose(file)
  }

  /// Makes this the current ncurses screen; call it before anything else.
  func use() { set_term(screen) }

  /// The size of the screen.
  var extent: Size { Size(lines: Int(endless_lines()), columns: Int(endless_columns())) }

  /// Starts again with a blank screen of the given size: the next update clears the terminal.
  func clear(_ extent: Size) {
    if extent != self.extent { resizeterm(Int32(extent.lines), Int32(extent.columns)) }
    misplaced = []
    werase(endless_newscr())
    clearok(endless_curscr(), true)
  }

  /// Prepares a line that differs, whose cells are written next.
  ///
  /// While ncurses' digests are misplaced, this method updates at most two lines at a time, because
  /// ncurses moves only groups of three or more lines.
  ///
  /// - Parameter start: the column from which the whole line is sent, because much of it differs;
  ///   nil if only the differences are sent. To skip equal parts, ncurses would try all cursor
  ///   movements, which would cost more than the bytes that it saves.
  func beginLine(_ line: Int, wholeFrom start: Int?) {
    if !misplaced.isEmpty, changedLines == 2 {
      leaveok(endless_newscr(), true)
      doupdate()
      leaveok(endless_newscr(), false)
      changedLines = 0
    }
    changedLines += 1
    misplaced.remove(line)
    if let start { distrust(line: line, from: start) }
  }

  /// Writes cells starting at a point; the right half of a wide glyph has none.
  func write(_ cells: [cchar_t], at place: Point) {
    wmove(endless_newscr(), Int32(place.line), Int32(place.column))
    wadd_wchnstr(endless_newscr(), cells, Int32(cells.count))
  }

  /// Writes cells of one column each, starting at a point.
  ///
  /// If the cells replace one half of a wide character, they must also cover the other half.
  func write(_ cells: [chtype], at place: Point) {
    wmove(endless_newscr(), Int32(place.line), Int32(place.column))
    waddchnstr(endless_newscr(), cells, Int32(cells.count))
  }

  /// Moves lines in ncurses' memory after the terminal has moved them; new lines are blank.
  ///
  /// ncurses' own digests of lines (`hashmap.c`) are not moved, so ncurses would later detect
  /// movements that did not happen; `beginLine(_:wholeFrom:)` prevents that.
  func scroll(_ scrolled: ScrolledLines) {
    for window in [endless_curscr(), endless_newscr()] {
      scrollok(window, true)
      wsetscrreg(window, Int32(scrolled.lines.lowerBound), Int32(scrolled.lines.upperBound - 1))
      wscrl(window, Int32(scrolled.distance))
      scrollok(window, false)
      // Both screens are equal now; without this call, `doupdate` would compare all touched lines.
      untouchwin(window)
    }
    misplaced.formUnion(scrolled.lines)
  }

  /// Makes the next update write a line completely, as if it had other contents.
  ///
  /// - Parameter start: the column before which the line is correct; it counts as 0 if it is at
  ///   most 8. ncurses moves directly to a column beyond the eighth, but for a nearer column it
  ///   tries all movements, which is not worth the cost.
  func distrust(line: Int, from start: Int = 0) {
    wredrawln(endless_newscr(), Int32(line), 1)
    guard start > 8 else { return }
    let (line, last) = (Int32(line), Int32(start - 1))
    copywin(endless_newscr(), endless_curscr(), line, 0, line, 0, line, last, 0)
  }

  /// Returns the bytes that show the written cells and move the cursor to a point.
  ///
  /// Cost: proportional to the number of columns of the written lines.
  func update(cursor: Point) -> [UInt8] {
    wmove(endless_newscr(), Int32(cursor.line), Int32(cursor.column))
    doupdate()
    changedLines = 0
    return takeBytes()
  }

  // MARK: The output file

  /// The smallest usable limit on file sizes, in bytes: more than the size of a usual frame.
  private static let leastRoom: rlim_t = 256 << 10

  /// Whether frames fit into the limit on file sizes (`ulimit -f`), which also applies to files in
  /// memory.
  private static var hasRoom: Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    return getrlimit(resource, &limit) != 0 || limit.rlim_cur >= leastRoom
  }

  private static func memoryFile() -> UnsafeMutablePointer<FILE>? {
    guard hasRoom else { return nil }
    let descriptor = endless_memory_file("endless-frame")
    guard descriptor >= 0 else { return nil }
    guard let file = fdopen(descriptor, "w+") else {
      close(descriptor)
      return nil
    }
    return file
  }

  /// Reads the output of ncurses, which writes it to the descriptor, not to the buffer of the file.
  private func takeBytes() -> [UInt8] {
    let descriptor = fileno(file)
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    lseek(descriptor, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      filled = max(0, pread(descriptor, memory.baseAddress, count, 0))
    }
  }

  // MARK: Settings that newterm would change

  /// Runs a function that sets signal handlers, and keeps the handlers that it would replace.
  ///
  /// During the call, the signals have a handler that does nothing. They are not ignored instead,
  /// because that would discard signals that are blocked and pending.
  private static func withSignalsKept<Result>(_ body: () -> Result) -> Result {
    let taken = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
    let kept = taken.map { signal in
      var (placeholder, before) = (sigaction(), sigaction())
      placeholder.__sigaction_handler.sa_handler = { _ in }
      sigaction(signal, &placeholder, &before)
      return before
    }
    defer { for (signal, var before) in zip(taken, kept) { sigaction(signal, &before, nil) } }
    return body()
  }

  /// Runs a function with the size in the variables LINES and COLUMNS, so that ncurses does not
  /// query the size (curs_util(3X), `use_env`).
  private static func withVariables<Result>(for extent: Size, _ body: () -> Result) -> Result {
    let values = ["LINES": extent.lines, "COLUMNS": extent.columns]
    let before = values.keys.map { ($0, environmentVariable($0)) }
    for (name, value) in values { setenv(name, "\(value)", 1) }
    defer {
      for (name, value) in before {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    return body()
  }
}
