import Feeds
import TemporaryFolders
import Testing

@MainActor @Suite struct `Kept places` {
  @Test func `are found again, each by its feed's name`() async throws {
    try await TemporaryFolder.run { folder in
      let places = SavedPositions(folder: BytePath(folder.path))
      #expect(places["one"] == nil)
      try places.keep(SavedPosition(cursor: "12"), of: "one")
      try places.keep(SavedPosition(cursor: "3,4", item: "5"), of: "a b%\nc")
      #expect(places["one"] == SavedPosition(cursor: "12"))
      #expect(places["a b%\nc"] == SavedPosition(cursor: "3,4", item: "5"))
      try places.keep(nil, of: "one")
      #expect(places["one"] == nil)
    }
  }

  @Test func `are as many as the limit, the longest unused gone`() async throws {
    try await TemporaryFolder.run { folder in
      let places = SavedPositions(folder: BytePath(folder.path))
      for number in 0...SavedPositions.limit {
        try places.keep(SavedPosition(cursor: "1"), of: "\(number)")
      }
      #expect(places["0"] == nil)
      #expect(places["1"] != nil)
      #expect(places["\(SavedPositions.limit)"] != nil)
    }
  }
}
