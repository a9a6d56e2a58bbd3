import Paging
import Testing

@Suite struct `Identities that are remembered` {
  @Test func `are the last n`() {
    var recent = RecentIdentities<Int>(limit: 2)
    for id in [1, 2, 2, 3] { recent.insert(id) }
    #expect(!recent.contains(1))
    #expect(recent.contains(2))
    #expect(recent.contains(3))
  }

  @Test func `are none where none are wanted`() {
    var recent = RecentIdentities<Int>(limit: 0)
    recent.insert(1)
    #expect(!recent.contains(1))
  }
}
