import Records
import TemporaryFolders
import Testing

@testable import Feeds

/// Files of version 0.2, byte for byte, which later versions must read and keep.
@MainActor @Suite struct `What version 0.2 has kept` {
  private static let places = """
    timeline:/home/ana/timeline.sqlite 1763935201,4711 4712
    a%20b%25%0Ac 12

    """
  private static let columns = """
    /var/log/app.ndjson frozen 2 width 12 :request.path hidden : hidden :a%20b after :time :level first :id
    /srv/data.csv width 7 :name

    """
  private static let marks = "/var/log/app.log a 1024\n/var/log/a%20b ' 0\n"

  @Test func `of places is found again, and stays when another is kept`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.places, to: "places")
      let places = SavedPositions(folder: BytePath(folder.path))
      let timeline = SavedPosition(cursor: "1763935201,4711", item: "4712")
      #expect(places["timeline:/home/ana/timeline.sqlite"] == timeline)
      #expect(places["a b%\nc"] == SavedPosition(cursor: "12"))
      try places.keep(SavedPosition(cursor: "1"), of: "new")
      #expect(try folder.text(of: "places") == Self.places + "new 1\n")
    }
  }

  @Test func `of columns is found again, and written as it was`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.columns, to: "columns")
      let columns = SavedColumns(folder: BytePath(folder.path))
      let log = try #require(columns.arrangement(of: "/var/log/app.ndjson"))
      #expect(log.frozenCount == 2)
      #expect(log.widths == ["request.path": 12])
      #expect(log.hidden == ["", "a b"])
      #expect(
        log.moves == [
          .init(name: "level", predecessor: "time"), .init(name: "id", predecessor: nil),
        ])
      let table = try #require(columns.arrangement(of: "/srv/data.csv"))
      #expect(table.widths == ["name": 7])
      // The last changed goes last.
      try columns.keep(log, of: "/var/log/app.ndjson")
      try columns.keep(table, of: "/srv/data.csv")
      #expect(try folder.text(of: "columns") == Self.columns)
    }
  }

  @Test func `of marks is found again`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.marks, to: "marks")
      let marks = SavedMarks(folder: BytePath(folder.path))
      #expect(marks.marks(of: "/var/log/app.log") == ["a": 1_024])
      #expect(marks.marks(of: "/var/log/a b") == [Mark.left: 0])
    }
  }

  @Test func `of searches is found again`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("error\na%20b%25\n", to: "searches")
      #expect(SavedPatterns(folder: BytePath(folder.path)).all == ["error", "a b%"])
    }
  }
}
