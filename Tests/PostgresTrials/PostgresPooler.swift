import Foundation
import Glibc

/// A pooler (pgbouncer) in front of a server, which assigns one of its connections to each
/// transaction.
package final class PostgresPooler: Sendable {
  package let port: Int
  private let program: TrialProgram

  /// Starts a pooler, and waits until it answers.
  ///
  /// - Parameters:
  ///   - connections: the number of connections from the pooler to the server.
  ///   - isStrict: whether the pooler only knows the database and the user `postgres`.
  package init(
    of server: PostgresServer, connections: Int = 2, isStrict: Bool = false
  ) throws {
    let folder = try TrialProgram.makeFolder()
    port = try TrialProgram.freePort()
    let settings = """
      [databases]
      \(isStrict ? "postgres" : "*") = host=\(server.folder) port=\(server.port) user=postgres
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      unix_socket_dir =
      pool_mode = transaction
      auth_type = \(isStrict ? "trust" : "any")
      auth_file = \(folder)/users
      default_pool_size = \(connections)
      max_client_conn = 100
      \(isStrict ? "query_wait_timeout = 1" : "")
      """
    try Data(settings.utf8).write(to: URL(filePath: "\(folder)/settings"))
    try Data("\"postgres\" \"\"\n".utf8).write(to: URL(filePath: "\(folder)/users"))
    for name in ["settings", "users"] { chmod("\(folder)/\(name)", 0o644) }
    program = try TrialProgram(
      in: folder, [try TrialProgram.path(of: "pgbouncer"), "\(folder)/settings"])
    try program.start()
    let words = words("postgres")
    guard TrialProgram.comes(true: { (try? TrialWriter(words, sets: false)) != nil }) else {
      throw TrialError("pgbouncer does not start: \(program.log)")
    }
  }

  /// The address of a database behind the pooler.
  package func words(_ database: String, user: String = "postgres") -> String {
    "postgres://\(user)@127.0.0.1:\(port)/\(database)"
  }
}
