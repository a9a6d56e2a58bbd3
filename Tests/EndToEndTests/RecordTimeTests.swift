import Testing

/// Times of records in the zone of the machine, which only a process of its own has.
@Suite(.timeLimit(.minutes(2))) struct `Times of records` {
  @Test func `are shown in the reader's zone`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(
        #"{"ts": 1763935201.25, "level": "info", "msg": "one"}"# + "\n"
          + #"{"ts": "2025-11-23T22:00:03Z", "level": "info", "msg": "two"}"# + "\n",
        to: "log.ndjson")
      // By POSIX, what is behind the name is taken from the zone's time to get UTC.
      let launch = home.launch(
        "--time", "local", "log.ndjson", environment: ["TZ": "TEST-5:30"])
      try await Tmux.run(launch, lines: 8, columns: 80) { tmux in
        try await tmux.waitFor("2025-11-24T03:30:01.250+05:30 INFO  one")
        try await tmux.waitFor("2025-11-24T03:30:03+05:30 INFO  two")
        try await tmux.send("G", "J", "Enter")
        try await tmux.waitFor("2025-11-24T03:30:03+05:30, 1.750 s after the record above")
      }
    }
  }
}
