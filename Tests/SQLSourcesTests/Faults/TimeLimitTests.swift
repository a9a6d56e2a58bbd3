import Paging
import SQLSources
import SpilledSources
import TemporaryFolders
import Testing

/// A list of rows whose query takes longer than its time limit.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A list whose query has taken its time` {
  private static let numbers =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i, random() FROM n"

  /// A table of a hundred thousand rows; sorting them takes more than a millisecond.
  private static func makeFile() throws -> TableFile {
    try TableFile(["CREATE TABLE t (i INTEGER PRIMARY KEY, r)", "INSERT INTO t \(numbers)"])
  }

  private static func hurried(_ file: TableFile) -> SQLiteDatabase {
    SQLiteDatabase(path: file.folder.path("test.db"), limit: .milliseconds(1))
  }

  private func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

  private func goOn<Cursor>(_ pager: Pager<TableRow, Cursor>, _ reason: LoadReason) async {
    await until { if case .failed = pager.state(of: reason) { true } else { false } }
    guard case .failed(let error) = pager.state(of: reason) else { return }
    #expect(error.description == "the query reached its time limit: see --timeout")
    // This has the effect of the key that repeats a failed load.
    pager.retry()
  }

  @Test func `goes on with the rows of a table that the database sorts`() async throws {
    let file = try Self.makeFile()
    var request = TableRequest()
    request.order = [SortTerm("r")]
    let opening = try file.opening(of: "t", request)
    #expect(opening.sorts)
    let relation = try #require(opening.relation)
    let pager = Pager(
      source: TableSource(relation, in: Self.hurried(file)), configuration: .standard)
    pager.refresh()
    await goOn(pager, .refresh)
    await until { pager.count > 0 }
    let count = pager.count
    pager.paginate()
    await goOn(pager, .append)
    await until { pager.count > count }
    #expect(Set((0..<pager.count).compactMap { pager[$0].item?.id }).count == pager.count)
  }

  @Test func `goes on with the rows of a query that is run once`() async throws {
    let file = try Self.makeFile()
    let layout = RowLayout(names: ["i", "r"])
    let coding = RowCoding(layout)
    let source = try SpilledSource(
      QuerySource("SELECT i, r FROM t ORDER BY r", in: Self.hurried(file), layout),
      folder: "/var/tmp",
      coding: SpillCoding(encode: { coding.encode($0) }, decode: { coding.decode($0) }))
    let pager = Pager(source: source, configuration: .standard)
    pager.refresh()
    await goOn(pager, .refresh)
    await until { pager.count > 0 }
    #expect(pager[0].item?.id == TableRowID([.integer(1)]))
  }
}
