import Testing

/// A list without a screen.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A list in the viewer` {
  @Test(arguments: [("75", [], 3), ("1", [], 1), ("1", ["--retry-for", "1"], 3)])
  func `ends without a screen in the status of what may be tried again`(
    status: String, options: [String], expected: Int32
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let time = status == "75" ? ["--retry-for", "0"] : options
      let words = ["exec:: {page}; exit \(status)", "--plain"] + time
      let result = try await Command.run(home.launch(words))
      #expect(result.status == .exited(expected))
      #expect(result.error == "endless: the command exited with status \(status)\n")
    }
  }
}
