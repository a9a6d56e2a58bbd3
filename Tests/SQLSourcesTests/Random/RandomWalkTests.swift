import Paging
import Randomness
import RowTrials
import SQLSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Any table, in any order,` {
  typealias Request = PageRequest<KeysetCursor>

  @Test(arguments: Array(UInt64(0)..<300) + [759, 2_228, 5_294])
  func `is walked as one query gives it, from either end`(start: UInt64) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    let table = RandomTable(start: start)
    let file = try TableFile(
      table.statements, hasLog: random.occurs(inPercent: 30),
      encoding: random.pick(["UTF-8", "UTF-16le", "UTF-16be"]))
    let opening = try file.opening(of: table)
    guard let relation = opening.relation else {
      let source = QuerySource(
        opening.sql, in: file.database, RowLayout(names: opening.names))
      let walked = try await walk(source, from: .start, by: random.within(1...60))
      #expect(walked.items.count == table.count)
      return
    }
    #expect(
      zip(relation.order.columns, table.terms).allSatisfy {
        $0.name == $1.column && $0.descending == $1.descending
          && $0.nullsFirst == $1.nullsFirst ?? !$1.descending && $0.collation == $1.collation
      })
    let expected = try file.tags(of: table.name, by: relation.order)
    #expect(expected.count == table.count)
    let source = TableSource(relation, in: file.database)
    for position in [Request.Position.start, .end] {
      let count = random.within(1...60)
      let walked = try await walk(source, from: position, by: count)
      #expect(walked.items.map(\.tag) == expected, "from \(position) by \(count)")
      #expect(Set(walked.items.map(\.id)).count == table.count)
    }
  }

  @Test(arguments: UInt64(0)..<100)
  func `goes on from any row, also from one that is gone`(start: UInt64) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    let table = RandomTable(start: start)
    let file = try TableFile(table.statements, hasLog: random.occurs(inPercent: 30))
    guard let relation = try file.opening(of: table).relation, table.count > 0 else { return }
    let source = TableSource(relation, in: file.database)
    let all = try await source.load(Request(reason: .refresh, position: .start, count: 200))
    let tags = all.items.map(\.tag)
    for isDeleted in [false, true] {
      let place = random.within(0...table.count - 1)
      let values = all.itemCursors[place].values
      if isDeleted { try file.write(table.deletion(of: tags[place])) }
      let row = isDeleted ? [] : [tags[place]]
      let count = random.within(1...60)
      let (before, after) = (Array(tags[..<place]), Array(tags[(place + 1)...]))
      for (isBefore, expected) in [(false, after), (true, row + after)] {
        let walked = try await walk(
          source, from: .after(KeysetCursor(values, isBefore: isBefore)), by: count)
        #expect(walked.items.map(\.tag) == expected)
        let back = try await walk(
          source, from: .before(KeysetCursor(values, isBefore: isBefore)), by: count)
        #expect(back.items.map(\.tag) == before)
      }
    }
  }

  @Test(arguments: UInt64(0)..<100, [false, true])
  func `gives rows that stay exactly once, though others come, go and move`(
    start: UInt64, isBackward: Bool
  ) async throws {
    var random = SplitMix64(start: start ^ 0xABCD)
    var table = RandomTable(start: start)
    let file = try TableFile(table.statements, hasLog: start % 2 == 0)
    guard let relation = try file.opening(of: table).relation, table.count > 0 else { return }
    var stable = Set(1...table.count)
    let source = TableSource(relation, in: file.database)
    var walked: [Int] = []
    var position: Request.Position? = isBackward ? .end : .start
    while let place = position, walked.count < 2_000 {
      let page = try await source.load(
        Request(reason: .append, position: place, count: random.within(1...20)))
      let tags = page.items.map(\.tag)
      walked = isBackward ? tags + walked : walked + tags
      let before: KeysetCursor? = if case .more(let cursor) = page.before { cursor } else { nil }
      position =
        isBackward ? before.map { .before($0) } : page.after.cursor.map { .after($0) }
      var changes: [String] = []
      for _ in 0..<random.within(0...3) {
        let tag = random.within(1...table.count)
        switch random.within(0...2) {
        case 0: changes.append(table.insertion())
        case 1: changes.append(table.deletion(of: tag))
        default: changes.append(table.update(tag))
        }
        if !(changes.last?.hasPrefix("INSERT") ?? true) { stable.remove(tag) }
      }
      try file.write(changes)
    }
    let expected = try file.tags(of: table.name, by: relation.order)
    #expect(walked.filter(stable.contains) == expected.filter(stable.contains))
  }

  @Test func `ends with an error at half a pair of UTF-16, and does not go on for ever`()
    async throws
  {
    let file = try TableFile(
      [
        "CREATE TABLE t (tag, a TEXT)",
        "INSERT INTO t VALUES (1, CAST(x'00d8' AS TEXT)), (2, NULL)",
      ],
      encoding: "UTF-16le")
    var request = RowsRequest()
    request.order = [SortTerm("a", descending: true)]
    let relation = try #require(try file.opening(of: "t", request).relation)
    let error = await #expect(throws: PagingError.self) {
      try await walk(TableSource(relation, in: file.database), from: .start, by: 1)
    }
    #expect(error?.description.hasPrefix("a value in a sort column is invalid UTF-16") == true)
  }
}
