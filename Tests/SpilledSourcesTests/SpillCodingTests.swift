import Paging
import SpilledJSON
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `What is kept of a page` {
  private struct Measure: Identifiable, Codable {
    let id: Int
    var value = Double.infinity
  }

  private let folder = Folder()

  @Test func `is bytes as they are, of items that are not Codable`() async throws {
    let disk = Disk()
    let lines = ByteLines([0x61, 0xFF, 10, 10, 0x62, 10, 0x63, 10], pageSize: 2)
    let ring = try SpillRing(folder: folder.path, limit: 1 << 10, write: disk.write)
    let pages = SpilledSource(lines, in: ring, coding: ByteLines.coding)
    let first = try await pages.load(.start)
    let second = try await pages.load(.after(try #require(first.after.cursor)))
    #expect(second.items == [.init(id: 4, bytes: [0x62]), .init(id: 6, bytes: [0x63])])
    #expect(try await pages.load(.start) == first)
    #expect(try await pages.load(.before(try #require(second.before.cursor))).items == first.items)
    #expect(disk.taken == Array("0\n".utf8) + [0x61, 0xFF, 10, 10] + Array("4\nb\nc\n".utf8))
  }

  @Test func `may be nothing, where a page has no items`() async throws {
    let ring = try SpillRing(folder: folder.path, limit: 1 << 10)
    let nothing = SpillCoding<ByteLines.Line>(encode: { _ in [] }, decode: { _ in [] })
    let pages = SpilledSource(ByteLines([], pageSize: 2), in: ring, coding: nothing)
    #expect(try await pages.load(.start).items.isEmpty)
    #expect(try await pages.load(.start).after == .end)
  }

  @Test func `says in one line why an item is no JSON`() async throws {
    let coding = SpillCoding<Measure>.json
    let unwritten = #expect(throws: PagingError.self) { try coding.encode([Measure(id: 1)]) }
    #expect(unwritten?.description.hasPrefix("an item cannot be stored as JSON: ") == true)
    #expect(unwritten?.description.contains("\n") == false)
    let unread = #expect(throws: PagingError.self) { try coding.decode(Array(#"[{"id":1}]"#.utf8)) }
    #expect(unread?.description.hasPrefix("a stored page cannot be decoded: ") == true)
    #expect(unread?.description.contains("\n") == false)
  }

  @Test func `tells the items that a filter left out, each time`() async throws {
    let even = Stream(total: 20).filter { $0.id.isMultiple(of: 2) }
    let pages = try SpilledSource(even, folder: folder.path)
    for _ in 0..<2 {
      let page = try await pages.load(.start)
      #expect(page.items.count == 5)
      #expect(page.leftOut == 5)
    }
  }
}
