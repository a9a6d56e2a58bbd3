import Terminal
import Testing

/// The columns of drawn text, compared with the screen of tmux, which has its own table of widths.
@Suite(.timeLimit(.minutes(20))) struct `The columns of what is drawn` {
  /// The number of samples that look different in tmux 3.3a with glibc 2.36 (the versions of Debian
  /// 12), for each reason.
  ///
  /// A higher number is bad. A lower number is good, but somebody must still find out why it
  /// changed.
  private static let known: [ColumnDifference: Int] = [
    .newerThanItsUnicode: 635, .madeWide: 124, .ambiguousNumber: 8,
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

/// The reason why tmux may use a different number of columns from the canvas: tmux asks glibc 2.36,
/// whose data differ.
enum ColumnDifference: Hashable {
  /// The sample was assigned after Unicode 14, and tmux omits it.
  case newerThanItsUnicode
  /// The sample was made wide by Unicode 16: trigrams, digrams, counting rods.
  case madeWide
  /// Numbers in squares (U+3248 to 324F) have an ambiguous width, and are wide in tmux.
  case ambiguousNumber
  /// None of the known reasons applies: if the sample differs, the program is wrong.
  case unexplained

  /// Determines the reason why a sample may differ.
  init(of sample: String) {
    let scalars = sample.unicodeScalars
    let isNewer = scalars.contains { ($0.properties.age?.major ?? 0) > 14 }
    if isNewer {
      self = .newerThanItsUnicode
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

/// A sample as drawn by the program and displayed by tmux: its number, the sample, and a bar after
/// it.
struct DrawnSample {
  let index: Int
  let sample: String
  /// The text of the line in tmux.
  let line: String
  /// The column in which the line ends in tmux's grid.
  let end: Int

  /// The line for a sample in the file.
  static func line(_ index: Int, _ sample: String) -> String { number(index) + sample + "|" }

  /// The number before a sample.
  static func number(_ index: Int) -> String {
    let number = "\(index)"
    return String(repeating: "0", count: max(0, 5 - number.count)) + number
  }

  /// Whether tmux shows the scalars that were drawn, and shows the bar in the column in which it
  /// was drawn.
  var isAsDrawn: Bool {
    // The sample is made safe together with the digits, because the result for a scalar depends on
    // the scalars before it.
    let drawn = LineText(Array(Self.line(index, sample).utf8)[...]).text.text
    return end == drawn.width
      && line.unicodeScalars.elementsEqual(drawn.description.unicodeScalars)
  }
}

extension DrawnSample {
  /// Shows samples with the program in tmux, a screenful at a time, and reads each of them from
  /// tmux.
  ///
  /// Each screenful is the first frame of a new run, so nothing of an earlier one remains on the
  /// screen.
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

  /// The number of lines of the terminal; the last one is the status line.
  private static let height = 290

  private static func reading(
    _ samples: [String], _ range: Range<Int>, in tmux: Tmux
  ) async throws -> [DrawnSample] {
    try await tmux.waitUntil("the samples \(range)") { screen in
      screen.last?.contains("samples") == true
        && range.allSatisfy { index in
          // Scalars are compared, because a mark after the number would belong to its last
          // character.
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
  /// The column after the last glyph of each line in tmux's own grid.
  ///
  /// A captured line contains the glyphs, but not the columns that they take. Therefore this uses
  /// copy mode, in which tmux reports the position of its cursor.
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
