import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server for tests, on a Unix socket and a loopback port.
///
/// The user `postgres` needs no password. The user `reader` needs the password `secret` on the
/// port, and may read what is granted to it.
package final class PostgresServer: Sendable {
  /// The port, which also names the Unix socket.
  package let port: Int
  private let program: TrialProgram
  private let count = Atomic(0)

  /// The folder of the Unix socket.
  package var folder: String { program.folder }
  /// The server's log.
  package var log: String { program.log }

  private static let one = Result { try PostgresServer() }

  /// The server that the tests of a run share.
  ///
  /// - Throws: an error if the server does not start; if PostgreSQL is missing, the error says how
  ///   to install it.
  package static func shared() throws -> PostgresServer { try one.get() }

  /// The data files of a server that has never run, which are created once.
  private static let template = Result {
    let folder = try TrialProgram.makeFolder()
    let keeper = try TrialProgram(in: folder, ["true"])
    try TrialProgram.run([
      try TrialProgram.path(of: "initdb"), "--pgdata=\(folder)/data", "--no-sync",
      "--username=postgres",
      "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust", "--no-instructions",
    ])
    return (folder: folder, keeper: keeper)
  }

  /// Starts a server, and waits until it answers.
  ///
  /// - Parameters:
  ///   - settings: additional settings, such as `max_connections=5`.
  ///   - isSecure: whether it supports encryption.
  package convenience init(settings: [String] = [], isSecure: Bool = false) throws {
    let folder = try TrialProgram.makeFolder()
    let template = try Self.template.get()
    try TrialProgram.run(["cp", "-a", "\(template.folder)/data", "\(folder)/data"])
    if isSecure {
      try TrialProgram.run([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
        "-days", "2",
        "-keyout", "\(folder)/data/server.key", "-out", "\(folder)/data/server.crt",
      ])
    }
    try self.init(folder, settings + (isSecure ? ["ssl=on"] : []))
    let writer = try TrialWriter(words())
    try writer.run("CREATE ROLE reader LOGIN PASSWORD 'secret'")
  }

  private init(_ folder: String, _ settings: [String]) throws {
    port = try TrialProgram.freePort()
    try Data(Self.rights.utf8).write(to: URL(filePath: "\(folder)/rights"))
    chmod("\(folder)/rights", 0o644)
    let usual =
      Self.usual + [
        "port=\(port)", "unix_socket_directories=\(folder)", "hba_file=\(folder)/rights",
      ]
    program = try TrialProgram(
      in: folder,
      [try TrialProgram.path(of: "postgres"), "-D", "\(folder)/data"]
        + (usual + settings).flatMap { ["-c", $0] })
    try start()
  }

  private static let rights = """
    local all all trust
    host all reader 127.0.0.1/32 scram-sha-256
    host all all 127.0.0.1/32 trust
    local replication all trust

    """

  private static let usual = [
    "listen_addresses=127.0.0.1", "fsync=off", "full_page_writes=off", "synchronous_commit=off",
    "shared_buffers=16MB", "max_connections=60", "wal_level=replica", "max_wal_senders=4",
    "max_worker_processes=4", "log_min_messages=warning", "timezone=UTC", "log_timezone=UTC",
  ]

  // MARK: Its life

  /// Starts the server, also after it has ended, and waits until it answers.
  package func start() throws {
    try program.start()
    guard TrialProgram.comes(true: { (try? TrialWriter(words())) != nil }) else {
      throw TrialError("the server does not start: \(program.log)")
    }
  }

  /// Stops the server without waiting for clients, as an administrator can.
  package func stop() throws { try program.end("INT") }

  /// Ends the server as in a crash.
  package func crash() throws { try program.end("QUIT") }

  /// Starts a read-only standby of this server, which does not wait for the queries of a reader.
  package func standby(settings: [String] = []) throws -> PostgresServer {
    let folder = try TrialProgram.makeFolder()
    try TrialProgram.run([
      try TrialProgram.path(of: "pg_basebackup"), "--pgdata=\(folder)/data",
      "--host=\(self.folder)", "--port=\(port)",
      "--username=postgres", "--checkpoint=fast", "--no-sync", "--write-recovery-conf",
    ])
    return try PostgresServer(
      folder, ["max_standby_streaming_delay=0", "hot_standby_feedback=off"] + settings)
  }

  // MARK: Databases

  /// The address of a database, through the port or the Unix socket.
  package func words(
    _ database: String = "postgres", user: String = "postgres", isUnix: Bool = false
  ) -> String {
    let host = isUnix ? folder.replacing("/", with: "%2F") : "127.0.0.1"
    return "postgres://\(user)@\(host):\(port)/\(database)"
  }

  /// Creates a database for a test.
  ///
  /// - Parameter sql: statements that are run in it.
  package func database(_ sql: String = "") throws -> TrialDatabase {
    let number = count.add(1, ordering: .relaxed).newValue
    let name = "trial\(number)"
    try TrialWriter(words()).run("CREATE DATABASE \(name)")
    let database = TrialDatabase(server: self, name: name)
    if !sql.isEmpty { try database.writer().run(sql) }
    return database
  }
}

/// A database for a test, which is dropped when nothing refers to this object any longer.
package final class TrialDatabase: Sendable {
  package let server: PostgresServer
  package let name: String

  init(server: PostgresServer, name: String) { (self.server, self.name) = (server, name) }

  deinit { try? TrialWriter(server.words()).run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }

  /// The address of the database, through the port.
  package var words: String { server.words(name) }

  /// Opens a connection that writes.
  package func writer() throws -> TrialWriter { try TrialWriter(words) }

  /// Runs statements on a separate connection.
  package func run(_ sql: String) throws { try writer().run(sql) }
}
