import Testing

/// Keys typed faster than frames are drawn end where less ends.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A burst of keys` {
  private static let bursts: [[(times: Int, keys: String)]] = [
    [(300, " ")], [(3_000, "j")], [(40, "d")], [(20, " "), (5, "b")], [(20, "f"), (12, "b")],
    [(500, "j"), (100, "k"), (7, "d"), (3, "u")],
    [(1, "50g"), (20, " "), (1, "30k"), (5, "j")], [(1, "7z"), (9, "z"), (2, "b")],
    [(1, "5d"), (30, "d"), (2, "u")], [(1, "G"), (40, "k"), (3, "b"), (2, "d")],
    [(5, "3j"), (1, "40%"), (3, "b")], [(1, "G"), (10, "j"), (1, "g"), (10, "k"), (12, "e")],
  ]

  @Test(arguments: bursts) func `ends where less ends`(burst: [(times: Int, keys: String)])
    async throws
  {
    let keys = burst.map { String(repeating: $0.keys, count: $0.times) }.joined()
    try await LessTwin.run { twin in
      for tmux in [twin.less, twin.endless] { try await tmux.type(keys) }
      try await twin.waitUntilSame("\(burst)")
    }
  }
}
