import CEndless
import CNCurses
import Glibc
import Terminal

/// A screen of ncurses (newterm(3X)) that writes into memory.
///
/// Keys, signals, the modes of the line and the end are not ncurses': it gets no terminal. What it writes when
/// it is opened is dropped, and `endwin` is never called, because that would reset the palette.
final class CursesScreen {
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>
  /// How many pairs of colours there are, the one of the terminal's own among them; none without colours.
  let colorPairs: Int
  /// Lines that ncurses has a digest of another one for.
  private var misplaced: Set<Int> = []
  /// How many lines were written into since the last update.
  private var changedLines = 0

  /// Opens a screen for a terminal, by its name.
  ///
  /// - Parameter colors: whether colours are used.
  /// - Returns: nil where ncurses cannot paint on such a terminal, or there is no memory for it.
  init?(_ terminal: String, _ extent: Size, colors: Bool) {
    guard let file = Self.memoryFile() else { return nil }
    let opened = Self.withSignalsKept {
      Self.withVariables(for: extent) { newterm(terminal, file, file) }
    }
    guard let screen = opened else {
      fclose(file)
      return nil
    }
    (self.screen, self.file) = (screen, file)
    // A frame is not to be cut because keys wait, and line feeds are not translated (nonl(3X)).
    typeahead(-1)
    nonl()
    let hasColors = colors && start_color() == OK && use_default_colors() == OK
    colorPairs = hasColors ? Int(endless_color_pairs()) : 0
    // It also writes out what has been waiting since.
    curs_set(0)
    _ = takeBytes()
  }

  isolated deinit {
    delscreen(screen)
    fclose(file)
  }

  /// Makes it the one that is painted on; to be called before anything else.
  func use() { set_term(screen) }

  /// Its extent.
  var extent: Size { Size(lines: Int(endless_lines()), columns: Int(endless_columns())) }

  /// Begins again with a blank screen of an extent: the next update clears the terminal.
  func clear(_ extent: Size) {
    if extent != self.extent { resizeterm(Int32(extent.lines), Int32(extent.columns)) }
    misplaced = []
    werase(endless_newscr())
    clearok(endless_curscr(), true)
  }

  /// Begins a line that differs: cells are written into it next.
  ///
  /// As long as ncurses' digests are misplaced it compares two lines at a time, because it moves three or more.
  ///
  /// - Parameter start: from where on so much differs that all of it is sent, if that is so: to look for what may
  ///   be passed over costs ncurses more than the bytes that it saves, because it tries all ways for the cursor.
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

  /// Writes cells from a place on, none for the right half of a wide one.
  func write(_ cells: [cchar_t], at place: Point) {
    wmove(endless_newscr(), Int32(place.line), Int32(place.column))
    wadd_wchnstr(endless_newscr(), cells, Int32(cells.count))
  }

  /// Writes cells of one column each from a place on.
  ///
  /// The half of a wide character that is left beside them has to be written over, too.
  func write(_ cells: [chtype], at place: Point) {
    wmove(endless_newscr(), Int32(place.line), Int32(place.column))
    waddchnstr(endless_newscr(), cells, Int32(cells.count))
  }

  /// Moves lines as the terminal has moved them already; those that come in are blank.
  ///
  /// ncurses' own digests of lines (`hashmap.c`) stay where they were, and tell it afterwards of movements that
  /// there are not: see `beginLine(_:)`.
  func scroll(_ scrolled: ScrolledLines) {
    for window in [endless_curscr(), endless_newscr()] {
      scrollok(window, true)
      wsetscrreg(window, Int32(scrolled.lines.lowerBound), Int32(scrolled.lines.upperBound - 1))
      wscrl(window, Int32(scrolled.distance))
      scrollok(window, false)
      // Both are equal there, so nothing has to be compared: `doupdate` does where either was touched.
      untouchwin(window)
    }
    misplaced.formUnion(scrolled.lines)
  }

  /// Makes a line be written whole by the next update, as if something else stood there.
  ///
  /// - Parameter start: the column before which all stands as it is to be. ncurses goes straight to a place
  ///   further than eight columns from the left, and tries all ways to a nearer one, so that is not worth it.
  func distrust(line: Int, from start: Int = 0) {
    wredrawln(endless_newscr(), Int32(line), 1)
    guard start > 8 else { return }
    let (line, last) = (Int32(line), Int32(start - 1))
    copywin(endless_newscr(), endless_curscr(), line, 0, line, 0, line, last, 0)
  }

  /// Makes the bytes by which the terminal shows what was written, and takes the cursor to a place.
  ///
  /// Cost: the places of the lines that were written into.
  func update(cursor: Point) -> [UInt8] {
    wmove(endless_newscr(), Int32(cursor.line), Int32(cursor.column))
    doupdate()
    changedLines = 0
    return takeBytes()
  }

  // MARK: The file

  private static func memoryFile() -> UnsafeMutablePointer<FILE>? {
    let descriptor = endless_memory_file("endless-frame")
    guard descriptor >= 0 else { return nil }
    guard let file = fdopen(descriptor, "w+") else {
      close(descriptor)
      return nil
    }
    return file
  }

  /// ncurses writes to the descriptor by itself, a line of the screen at a time.
  private func takeBytes() -> [UInt8] {
    let descriptor = fileno(file)
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    lseek(descriptor, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
      filled = max(0, pread(descriptor, memory.baseAddress, count, 0))
    }
  }

  // MARK: What newterm would take

  /// Does something that sets handlers of signals only where there are none.
  ///
  /// A signal that waits meanwhile is not lost, as it would be if it were ignored for a moment.
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

  /// Tells ncurses an extent, for which it looks nowhere else then (curs_util(3X), `use_env`).
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
