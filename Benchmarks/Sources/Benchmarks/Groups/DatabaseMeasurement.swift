import Foundation

/// The cost of a large table in an SQLite database, compared with text files and with other
/// programs.
struct DatabaseMeasurement: Measurement {
  /// The word that only the last row contains.
  private static let rare = "zebra"

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    guard access("/usr/bin/sqlite3", X_OK) == 0 else {
      Progress.say("sqlite3 is not installed, and databases are left out")
      return []
    }
    let table = try Table(in: bench)
    return [
      try start(of: table, bench), try startOfText(bench),
    ] + (try PageMeasurement(path: table.path, count: table.count).rows(bench)) + [
      try page(of: table, bench),
      try jump("G", to: table.last, "the end", of: table, bench),
      try jump("50%", to: nil, "the middle", of: table, bench),
      try search(in: table, bench), try memory(of: table, bench),
    ]
  }

  /// A database with one table, which is created once and kept for later runs.
  private struct Table {
    let path: String
    let count: Int
    /// The key of the last row.
    ///
    /// It shows that the row is on the screen; the matched text would not, because a highlighted
    /// match is drawn in parts.
    var last: String { "\(count)" }
    /// The table as passed to the program: the path and the table's name.
    var word: String { path + ":event" }

    init(in bench: Bench) throws(MeasureError) {
      count = bench.isQuick ? 1_000_000 : 10_000_000
      path = bench.files.folder.path + "/events-\(count).db"
      guard access(path, R_OK) != 0 else { return }
      Progress.say("making a table of \(count) rows …")
      let sql = """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE event (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT, amount REAL, note TEXT);
        INSERT INTO event WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          SELECT i, i / 10, 'kind ' || (i % 97), i * 37 % 1000 / 10.0, 'note of event ' || i FROM n;
        UPDATE event SET note = 'note of event ' || id || ' \(DatabaseMeasurement.rare)' WHERE id = \(count);
        CREATE INDEX event_by_time ON event (time);
        """
      try DatabaseMeasurement.run(
        "sqlite3 '\(path).new' \"\(sql)\" && mv '\(path).new' '\(path)'", bench)
    }
  }

  // MARK: The screen

  /// The time to the first screen, minus that for a text file.
  private func start(of table: Table, _ bench: Bench) throws(MeasureError) -> Row {
    let file = try bench.files.file(megabytes: 100)
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(40) {
      let shown = try open(table.word, bench).opening
      let text = try OpenViewer(bench.endless, file, in: bench.home).opening.whole
      guard round > 0 else { continue }
      ours.add(shown)
      theirs.add(text)
    }
    return Row(
      title: "first screen of a table, beyond that of a text file of \(file.size)", unit: .seconds,
      endless: ours.median - theirs.median,
      compared: Row.Named(name: "the text", value: theirs.median),
      reach: .most(0.008), others: try visidata(table, bench))
  }

  /// The time to the first screen of a text file in `endless-connect`, minus the time in `endless`.
  private func startOfText(_ bench: Bench) throws(MeasureError) -> Row {
    let file = try bench.files.file(megabytes: 100)
    let connect = Viewer.endless(bench.endless.program + "-connect")
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(40) {
      let with = try OpenViewer(connect, file, in: bench.home).opening.whole
      let without = try OpenViewer(bench.endless, file, in: bench.home).opening.whole
      guard round > 0 else { continue }
      ours.add(with)
      theirs.add(without)
    }
    return Row(
      title: "first screen of a text file by `endless-connect`, beyond that by `endless`",
      unit: .seconds,
      endless: ours.median - theirs.median,
      compared: Row.Named(name: "by `endless`", value: theirs.median), reach: .most(0.002))
  }

  private func page(of table: Table, _ bench: Bench) throws(MeasureError) -> Row {
    let file = try bench.files.file(megabytes: 100)
    let terminal = try open(table.word, bench).terminal
    var text = try OpenViewer(bench.endless, file, in: bench.home)
    var (ours, theirs) = (Sample(), Sample())
    for _ in 0..<bench.rounds(100) {
      terminal.settle(quiet: .milliseconds(20))
      ours.add(try terminal.frame(since: terminal.type(" ")).whole)
      theirs.add(try text.press(.page).whole)
    }
    return Row(
      title: "a page of a table", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "a page of text", value: theirs.median))
  }

  private func jump(
    _ keys: String, to mark: String?, _ title: String, of table: Table, _ bench: Bench
  ) throws(MeasureError) -> Row {
    let terminal = try open(table.word, bench).terminal
    var sample = Sample()
    for _ in 0..<bench.rounds(30) {
      let marks = mark.map { [Array($0.utf8)] } ?? []
      terminal.settle(quiet: .milliseconds(20))
      sample.add(try terminal.frame(since: terminal.type(keys), holding: marks).whole)
      terminal.settle(quiet: .milliseconds(20))
      _ = try terminal.frame(since: terminal.type("g"))
    }
    return Row(title: "\(title) of a table", unit: .seconds, endless: sample.median)
  }

  private func open(
    _ word: String, _ bench: Bench
  ) throws(MeasureError) -> (terminal: MeasuredTerminal, opening: Duration) {
    let terminal = try MeasuredTerminal(
      Launch(
        program: bench.endless.program, arguments: [word], environment: bench.home.environment))
    // Row 48 is the last visible one, because the column names take a line.
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("note of event 48".utf8)])
    return (terminal, frame.whole)
  }

  /// The time to the first screen of visidata; it is measured only once, because visidata loads all
  /// rows first.
  private func visidata(_ table: Table, _ bench: Bench) throws(MeasureError) -> [Row.Named] {
    guard !bench.isQuick else { return [] }
    guard Viewer.others.contains(where: { $0.program == "vd" && $0.isThere }) else {
      Progress.say("vd is not on PATH, and visidata is left out")
      return []
    }
    let terminal = try MeasuredTerminal(
      Launch(
        program: "vd", arguments: ["-f", "sqlite", table.path, "+:event::"],
        environment: bench.home.environment))
    let frame = try terminal.attempt(
      since: terminal.start, holding: [Array("note of event 40".utf8)], within: .seconds(120))
    return frame.isFinished ? [Row.Named(name: "visidata", value: frame.whole / .seconds(1))] : []
  }

  // MARK: Everything

  /// The time from the first key of a pattern, which only the last row matches, until that row is
  /// shown.
  private func search(in table: Table, _ bench: Bench) throws(MeasureError) -> Row {
    var (ours, theirs) = (Sample(), Sample())
    let like = "select id from event where note like '%\(Self.rare)%'"
    for _ in 0..<bench.rounds(3) {
      let terminal = try open(table.word, bench).terminal
      terminal.settle(quiet: .milliseconds(100))
      let start = try terminal.type("/\(Self.rare)\r")
      ours.add(
        try terminal.frame(
          since: start, holding: [Array(table.last.utf8)], within: .seconds(120)
        ).awaited)
      theirs.add(try Self.run("sqlite3 '\(table.path)' \"\(like)\" >/dev/null", bench))
    }
    return Row(
      title: "search to the last row", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "sqlite3, like", value: theirs.median))
  }

  /// The maximum memory that a walk over many pages takes.
  private func memory(of table: Table, _ bench: Bench) throws(MeasureError) -> Row {
    let count = bench.isQuick ? 1_000 : 10_000
    let words =
      "exec '\(bench.endless.program)' --plain --limit \(50 * count) '\(table.word)' >/dev/null"
    return Row(
      title: "peak memory after \(count) pages", unit: .memory,
      endless: try PeakMemory(of: words, bench).bytes, reach: .most(PeakMemory.most))
  }

  @discardableResult
  private static func run(_ command: String, _ bench: Bench) throws(MeasureError) -> Duration {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", command + " && echo DONE"],
        environment: bench.home.environment))
    return try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(600)
    ).awaited
  }
}
