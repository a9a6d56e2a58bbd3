import Paging
import Testing
import Timeline

@Suite struct `A timeline source` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  private let look = Request(reason: .refresh, position: .start, count: 20)

  @Test func `finds new posts when the start is looked at again`() async throws {
    let source = try await timelines.openFilled(total: 9).source()
    var counts: [Int] = []
    for _ in 1...6 { counts.append(try await source.load(look).items.count - 9) }
    #expect(counts == [0, 3, 4, 8, 10, 10])
  }

  @Test func `finds none at an edge or at the end`() async throws {
    let source = try await timelines.openFilled(total: 9).source()
    _ = try await source.load(look)
    _ = try await source.load(Request(reason: .refresh, position: .end, count: 20))
    let page = try await source.load(Request(reason: .append, position: .start, count: 20))
    #expect(page.items.count == 9)
  }

  @Test func `finds none where another program's change is the reason to look`() async throws {
    let source = try await timelines.openFilled(total: 9).source()
    _ = try await source.load(look)
    let unasked = Request(reason: .refresh, position: .start, count: 20, isUpdate: true)
    for _ in 1...3 { #expect(try await source.load(unasked).items.count == 9) }
    #expect(try await source.load(look).items.count == 12)
  }

  @Test func `finds none, and does not fail, where it can only read`() async throws {
    _ = try await timelines.openFilled(total: 9)
    let source = try timelines.open(keeping: .readOnly).source()
    for _ in 1...3 { #expect(try await source.load(look).items.count == 9) }
  }
}
