/// What a story says.
nonisolated struct Story: Identifiable, Sendable {
  let id: Int

  var line: String { "\(id)  The story of \(["a ferry", "a kite", "an owl"][id % 3])" }
}
