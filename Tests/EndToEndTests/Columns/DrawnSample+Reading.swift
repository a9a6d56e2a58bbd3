import Testing

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
