import Foundation
import Glibc
import Paging
import RowTrials
import SQLSources
import SQLiteTrials
import Synchronization
import TemporaryFolders

/// A connection of this process that can write.
final class Writer {
  private let connection: UnsafeMutableRawPointer

  init(_ path: String) throws {
    guard let opened = trial_open(path) else {
      throw TrialError(description: "cannot open \(path)")
    }
    connection = opened
  }

  convenience init(_ path: String, _ sql: String) throws {
    try self.init(path)
    try run(sql)
  }

  deinit { trial_close(connection) }

  func run(_ sql: String) throws {
    if let words = trial_run(connection, sql) {
      throw TrialError(description: String(cString: words))
    }
  }

  func number(_ sql: String) -> Int { Int(trial_number(connection, sql)) }
}

struct TrialError: Error, CustomStringConvertible { let description: String }

/// Another program that has a database open.
final class OtherProgram {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  private static let script = """
    import sqlite3, sys
    db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=float(sys.argv[2]))
    for line in sys.stdin:
        try:
            print(db.execute(line).fetchall(), flush=True)
        except sqlite3.Error as error:
            print(error, flush=True)
    """

  /// - Parameter lockTimeout: the number of seconds for which it waits for a lock.
  init(_ path: String, lockTimeout: Int = 5) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, path, "\(lockTimeout)"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
  }

  deinit { end() }

  /// Runs a statement, which must be on one line, and returns the program's answer.
  @discardableResult
  func run(_ sql: String) -> String {
    input.fileHandleForWriting.write(Data((sql + "\n").utf8))
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != 10 {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Ends the program as in a crash.
  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension TemporaryFolder {
  /// Creates a database with a table `t (id, a)` of three rows.
  func database(_ name: String = "a.db", log: Bool = false) throws -> (path: String, writer: Writer)
  {
    let writer = try Writer(path(name))
    if log { try writer.run("PRAGMA journal_mode = WAL") }
    try writer.run(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three');
      """)
    return (path(name), writer)
  }

  /// The names of the files in the folder, each with a text that shows whether the file has
  /// changed.
  func state() throws -> [String: String] {
    var state: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      var facts = stat()
      stat(path(name), &facts)
      state[name] =
        "\(facts.st_ino) \(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)"
    }
    return state
  }
}

extension SQLiteDatabase {
  /// The first column of a query's result, as strings.
  func texts(_ sql: String) throws(SQLError) -> [String] {
    try readNow { reader throws(SQLError) in try reader.texts(sql) }
  }

  func error(of sql: String) -> SQLError? {
    do throws(SQLError) {
      _ = try texts(sql)
      return nil
    } catch {
      return error
    }
  }
}

extension SQLiteReader {
  func texts(_ sql: String) throws(SQLError) -> [String] {
    try rows(sql) { row in row.text(at: 0) }
  }
}

extension SQLiteDatabase {
  /// Reads all parts of a database: its schema, and each table forward and backward, a page at a
  /// time.
  ///
  /// - Returns: the identities of the rows.
  func walkAll() throws(SQLError) -> [TableRowID] {
    var found: [TableRowID] = []
    let tables = try readNow { reader throws(SQLError) in try reader.tables() }
    for table in tables {
      let opening = try readNow { reader throws(SQLError) in
        _ = try reader.foreignKeys(of: table)
        return try reader.opening(ofTable: table.name, TableRequest())
      }
      guard let relation = opening.relation else { continue }
      for isBackward in [false, true] { found += try walk(relation, isBackward: isBackward) }
    }
    return found
  }

  /// The identities of rows in the order of a walk of at most 100 pages.
  func walk(_ relation: RowRelation, isBackward: Bool) throws(SQLError) -> [TableRowID] {
    var (found, position): ([TableRowID], PageRequest<KeysetCursor>.Position) = (
      [], isBackward ? .end : .start
    )
    for _ in 0..<100 {
      let request = PageRequest(reason: .refresh, position: position, count: 10)
      let page = try readNow { reader throws(SQLError) in
        guard let walk = try? KeysetWalk(request, over: relation.query) else {
          throw SQLError(.mistaken, "no walk")
        }
        return walk.page(of: try reader.steps(of: walk, relation))
      }
      found += page.items.map(\.id)
      switch isBackward ? page.before : page.after {
      case .more(let cursor): position = isBackward ? .before(cursor) : .after(cursor)
      default: return found
      }
    }
    return found
  }
}

final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
