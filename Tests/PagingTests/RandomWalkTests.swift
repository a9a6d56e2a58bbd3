import Paging
import Testing

@Suite struct `A list under random events` {
  @Test(arguments: [1, 2, 3, 4], [true, false])
  func `keeps its rules, and loses nothing of a server whose posts move`(
    start: UInt64, goesBack: Bool
  ) throws {
    var walk = try RandomWalk(start: start, goesBack: goesBack, moves: true)
    try take(700, stepsOf: &walk)
    let seen = walk.readAll()
    let there = Set(walk.run.server.visible)
    #expect(seen.filter(there.contains) == walk.run.server.visible)
  }

  @Test(arguments: [11, 12, 13, 14], [true, false])
  func `shows each post of a still server once, in order`(start: UInt64, goesBack: Bool) throws {
    var walk = try RandomWalk(start: start, goesBack: goesBack, moves: false)
    try take(700, stepsOf: &walk)
    #expect(walk.readAll() == walk.run.server.visible)
    #expect(walk.run.state(.append) == .end)
    #expect(walk.run.waiting.isEmpty)
  }

  private func take(_ count: Int, stepsOf walk: inout RandomWalk) throws {
    for step in 0..<count {
      let before = walk.memory
      walk.step()
      try #require(walk.problem(since: before) == nil, "step \(step)")
    }
  }
}
