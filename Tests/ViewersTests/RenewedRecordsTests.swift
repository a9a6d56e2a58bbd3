import Feeds
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Records whose file is replaced or grows, or whose reader moves on before a guess is confirmed.
@MainActor @Suite(.timeLimit(.minutes(10))) struct `Records that change` {
  private static func table(_ names: String, _ row: String) -> String {
    names + "\n" + String(repeating: row + "\n", count: 100)
  }

  private func run(
    _ text: String, following: Bool = false,
    _ body: (ViewerFixture, GrowingFile) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: "t.csv")
      let viewer = try ViewerFixture(
        folder, "t.csv", at: following ? .end : nil, columns: 120, following: following,
        keepsColumns: true)
      try await body(viewer, GrowingFile(path: path))
    }
  }

  @Test func `have the columns of a wider file that follows, while the reader is further up`()
    async throws
  {
    try await run(Self.table("a,b", "1,2"), following: true) { viewer, file in
      await viewer.wait(for: "following")
      viewer.type("b")
      await viewer.wait(for: "following paused")
      try file.rotate(adding: "3,4\n", then: Self.table("a,b,c,d,e", "1,2,3,4,5"))
      await viewer.wait(for: ["  a  b  c  d  e"])
      viewer.type("G")
      await viewer.wait(for: ["  a  b  c  d  e", "▌ 1  2  3  4  5"])
    }
  }

  @Test func `are filtered by the column of that name in another file, too`() async throws {
    try await run(Self.table("status,size", "200,500") + "500,1\n") { viewer, file in
      await viewer.wait(for: ["  status  size"])
      viewer.type("&status>=500")
      viewer.type(.enter)
      await viewer.wait(for: ["  status  size", "▌    500     1"])
      try file.make(Self.table("size,status", "500,200") + "7,500\n")
      await viewer.wait(for: ["  size  status", "▌    7     500"])
      viewer.type("/size=7")
      viewer.type(.enter)
      await viewer.wait(for: "1 of 1 matching record")
    }
  }

  @Test func `are not filtered by another column if a file has no column of that name`()
    async throws
  {
    try await run(Self.table("price,stock", "60,1")) { viewer, file in
      await viewer.wait(for: ["  price  stock", "▌    60      1"])
      viewer.type("&price>50")
      viewer.type(.enter)
      await viewer.wait(for: "100 records")
      try file.make(Self.table("stock,cost", "99,7"))
      await viewer.wait(for: "no column 'price'")
      await viewer.wait("no row") { rows in !rows.contains { $0.hasSuffix("99     7") } }
      try file.make(Self.table("cost,price", "7,80"))
      await viewer.wait(for: ["  cost  price", "▌    7     80"])
    }
  }

  @Test func `are filtered by the field of that name if the file has objects now`() async throws {
    try await run(Self.table("n,stock", "1,96")) { viewer, file in
      await viewer.wait(for: ["  n  stock", "▌ 1     96"])
      viewer.type("&stock>95")
      viewer.type(.enter)
      await viewer.wait(for: "100 records")
      try file.make((1...100).map { "{\"id\":\($0),\"stock\":\($0)}\n" }.joined())
      await viewer.wait("the records of that field") {
        $0[1].hasPrefix("▌") && $0[1].hasSuffix("96     96") && $0[2].hasSuffix("97     97")
      }
    }
  }

  @Test func `keep what a reader has arranged while there were none`() async throws {
    try await run(Self.table("a,b,c", "1,2,3")) { viewer, file in
      viewer.type("CjxC")
      await viewer.wait(for: ["  a  c"])
      try file.make("")
      await viewer.wait(for: "nothing here yet")
      viewer.leave()
      try file.make(Self.table("a,b,c", "1,2,3"))
      let next = try ViewerFixture(viewer.folder, "t.csv", keepsColumns: true)
      await next.wait(for: ["  a  c"])
    }
  }

  @Test func `keep it where they were opened from a folder, and closed`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.table("a,b,c", "1,2,3"), to: "below/t.csv")
      let viewer = try ViewerFixture(folder, "below", keepsColumns: true)
      await viewer.wait(for: "t.csv")
      viewer.type(.enter)
      await viewer.wait(for: ["  a  b  c"])
      viewer.type("CjxC")
      await viewer.wait(for: ["  a  c"])
      viewer.type("q")
      await viewer.wait(for: "entry 1 of 1")
      viewer.leave()
      let next = try ViewerFixture(folder, "below/t.csv", keepsColumns: true)
      await next.wait(for: ["  a  c"])
    }
  }

  @Test func `stay where a reader has gone meanwhile, when a guess turns out to be wrong`()
    async throws
  {
    let text = "x,y\n" + String(repeating: "\",a\n\",b\n", count: 600_000)
    try await run(text) { viewer, _ in
      await viewer.wait(for: ",a⏎  b")
      viewer.type("44%")
      await viewer.wait(for: "records may be split wrongly")
      viewer.type("g")
      await viewer.wait(for: "record 1 of")
      let start = viewer.rows
      for _ in 0..<200 { await viewer.breathe() }
      #expect(viewer.rows == start)
    }
  }

  @Test func `lose no row to a quote that is not closed, and are one once it is`() async throws {
    try await run("a,b\n1,x\n2,\"open\n3,y\n") { viewer, file in
      await viewer.wait(for: ["  a  b", "▌ 1  x", "  2  \"open", "  3  y"])
      viewer.type("G")
      await viewer.wait(for: "record 1 of 3 · end")
      try file.append("more\"\n4,z\n")
      await viewer.wait("one record, and the one behind it") {
        $0[1].hasPrefix("▌ 1  x") && $0[2].hasPrefix("  2  open⏎3,y⏎more")
          && $0[3].hasPrefix("  4  z")
          && $0[4].isEmpty
      }
    }
  }
}
