import Terminal
import Testing

/// What the program draws, held against the screen of another program: tmux has a table of its own.
@Suite(.timeLimit(.minutes(5))) struct `The columns of what is drawn` {
  /// How many samples stand otherwise in tmux 3.3a with glibc 2.36, as Debian 12 has them.
  ///
  /// Fewer would be as good as more is bad, but would be a change that somebody has to look at.
  private static let known: [ColumnDifference: Int] = [
    .newerThanItsUnicode: 658, .spacingMark: 545, .madeWide: 124, .ambiguousNumber: 8,
  ]

  private static func isMeasured() async throws -> Bool {
    let version = try await Command.run(Launch("tmux", "-V")).output
    let library = try await Command.run(Launch("getconf", "GNU_LIBC_VERSION")).output
    return version == "tmux 3.3a\n" && library == "glibc 2.36\n"
  }

  @Test(.enabled("the numbers are those of tmux 3.3a with glibc 2.36", isMeasured))
  func `are those of tmux, but where its table is older`() async throws {
    let samples = ColumnSamples.all
    try #require(samples.count > 9_000)
    let others = try await DrawnSample.drawing(samples).filter { !$0.isAsDrawn }
    let counts = Dictionary(grouping: others) { ColumnDifference(of: $0.sample) }
    #expect(counts.mapValues(\.count) == Self.known)
    #expect(counts[.unexplained, default: []].map(\.line) == [])
  }
}

/// Why tmux may have other columns than the canvas: what glibc 2.36, which tmux asks, knows otherwise.
enum ColumnDifference: Hashable {
  /// Assigned after Unicode 14: tmux leaves it out.
  case newerThanItsUnicode
  /// A spacing mark (Mc): it stands in the column of its base here, and in one of its own there.
  case spacingMark
  /// Made wide by Unicode 16: trigrams, digrams, counting rods.
  case madeWide
  /// Numbers in squares (U+3248 to 324F) are ambiguous, and wide there.
  case ambiguousNumber
  /// No reason known: a fault of ours.
  case unexplained

  /// The reason that a sample may have.
  init(of sample: String) {
    let scalars = sample.unicodeScalars
    let isNewer = scalars.contains { ($0.properties.age?.major ?? 0) > 14 }
    if isNewer {
      self = .newerThanItsUnicode
    } else if scalars.contains(where: { $0.properties.generalCategory == .spacingMark }) {
      self = .spacingMark
    } else if scalars.contains(where: { Self.isMadeWide($0.value) }) {
      self = .madeWide
    } else {
      self =
        scalars.contains { (0x3248...0x324F).contains($0.value) }
        ? .ambiguousNumber : .unexplained
    }
  }

  private static func isMadeWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376: true
    default: false
    }
  }
}

/// A sample as the program drew it and tmux took it: its number, the sample, and a bar behind it.
struct DrawnSample {
  let index: Int
  let sample: String
  /// What tmux has in the line.
  let line: String
  /// Where the line ends in tmux's grid.
  let end: Int

  /// The line of the file.
  static func line(_ index: Int, _ sample: String) -> String { number(index) + sample + "|" }

  /// The number before a sample.
  static func number(_ index: Int) -> String {
    let number = "\(index)"
    return String(repeating: "0", count: max(0, 5 - number.count)) + number
  }

  /// Whether tmux has the same scalars as were drawn, and the bar in the same column.
  var isAsDrawn: Bool {
    // Made safe with the digits, because what a scalar becomes depends on what is before it.
    let drawn = LineText(Array(Self.line(index, sample).utf8)[...]).text.text
    return end == drawn.width
      && line.unicodeScalars.elementsEqual(drawn.description.unicodeScalars)
  }
}

extension DrawnSample {
  /// Shows samples with the program in tmux, a screenful at a time, and reads what tmux has of each.
  ///
  /// Each screenful is the first frame of a program of its own: nothing of another is left on it.
  static func drawing(_ samples: [String]) async throws -> [DrawnSample] {
    try await SampleHome.run(filled: false) { home in
      var drawn: [DrawnSample] = []
      for start in stride(from: 0, to: samples.count, by: height - 1) {
        let range = start..<min(start + height - 1, samples.count)
        let lines = range.map { line($0, samples[$0]) + "\n" }
        try home.directory.write(lines.joined(), to: "samples")
        drawn += try await Tmux.run(home.launch("samples"), lines: height, columns: 80) { tmux in
          try await reading(samples, range, in: tmux)
        }
      }
      return drawn
    }
  }

  /// The terminal's lines, of which the last is the status line.
  private static let height = 290

  private static func reading(
    _ samples: [String], _ range: Range<Int>, in tmux: Tmux
  ) async throws -> [DrawnSample] {
    try await tmux.waitUntil("the samples \(range)") { screen in
      screen.last?.contains("samples") == true
        && range.allSatisfy { index in
          // A mark behind the number is not a part of it.
          screen[index - range.lowerBound].unicodeScalars.starts(with: number(index).unicodeScalars)
        }
    }
    let screen = try await tmux.capture()
    let ends = try await tmux.endColumns(lines: range.count)
    return range.map { index in
      let line = index - range.lowerBound
      return DrawnSample(index: index, sample: samples[index], line: screen[line], end: ends[line])
    }
  }
}

extension Tmux {
  /// Where the text of each line ends in tmux's own grid: the column after its last glyph.
  ///
  /// A captured line tells the glyphs and not the columns they take there. In copy mode tmux says
  /// where its cursor is.
  func endColumns(lines: Int) async throws -> [Int] {
    let each = [
      "send-keys -X end-of-line", "display-message -p '#{copy_cursor_y} #{copy_cursor_x}'",
      "send-keys -X cursor-down",
    ]
    let commands =
      ["copy-mode", "send-keys -X top-line"] + Array(repeating: each, count: lines).joined()
      + ["send-keys -X cancel"]
    let answer = try await TemporaryDirectory.run { directory in
      let file = try directory.write(commands.joined(separator: "\n") + "\n", to: "commands")
      return try await command(["source-file", file])
    }
    let places = answer.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
    guard places.count == lines, places.enumerated().allSatisfy({ $1.count == 2 && $1[0] == $0 })
    else { throw HarnessError("tmux gave other places than were asked for: \(answer)") }
    return places.map { $0[1] }
  }
}
