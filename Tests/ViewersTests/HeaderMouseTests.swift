import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The mouse on the names of columns, and on the items below them.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The mouse on the names of columns` {
  private static let table = """
    n1,n2,n3,n4,n5,n6,n7,n8,n9,n10
    1,Oslo,2,3,4,5,6,7,8,9
    10,Rome,20,30,40,50,60,70,80,90

    """

  private func show(
    numbers: Bool = false, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.table, to: "t.csv")
      let viewer = try ViewerFixture(
        folder, "t.csv", columns: 32, numbers: numbers, keepsColumns: true)
      try await body(viewer)
    }
  }

  /// Sends a mouse event.
  ///
  /// - Parameter column: the column on the screen, counted from the end of the bar.
  private func send(
    _ kind: MouseEvent.Kind, _ column: Int, line: Int = 0, to viewer: ViewerFixture
  ) {
    viewer.screen.send([.input(.mouse(MouseEvent(kind: kind, column: column + 2, line: line)))])
  }

  @Test func `scrolls to a column that is clicked; one that stays is where it is`() async throws {
    try await show { viewer in
      await viewer.wait(for: ["  n1  n2    n3  n4  n5  n6  n7", "▌  1  Oslo   2   3   4   5   6"])
      send(.press(.left), 15, to: viewer)
      send(.release(.left), 15, to: viewer)
      await viewer.wait(for: ["  n1  n4  n5  n6  n7  n8  n9"])
      send(.press(.left), 1, to: viewer)
      send(.press(.left), 4, line: 1, to: viewer)
      await viewer.breathe()
      #expect(viewer.rows[0] == "  n1  n4  n5  n6  n7  n8  n9")
    }
  }

  @Test func `drags the edge of a column, which stays so in the next run`() async throws {
    try await show { viewer in
      await viewer.wait(for: ["  n1  n2    n3  n4  n5  n6  n7"])
      send(.press(.left), 8, to: viewer)
      send(.move, 10, line: 3, to: viewer)
      await viewer.wait(for: [
        "  n1  n2      n3  n4  n5  n6  n7", "▌  1  Oslo     2   3   4   5   6",
      ])
      send(.move, 6, to: viewer)
      await viewer.wait(for: [
        "  n1  n2  n3  n4  n5  n6  n7  n8", "▌  1  O…   2   3   4   5   6   7",
      ])
      send(.release(.left), 6, to: viewer)
      send(.move, 20, to: viewer)
      await viewer.breathe()
      #expect(viewer.rows[0] == "  n1  n2  n3  n4  n5  n6  n7  n8")
      viewer.leave()
      let next = try ViewerFixture(viewer.folder, "t.csv", columns: 32, keepsColumns: true)
      await next.wait(for: ["  n1  n2  n3  n4  n5  n6  n7  n8", "▌  1  O…   2   3   4   5   6   7"])
    }
  }

  @Test func `counts behind the numbers of lines`() async throws {
    try await show(numbers: true) { viewer in
      await viewer.wait(for: ["          n1  n2    n3  n4  n5"])
      send(.press(.left), 8 + 8, to: viewer)
      send(.move, 8 + 9, to: viewer)
      await viewer.wait(for: ["          n1  n2     n3  n4  n5"])
    }
  }

  @Test func `works beside the list of columns, which says how wide they are`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.table, to: "t.csv")
      let viewer = try ViewerFixture(folder, "t.csv", lines: 24, columns: 62)
      viewer.type("C")
      await viewer.wait(for: "10 of 10 shown")
      send(.press(.left), 8, to: viewer)
      send(.move, 10, to: viewer)
      await viewer.wait(for: "width 6")
      // While the edge is held, the pointer may be anywhere.
      send(.move, 12, line: 15, to: viewer)
      await viewer.wait(for: "width 8")
      send(.release(.left), 12, line: 15, to: viewer)
      send(.move, 14, to: viewer)
      await viewer.breathe()
      #expect(viewer.rows.contains { $0.contains("width 8") })
      // A click in the list selects the clicked column.
      send(.press(.left), 4, line: 13, to: viewer)
      viewer.type("x")
      await viewer.wait(for: "9 of 10 shown")
    }
  }

  @Test func `on a record selects it, and opens it where it is selected`() async throws {
    try await show { viewer in
      await viewer.wait(for: "10  Rome  20")
      send(.press(.left), 5, line: 2, to: viewer)
      send(.release(.left), 5, line: 2, to: viewer)
      await viewer.breathe()
      #expect(viewer.rows[0] == "  n1  n2    n3  n4  n5  n6  n7")
      send(.press(.left), 5, line: 2, to: viewer)
      await viewer.wait(for: ["▌   n1   10", "    n2   Rome"])
    }
  }

  @Test func `in a folder opens what is selected`() async throws {
    try await TemporaryFolder.run { folder in
      for name in ["a.txt", "b.txt"] { try folder.write("this is \(name)\n", to: name) }
      let viewer = try ViewerFixture(folder, ".", columns: 60)
      await viewer.wait(for: "b.txt")
      let line = try #require(viewer.rows.firstIndex { $0.contains("b.txt") })
      send(.press(.left), 4, line: line, to: viewer)
      send(.press(.left), 4, line: line, to: viewer)
      await viewer.wait(for: "this is b.txt")
    }
  }
}
