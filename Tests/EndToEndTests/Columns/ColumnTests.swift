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
