import Feeds
import Foundation
import Randomness
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The screen must be the same as after a fresh start at the same line, however the file changes,
/// however it is shown, and wherever the reader is.
///
/// Some combinations are left out because they make no sense: following at the start or in the
/// middle, because only the end can be followed; and additions to an array or to a compressed file,
/// because both are already complete. Others are left out because they resemble tested ones:
/// filters, searches and details at the start and the end, and some views of formats other than
/// lines and comma-separated values.
@MainActor @Suite(.timeLimit(.minutes(30))) struct `A file that lives` {
  /// The format of the file.
  enum Form: CaseIterable {
    case lines, csv, ndjson, array, gzip

    func text(_ numbers: ClosedRange<Int>, _ word: String) -> String {
      switch self {
      case .lines, .gzip: numbers.map { "\(word) \($0)\n" }.joined()
      case .csv: "number,word\n" + numbers.map { "\($0),\(word)\n" }.joined()
      case .ndjson: numbers.map { "{\"number\":\($0),\"word\":\"\(word)\"}\n" }.joined()
      case .array:
        "[\n" + numbers.map { "{\"number\":\($0),\"word\":\"\(word)\"}" }.joined(separator: ",\n")
          + "\n]\n"
      }
    }

    /// The text that is appended if more is added.
    func addition(_ numbers: ClosedRange<Int>, _ word: String) -> String {
      self == .csv
        ? String(text(numbers, word).dropFirst("number,word\n".count)) : text(numbers, word)
    }
  }

  /// How the file changes.
  enum Writer: CaseIterable {
    case append, appendPart, longer, same, shorter, renamed, truncated, deleted, edited

    var isGrowth: Bool { self == .append || self == .appendPart }
  }

  /// How the file is viewed.
  enum Look: CaseIterable {
    case plain, filtered, searched, followed, detailed

    var keys: String {
      switch self {
      case .plain, .followed: ""
      case .filtered: "&7\n"
      case .searched: "/7\n"
      case .detailed: "i"
      }
    }
  }

  enum Place: String, CaseIterable {
    case start = "g"
    case middle = "50%"
    case end = "G"
  }

  struct Case: CustomStringConvertible {
    let form: Form
    let look: Look
    let place: Place
    let writer: Writer

    var description: String { "\(form) \(look) \(place) \(writer)" }

    /// Whether the combination makes sense and is tested.
    var isMeant: Bool {
      let isUsual = form == .lines || form == .csv
      switch look {
      case .plain: if !isUsual, place == .start { return false }
      case .filtered: if place != .middle { return false }
      case .searched, .detailed: if place != .middle || !isUsual { return false }
      case .followed: if place != .end { return false }
      }
      return !(writer.isGrowth && (form == .array || form == .gzip))
    }

    static func all(_ form: Form) -> [Case] {
      Look.allCases.flatMap { look in
        Place.allCases.flatMap { place in
          Writer.allCases.map { Case(form: form, look: look, place: place, writer: $0) }
        }
      }.filter(\.isMeant)
    }
  }

  // MARK: Writing

  private static func bytes(_ text: String, _ form: Form) throws -> Data {
    form == .gzip ? try packed(text) : Data(text.utf8)
  }

  /// The output of gzip(1) for a text.
  private static func packed(_ text: String) throws -> Data {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-nc"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    return try output.fileHandleForReading.readToEnd() ?? Data()
  }

  private static func write(_ path: String, _ change: Case) throws {
    let url = URL(filePath: path)
    switch change.writer {
    case .append: try inPlace(path, change.form.addition(101...130, "old"), change.form, at: .end)
    case .appendPart:
      try inPlace(path, "new 1", change.form, at: .end)
      try inPlace(path, "01\n", change.form, at: .end)
    case .longer: try inPlace(path, change.form.text(1...150, "new"), change.form)
    case .same: try inPlace(path, change.form.text(1...100, "new"), change.form)
    case .shorter: try inPlace(path, change.form.text(1...60, "new"), change.form)
    case .renamed:
      try bytes(change.form.text(1...120, "new"), change.form).write(to: URL(filePath: path + "~"))
      #expect(rename(path + "~", path) == 0)
    case .truncated: #expect(truncate(path, 0) == 0)
    case .deleted:
      #expect(unlink(path) == 0)
      try bytes(change.form.text(1...90, "new"), change.form).write(to: url)
    case .edited:
      #expect(rename(path, path + "~") == 0)
      try bytes(change.form.text(1...100, "odd"), change.form).write(to: url)
    }
  }

  private enum Start { case start, end }

  private static func inPlace(
    _ path: String, _ text: String, _ form: Form, at start: Start = .start
  ) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    if start == .end { try handle.seekToEnd() }
    let bytes = try bytes(text, form)
    try handle.write(contentsOf: bytes)
    if start == .start { try handle.truncate(atOffset: UInt64(bytes.count)) }
    try handle.close()
  }

  // MARK: Looking

  private static func number(_ viewer: ViewerFixture) -> Int? {
    viewer.statusLine.firstMatch(of: #/(?:line|record) ([0-9,]+)/#).flatMap {
      Int($0.1.replacing(",", with: ""))
    }
  }

  private static func open(_ folder: TemporaryFolder, _ look: Look) throws -> ViewerFixture {
    try ViewerFixture(
      folder, "log", at: look == .followed ? .end : nil, lines: 8, columns: 139,
      following: look == .followed)
  }

  /// Waits until a condition is true, but not for longer than a limit, and then until the screen
  /// stops changing.
  private static func settle(
    _ viewer: ViewerFixture, atMost limit: Duration = .milliseconds(500),
    after condition: () -> Bool = { true }
  ) async {
    let end = ContinuousClock.now + limit
    while !condition(), .now < end { await viewer.breathe() }
    var (rows, since, quiet) = (viewer.rows, ContinuousClock.now, 0)
    while quiet < 5 || since.duration(to: .now) < .milliseconds(25) {
      await viewer.breathe()
      let now = viewer.rows
      quiet = now == rows ? quiet + 1 : 0
      if now != rows { (rows, since) = (now, .now) }
    }
  }

  /// The lines after a fresh start at the position of another viewer.
  private static func fresh(
    _ folder: TemporaryFolder, _ look: Look, at number: Int?
  ) async throws -> [String] {
    let viewer = try open(folder, look)
    await settle(viewer)
    if look == .filtered {
      viewer.type(look.keys)
      await settle(viewer) { viewer.statusLine.contains(#/only 7.* [0-9]+ (line|record)/#) }
    }
    if look != .followed, let number {
      viewer.type("\(number)G")
      await settle(viewer) { Self.number(viewer) == number }
    }
    return Array(viewer.rows.dropLast())
  }

  func check(_ change: Case) async throws {
    try await TemporaryFolder.run { folder in
      let path = folder.path("log")
      try Self.bytes(change.form.text(1...100, "old"), change.form).write(to: URL(filePath: path))
      let viewer = try Self.open(folder, change.look)
      await Self.settle(viewer)
      if change.look != .followed { viewer.type(change.place.rawValue) }
      let isPlainMiddle = change.look == .plain && change.place == .middle
      await Self.settle(viewer, atMost: .seconds(10)) {
        !isPlainMiddle || Self.number(viewer).map { $0 > 1 } ?? false
      }
      viewer.type(change.look.keys)
      await Self.settle(viewer)
      let before = Self.number(viewer)
      try Self.write(path, change)
      if change.look == .detailed {
        await Self.settle(viewer)
        viewer.type(.escape)
      }
      var (rows, expected): ([String], [String]) = ([], [""])
      let deadline = ContinuousClock.now + .seconds(60)
      while rows != expected, ContinuousClock.now < deadline {
        await Self.settle(viewer)
        rows = Array(viewer.rows.dropLast())
        // If a file was truncated, its columns are kept for the content to come.
        if change.writer == .truncated, rows.first == "  number  word" {
          rows = rows.dropFirst() + [""]
        }
        expected = try await Self.fresh(folder, change.look, at: Self.number(viewer))
      }
      #expect(
        rows == expected, "\(change), at \(Self.number(viewer) ?? 0): \(viewer.screen.picture)")
      guard !change.writer.isGrowth, change.look != .detailed else { return }
      let told = viewer.statusLine.contains(#/changed: |rotated: |truncated: /#)
      #expect(told, "\(change): \(viewer.statusLine)")
      let isThere = change.writer != .truncated && change.writer != .shorter
      if isThere, isPlainMiddle {
        #expect(Self.number(viewer) == before, "\(change): \(viewer.statusLine)")
      }
    }
  }

  /// Four cases run at a time, because each of them mostly waits.
  @Test(arguments: Form.allCases) func `is shown as by a fresh start at the same line`(form: Form)
    async throws
  {
    let cases = Case.all(form)
    async let first: Void = check(cases, from: 0)
    async let second: Void = check(cases, from: 1)
    async let third: Void = check(cases, from: 2)
    async let fourth: Void = check(cases, from: 3)
    _ = try await (first, second, third, fourth)
  }

  /// Checks every fourth case.
  private func check(_ cases: [Case], from first: Int) async throws {
    for number in stride(from: first, to: cases.count, by: 4) { try await check(cases[number]) }
  }
}

/// A writer who changes the file at random while random keys are typed.
extension `A file that lives` {
  private static let keys = [
    "j", "k", " ", "b", "G", "g", "50%", "/7\n", "n", "?1\n", "&7\n", "ma", "'a", "''", "r", "30G",
    "-N",
  ]

  /// Whether the lines of the screen are lines of the file, in the file's order.
  ///
  /// The screen may only be empty if the file has no lines to show.
  private static func areLines(_ rows: [String], of lines: [String], isFiltered: Bool) -> Bool {
    guard !rows.isEmpty else { return !lines.contains { !isFiltered || $0.contains("7") } }
    var rest = lines[...]
    for row in rows {
      guard let index = rest.firstIndex(of: row) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// The lines of the file on the screen, without line numbers and messages.
  private static func lines(_ viewer: ViewerFixture) -> [String] {
    viewer.rows.dropLast().map { $0.replacing(#/^ *[0-9]+ (?=\w)/#, with: "") }.filter {
      !$0.isEmpty && !$0.contains("──") && !$0.contains("nothing here")
        && !$0.contains("no line matches")
    }
  }

  private static func write(_ word: String, _ path: String, _ random: inout SplitMix64) throws {
    let writer = random.pick(Writer.allCases)
    let text = Form.lines.text(1...random.within(1...120), word)
    switch writer {
    case .append: try inPlace(path, text, .lines, at: .end)
    case .appendPart: try inPlace(path, word, .lines, at: .end)
    case .longer, .same, .shorter: try inPlace(path, text, .lines)
    case .truncated: #expect(truncate(path, 0) == 0)
    case .deleted, .edited, .renamed:
      try Data(text.utf8).write(to: URL(filePath: path + "~"))
      #expect(rename(path + "~", path) == 0)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `shows lines that it has, in their order, whatever was written and typed`(seed: UInt64)
    async throws
  {
    var random = SplitMix64(start: seed)
    try await TemporaryFolder.run { folder in
      let path = try folder.write(Form.lines.text(1...100, "old"), to: "log")
      let viewer = try Self.open(folder, .plain)
      await Self.settle(viewer)
      for round in 1...25 {
        for _ in 0..<random.within(0...3) {
          viewer.type(random.pick(Self.keys))
          if random.occurs(inPercent: 10) { viewer.type(.escape) }
          if random.occurs(inPercent: 50) { await viewer.breathe() }
        }
        try Self.write("w\(round)", path, &random)
        guard round.isMultiple(of: 5) else { continue }
        viewer.type("G")
        viewer.type(random.pick(["b", "g", "k", "\u{3}"]))
        try await check(viewer, path, "seed \(seed), round \(round)")
      }
    }
  }

  private func check(_ viewer: ViewerFixture, _ path: String, _ place: String) async throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(
      String.init)
    var (shown, areLines): ([String], Bool) = ([], false)
    // The code that watches the file may have to wait for a processor.
    let deadline = ContinuousClock.now + .seconds(60)
    while !areLines, ContinuousClock.now < deadline {
      await Self.settle(viewer)
      shown = Self.lines(viewer)
      let isFiltered = viewer.statusLine.contains("only 7")
      areLines = Self.areLines(shown, of: lines, isFiltered: isFiltered)
    }
    #expect(areLines, "\(place): \(shown), \(viewer.screen.picture)")
    viewer.type("r")
    for _ in 1...3 { await Self.settle(viewer) }
    #expect(Self.lines(viewer) == shown, "\(place), after r: \(viewer.screen.picture)")
  }
}
