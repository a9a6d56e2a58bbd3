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
