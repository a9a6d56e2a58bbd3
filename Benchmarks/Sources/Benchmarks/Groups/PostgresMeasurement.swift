import CPostgresBare
import Foundation
import Paging
import SQLSources

/// The cost of a large table on a PostgreSQL server, compared with `psql` and libpq.
struct PostgresMeasurement: Measurement {
  private static let rows = 50
  private static let mostMemory = 24.0 * 1_048_576
  private static let roundTrip = Duration.milliseconds(20)
  private static let pages = 100

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    if let fault = PostgresService.fault {
      Progress.say(fault)
      return []
    }
    let service = try PostgresService(in: bench)
    defer { service.end() }
    return [try start(service, bench)] + (try pages(service, bench)) + (try network(service)) + [
      try memory(service, bench)
    ]
  }

  // MARK: The program

  private func start(_ service: PostgresService, _ bench: Bench) throws(MeasureError) -> Row {
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(40) {
      let shown = try opened(service, bench)
      let asked = try time(
        "psql -X '\(service.socket)' -c 'select * from event order by id limit 50' >/dev/null",
        bench)
      guard round > 0 else { continue }
      ours.add(shown)
      theirs.add(asked)
    }
    return Row(
      title: "first screen of a table", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "psql, limit 50", value: theirs.median), reach: .ratio(1))
  }

  private func opened(_ service: PostgresService, _ bench: Bench) throws(MeasureError) -> Duration {
    let terminal = try MeasuredTerminal(
      Launch(
        program: bench.endless.program, arguments: [service.socket, "--table", "event"],
        environment: bench.home.environment))
    // Row 48 is the last visible one, because the column names take a line.
    return try terminal.frame(
      since: terminal.start, holding: [Array("note of event 48".utf8)]
    ).whole
  }

  private func time(_ command: String, _ bench: Bench) throws(MeasureError) -> Duration {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", command + " && echo DONE"],
        environment: bench.home.environment))
    return try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(60)
    ).awaited
  }

  private func memory(_ service: PostgresService, _ bench: Bench) throws(MeasureError) -> Row {
    let count = bench.isQuick ? 1_000 : 10_000
    let words =
      "exec '\(bench.endless.program)' --plain --limit \(Self.rows * count) --table event '\(service.socket)' >/dev/null"
    let terminal = try MeasuredTerminal(
      Launch(program: "sh", arguments: ["-c", words], environment: bench.home.environment))
    let status = ProcessStatus(identifier: terminal.child.identifier)
    var peak = 0.0
    while terminal.child.exitStatus == nil {
      peak = max(peak, (try? status.peakMemory()) ?? 0)
      usleep(20_000)
    }
    guard terminal.child.exitStatus == 0, peak > 0 else {
      throw MeasureError("the walk of \(count) pages ended with \(terminal.child.exitStatus ?? -1)")
    }
    return Row(
      title: "peak memory after \(count) pages", unit: .memory, endless: peak,
      reach: .most(Self.mostMemory))
  }

  // MARK: The library

  private static func source(_ address: String) throws(MeasureError) -> TableSource<TableRow> {
    try Waiting.load { () async throws -> TableSource<TableRow> in
      try await TableSource<TableRow>.rows(
        of: "event", in: try PostgresDatabase(address: address), by: [KeysetColumn("time")])
    }
  }

  private func pages(_ service: PostgresService, _ bench: Bench) throws(MeasureError) -> [Row] {
    let source = try Self.source(service.socket)
    let bare = try BareServer(service.socket)
    var rows: [Row] = []
    for (part, name) in ["the start", "the middle", "the end"].enumerated() {
      let first = max(1, part * service.count / 2 - 300 * Self.rows)
      var (ours, theirs) = (Sample(), Sample())
      for round in 0..<bench.rounds(200) {
        let id = first + round
        let cursor = KeysetCursor([.integer(Int64(id / 10)), .integer(Int64(id))])
        let request = PageRequest(reason: .append, position: .after(cursor), count: Self.rows)
        // The time is measured within one task, because starting a task and waiting for it are
        // overhead of the benchmark itself. The first read may be slower than the second one, so
        // our read and the bare one take turns at being first.
        let isFirst = round.isMultiple(of: 2)
        let (page, times) = try Waiting.load { () async throws in
          let before = isFirst ? .zero : try bare.time(after: id, Self.rows + 1)
          let start = ContinuousClock.now
          let page = try await source.load(request)
          let time = ContinuousClock.now - start
          return (
            page, (ours: time, theirs: isFirst ? try bare.time(after: id, Self.rows + 1) : before)
          )
        }
        guard page.items.count == Self.rows else {
          throw MeasureError("a page has \(page.items.count) rows")
        }
        guard round > 0 else { continue }
        ours.add(times.ours)
        theirs.add(times.theirs)
      }
      rows.append(
        Row(
          title: "a page at \(name), beyond the bare query", unit: .seconds,
          endless: ours.median - theirs.median,
          compared: Row.Named(name: "the query", value: theirs.median), reach: .most(0.000_15)))
    }
    return rows
  }

  /// The time taken to load pages over a network, one by one and by an iteration, which loads
  /// several pages in each round trip.
  private func network(_ service: PostgresService) throws(MeasureError) -> [Row] {
    let network = try SlowNetwork(to: service.port, roundTrip: Self.roundTrip)
    defer { network.end() }
    let address = "postgres://postgres@127.0.0.1:\(network.port)/postgres"
    let bare = Row.Named(
      name: "the queries", value: try time(ofBareQueries: try BareServer(address)))
    let source = try Self.source(address)
    let single = try Waiting.load { () async throws in try await Self.time(ofSinglePages: source) }
    let iterated = try Waiting.load(usesMainActor: true) { () async throws in
      try await Self.time(ofItems: source)
    }
    let title = "\(Self.pages) pages over a network with 20 ms a round trip"
    return [
      Row(
        title: "\(title), one by one", unit: .seconds, endless: single / .seconds(1), compared: bare
      ),
      Row(
        title: title, unit: .seconds, endless: iterated / .seconds(1), compared: bare,
        reach: .most(2.1)),
    ]
  }

  /// The time to load all pages but the first, whose preparations also serve the later pages.
  private static func time(
    ofSinglePages source: TableSource<TableRow>
  ) async throws -> Duration {
    var position = PageRequest<KeysetCursor>.Position.start
    var start = ContinuousClock.now
    for page in 0...pages {
      if page == 1 { start = .now }
      let request = PageRequest(reason: .append, position: position, count: rows)
      guard case .more(let cursor) = try await source.load(request).after else {
        throw MeasureError("the table has ended")
      }
      position = .after(cursor)
    }
    return start.duration(to: .now)
  }

  /// The time from the first item of an iteration to the last item of the same number of pages.
  private static func time(ofItems source: TableSource<TableRow>) async throws -> Duration {
    let configuration = PagerConfiguration.standard.with(pageSize: rows)
    let pager = await Pager(source: source, configuration: configuration)
    var (count, start) = (0, ContinuousClock.now)
    for try await _ in pager.items(atMost: rows * (pages + 1)) {
      if count == 0 { start = .now }
      count += 1
    }
    guard count == rows * (pages + 1) else { throw MeasureError("an iteration has \(count) rows") }
    return start.duration(to: .now)
  }

  private func time(ofBareQueries bare: BareServer) throws(MeasureError) -> Double {
    var whole = Duration.zero
    for page in 0...Self.pages {
      let time = try bare.time(after: 1 + page * Self.rows, Self.rows + 1)
      if page > 0 { whole += time }
    }
    return whole / .seconds(1)
  }
}

