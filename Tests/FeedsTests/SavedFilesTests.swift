import Foundation
import Records
import TemporaryFolders
import Testing
@testable import Feeds

/// The arrangement of columns, which is kept from one run to the next.
@MainActor @Suite struct `Kept columns` {
  private static func arrangement(_ name: String) -> SavedColumnLayout {
    var arrangement = SavedColumnLayout()
    arrangement.hidden = [name, "", "a b"]
    arrangement.moves = [
      .init(name: name, predecessor: nil), .init(name: "b", predecessor: name),
      .init(name: "", predecessor: "%\n"),
    ]
    arrangement.frozenCount = 0
    arrangement.widths = [name: 12, ":\(name)": 1]
    return arrangement
  }

  /// A combining mark joins the character before it, and the character after an Arabic number sign
  /// joins the sign.
  @Test(arguments: ["level", "\u{301}", "a\u{600}", "x\r", "100%41", ":", "hidden", "é\u{0}"])
  func `are found again, whatever their names are`(name: String) async throws {
    try await TemporaryFolder.run { folder in
      let columns = SavedColumns(folder: BytePath(folder.path))
      #expect(columns.arrangement(of: "one") == nil)
      try columns.keep(Self.arrangement(name), of: "one")
      try columns.keep(Self.arrangement("other"), of: "a b%\nc")
      #expect(columns.arrangement(of: "one") == Self.arrangement(name))
      #expect(columns.arrangement(of: "a b%\nc") == Self.arrangement("other"))
      try columns.keep(SavedColumnLayout(), of: "one")
      #expect(columns.arrangement(of: "one") == nil)
      #expect(columns.arrangement(of: "a b%\nc") != nil)
    }
  }

  @Test func `make no file where all is as by default`() async throws {
    try await TemporaryFolder.run { folder in
      let state = folder.path + "/state"
      try SavedColumns(folder: BytePath(state)).keep(SavedColumnLayout(), of: "one")
      #expect(!FileManager.default.fileExists(atPath: state))
    }
  }

  @Test func `are as many as the limit, the first changed gone, and none takes the others' place`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      let columns = SavedColumns(folder: BytePath(folder.path))
      for number in 0...SavedColumns.limit {
        try columns.keep(Self.arrangement("x"), of: "\(number)")
      }
      #expect(columns.arrangement(of: "0") == nil)
      #expect(columns.arrangement(of: "1") != nil)
      var many = SavedColumnLayout()
      many.frozenCount = 3
      many.hidden = Set((0..<10_000).map { "column \($0)" })
      many.moves = [.init(name: "x", predecessor: nil)]
      try columns.keep(many, of: "many")
      let kept = columns.arrangement(of: "many")
      #expect(kept?.frozenCount == 3)
      #expect((100...2_000).contains(kept?.hidden.count ?? 0))
      #expect(kept?.moves == [])
      #expect(columns.arrangement(of: "\(SavedColumns.limit)") != nil)
    }
  }

  @Test func `are for their owner alone, and nothing of them is taken that makes no sense`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      let columns = SavedColumns(folder: BytePath(folder.path))
      try columns.keep(Self.arrangement("x"), of: "one")
      let path = folder.path + "/columns"
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let words =
        "frozen x frozen -4 width :a width 0 :b width 7 :c hidden d what hidden :e after :f first :g"
      try Data("\none \(words) after\n".utf8).write(to: URL(filePath: path))
      let kept = columns.arrangement(of: "one")
      #expect(kept?.frozenCount == 0)
      #expect(kept?.widths == ["c": 7])
      #expect(kept?.hidden == ["e"])
      #expect(kept?.moves == [.init(name: "g", predecessor: nil)])
    }
  }

  @Test func `are put in some order whatever a file says of them`() {
    var arrangement = SavedColumnLayout()
    arrangement.moves = [
      .init(name: "a", predecessor: "b"), .init(name: "b", predecessor: "a"),
      .init(name: "a", predecessor: nil), .init(name: "c", predecessor: "c"),
      .init(name: "d", predecessor: "none"), .init(name: "none", predecessor: "d"),
    ]
    let names = ["a", "b", "c", "d"]
    let order = arrangement.order(of: names.count) { names.firstIndex(of: $0) }
    #expect(order.sorted() == [0, 1, 2, 3])
  }
}

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
      // The arrangement that was changed last is written last.
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
