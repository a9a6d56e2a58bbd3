import Randomness
import Testing

/// Terminals of any size, and changes of their size.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A resize` {
  @Test func `keeps the post at hand, smaller and larger, and says so where there is no room`()
    async throws
  {
    try await SampleHome.onScreen { tmux, home in
      let second = home.newest[1]
      try await tmux.send("j")
      try await tmux.screen("the second post") { $0.selects(second) }
      for (lines, columns) in [(10, 40), (50, 132), (3, 20), (24, 80)] {
        try await tmux.resize(lines: lines, columns: columns)
        try await tmux.screen("\(columns)×\(lines)") { screen in
          screen.lines.count == lines && screen.status.hasPrefix(" Timeline")
            && screen.lines.filter { $0.contains("Timeline") }.count == 1
        }
      }
      let before = try await tmux.screen("the second post again") { $0.selects(second) }
      // A size of 1×1 is not tested, because one position cannot show a message.
      for (lines, columns) in [(3, 10), (2, 80), (1, 5), (5, 2)] {
        try await tmux.resize(lines: lines, columns: columns)
        let words = String("too small".prefix(columns))
        try await tmux.waitUntil("so at \(columns)×\(lines)") { screen in
          screen.count == lines && screen[0].hasPrefix(words)
        }
      }
      try await tmux.resize(lines: 24, columns: 80)
      try await tmux.screen("the list again") { $0.body == before.body }
    }
  }

  @Test func `at the start to no size at all is taken for 80 columns and 24 lines`() async throws {
    try await SampleHome.run { home in
      let options = TerminalOptions(lines: 0, columns: 0)
      try await home.inTerminal(options: options) { terminal in
        let places = Self.places(await terminal.output)
        #expect(places.map(\.line).max() == 24)
        #expect(places.allSatisfy { $0.column <= 80 })
        try await terminal.quit()
      }
    }
  }

  @Test func `to more than anybody has is cut`() async throws {
    try await SampleHome.run { home in
      let options = TerminalOptions(lines: 400, columns: 1_000)
      try await home.inTerminal(options: options) { terminal in
        var mark = await terminal.output.count
        try await terminal.resize(lines: 30, columns: 90)
        try await terminal.waitFor("Timeline", after: mark)
        mark = await terminal.output.count
        try await terminal.resize(lines: 65_535, columns: 65_535)
        try await terminal.waitFor("Timeline", after: mark)
        let places = Self.places(await terminal.output)
        try await terminal.quit()
        #expect(places.map(\.line).max() == 300)
        #expect(places.allSatisfy { $0.column <= 500 })
      }
    }
  }

  /// The positions to which the cursor was moved (by CUP, or by VPA, which keeps the column).
  private static func places(_ output: [UInt8]) -> [(line: Int, column: Int)] {
    EscapeSequences(output).compactMap { sequence in
      guard case .control(let parameters, let final) = sequence, "Hd".contains(final) else {
        return nil
      }
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      return (numbers.first ?? 1, numbers.count > 1 ? numbers[1] : 1)
    }
  }

  @Test func `that comes again and again ends in the right picture`() async throws {
    try await SampleHome.onScreen { tmux, _ in
      let before = try await tmux.screen("a screen") { $0.loaded == 50 }
      var numbers = SplitMix64(start: 7)
      for _ in 1...60 {
        let lines = Int.random(in: 1...60, using: &numbers)
        try await tmux.resize(lines: lines, columns: Int.random(in: 1...150, using: &numbers))
      }
      try await tmux.resize(lines: 24, columns: 80)
      try await tmux.screen("the list again") { $0.body == before.body && $0.loaded == 50 }
    }
  }
}