/// The rows after a position, read by libpq's own functions on one connection.
private final class BareServer: Sendable {
  // nonisolated(unsafe), because the compiler cannot know that one task at a time uses the
  // connection.
  nonisolated(unsafe) private let connection: OpaquePointer

  private static let sql = """
    SELECT id, time, kind, amount, note FROM event WHERE (time, id) > ($1::integer, $2::bigint)
    ORDER BY time, id LIMIT $3::integer
    """

  init(_ address: String) throws(MeasureError) {
    guard let connection = PQconnectdb(address), PQstatus(connection) == CONNECTION_OK else {
      throw MeasureError("the server cannot be read: \(address)")
    }
    self.connection = connection
  }

  deinit { PQfinish(connection) }

  /// The time to read rows with all of their values.
  ///
  /// - Throws: an error if the server fails or returns fewer rows.
  func time(after id: Int, _ count: Int) throws(MeasureError) -> Duration {
    let start = ContinuousClock.now
    let found = try read(after: id, count)
    guard found == count else { throw MeasureError("the bare query has \(found) rows") }
    return ContinuousClock.now - start
  }

  private func read(after id: Int, _ limit: Int) throws(MeasureError) -> Int {
    let values = ["\(id / 10)", "\(id)", "\(limit)"].map { (text: String) in strdup(text) }
    defer { values.forEach { free($0) } }
    let result = PQexecParams(
      connection, Self.sql, 3, nil, values.map { UnsafePointer($0) }, nil, nil, 0)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else {
      throw MeasureError(String(cString: PQerrorMessage(connection)))
    }
    return Int(PQntuples(result))
  }
}
