import TemporaryFolders
import Foundation
import GRDB
import Paging
import Testing
import Timeline

@Suite struct `A damaged timeline` {
  private let timelines: Timelines
  private var file: URL { timelines.directory.database }

  init() throws { timelines = try Timelines() }

  /// Fills a timeline, closes it and returns its bytes.
  private func filledFile() async throws -> Data {
    do {
      let store = try await timelines.openFilled()
      try await store.close()
    }
    return try Data(contentsOf: file)
  }

  private func expectRefusal(of contents: Data) throws {
    try contents.write(to: file)
    let error = try #require(throws: TimelineError.self) { try timelines.open() }
    guard case .damaged = error else { Issue.record("\(error)"); return }
    #expect(error.description.hasPrefix("\(file.path) is damaged ("))
    #expect(error.description.hasSuffix("): rename or remove it, and a new one is created"))
    #expect(!error.description.contains("\n"))
    #expect(try Data(contentsOf: file) == contents)
  }

  @Test(arguments: ["no", String(repeating: "Dear diary,\n", count: 1_000)])
  func `is refused if it is a text`(text: String) throws {
    try expectRefusal(of: Data(text.utf8))
  }

  @Test func `is refused if it was cut off`() async throws {
    let contents = try await filledFile()
    try expectRefusal(of: contents.prefix(contents.count / 2))
    try expectRefusal(of: contents.prefix(5_000))
  }

  @Test func `is refused if its tables are those of another`() async throws {
    let other = try DatabaseQueue(path: file.path)
    try await other.write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER PRIMARY KEY)") }
    try other.close()
    try expectRefusal(of: try Data(contentsOf: file))
  }

  @Test func `is refused if a table or its row is missing`() async throws {
    for damage in ["DROP TABLE post", "DELETE FROM meta", "UPDATE meta SET filled = 1 << 60"] {
      try? FileManager.default.removeItem(at: file)
      _ = try await filledFile()
      let database = try DatabaseQueue(path: file.path)
      try await database.writeWithoutTransaction {
        try $0.execute(sql: damage)
        try $0.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      try database.close()
      try expectRefusal(of: try Data(contentsOf: file))
    }
  }

  @Test func `is refused if the page of its schema is garbage`() async throws {
    var contents = try await filledFile()
    contents.replaceSubrange(100..<4_096, with: Data(repeating: 0xa5, count: 3_996))
    try expectRefusal(of: contents)
  }

  @Test func `fails as a page, not as a whole, if a page is garbage`() async throws {
    var contents = try await filledFile()
    let middle = contents.count / 4_096 / 2 * 4_096
    let garbage = Data((0..<20_480).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
    contents.replaceSubrange(middle..<(middle + garbage.count), with: garbage)
    try contents.write(to: file)
    let store = try timelines.open()
    #expect(try await store.page(.start).items.count == 10)
    let error = await #expect(throws: PagingError.self) { try await store.allPosts() }
    #expect(error?.isRetryable == false)
    #expect(error?.description.contains("damaged") == true)
  }

  @Test func `is not filled further`() async throws {
    do {
      let store = try timelines.open()
      for _ in 1...4 { try await store.fill.advance() }
      try await store.close()
    }
    var contents = try Data(contentsOf: file)
    contents.replaceSubrange((contents.count - 8_192)..., with: Data(repeating: 7, count: 8_192))
    try contents.write(to: file)
    let store = try timelines.open()
    let error = await #expect(throws: PagingError.self) { try await store.page(.end) }
    #expect(error?.description.contains("is damaged") == true)
    #expect(await store.fill.state.filled == 1_250)
  }
}
