import Foundation
import Glibc
import PostgresTrials
import SQLSources
import Testing

@Suite struct `A password for PostgreSQL` {
  let server: PostgresServer

  init() throws { server = try .shared() }

  private func error(_ words: String) async -> SQLError? {
    do throws(SQLError) {
      return await PostgresDatabase(try PostgresAddress(words)).error(of: "SELECT 1")
    } catch {
      return error
    }
  }

  @Test func `is in no error, no title and no identity`() async throws {
    let place = "127.0.0.1:\(server.port)/postgres"
    let addresses = [
      "postgres://reader:hunter2@\(place)", "postgres://reader:hunter2@nowhere.invalid/postgres",
      "postgres://reader:hunter2@127.0.0.1:1/postgres",
      "postgres://reader:hunter2@%2Ftmp%2Fnowhere/postgres",
      "postgres://reader:hunter2@127.0.0.1:\(server.port)/nowhere",
      "postgres://\(place)?user=reader&password=hunter2",
      "postgres://reader:hunter2@\(place)?sslmode=nonsense",
      "postgres://reader:hunter2@\(place)?nonsense=1",
      "postgres://reader:hunter2@\(place)?sslmode=verify-full&sslrootcert=/nowhere",
      "postgres://reader:hu@nter2@\(place)", "postgres://reader:hu/nter2@\(place)",
      "postgres://reader:12/hunter2@\(place)",
      "postgres://reader:hu%zznter2@\(place)", "postgres://reader:hunter2",
      "postgres://reader:hunter2/x",
      "postgres://reader:hunter2@[\(place)", "service=nowhere password=hunter2",
      "service=nowhere password='hunter2",
      "postgres://reader:hunter2@\(place)?target_session_attrs=standby",
    ]
    for words in addresses {
      let error = try #require(await error(words), "\(words)")
      #expect(
        !error.description.contains("hunter2") && !error.description.contains("nter2"),
        "\(words): \(error)")
      guard let address = try? PostgresAddress(words) else { continue }
      #expect(
        !address.title.contains("nter2") && !address.identity.contains("nter2"), "\(address.title)")
    }
  }

  @Test func `is known to be in an address, so that a reader hears of a better place`() throws {
    #expect(try PostgresAddress("postgres://reader:a@host/db").hasPassword)
    #expect(try PostgresAddress("postgres://host/db?password=a").hasPassword)
    #expect(try !PostgresAddress("postgres://reader@host/db?passfile=/home/a/.pgpass").hasPassword)
  }

  @Test func `that is wrong or missing leads to the file of passwords`() async throws {
    let place = "127.0.0.1:\(server.port)"
    let wrong = await error("postgres://reader:wrong@\(place)/postgres")
    #expect(
      wrong
        == SQLError(
          .mistaken,
          "connection to server at \"127.0.0.1\", port \(server.port) failed: password authentication failed for user \"reader\": store the password in ~/.pgpass",
          state: "28P01"))
    let missing = await error("postgres://reader@\(place)/postgres?passfile=/nowhere")
    #expect(missing?.kind == .mistaken)
    #expect(
      missing?.description.hasSuffix("no password supplied: store the password in ~/.pgpass")
        == true)
  }

  @Test func `does not help where the role is missing, and nothing says so`() async throws {
    let refusal = await error("postgres://nosuch@127.0.0.1:\(server.port)/postgres")
    #expect(refusal?.description.hasSuffix("role \"nosuch\" does not exist") == true)
  }

  @Test func `comes from the file of passwords`() async throws {
    let file = "\(server.folder)/pass\(server.port)"
    try "127.0.0.1:\(server.port):*:reader:secret\n".writeSecret(to: file)
    let database = PostgresDatabase(
      try PostgresAddress("postgres://reader@127.0.0.1:\(server.port)/postgres?passfile=\(file)"))
    #expect(try await database.texts("SELECT current_user") == ["reader"])
  }

  @Test func `in a file that others may read is not read, and libpq writes nothing of that`()
    async throws
  {
    let (file, said) = (
      "\(server.folder)/loose\(server.port)", "\(server.folder)/said\(server.port)"
    )
    try "127.0.0.1:\(server.port):*:reader:secret\n".writeSecret(to: file)
    #expect(chmod(file, 0o644) == 0)
    let words = "postgres://reader@127.0.0.1:\(server.port)/postgres?passfile=\(file)"
    let fault =
      "\(file) is not read, because other users can read or change it: run chmod 600 on it"
    #expect(try PostgresAddress(words).passwordFault == fault)
    let error = try await StandardError.written(to: said) { await self.error(words) }
    #expect(error?.description.hasSuffix("no password supplied: \(fault)") == true)
    #expect(try !String(contentsOfFile: said, encoding: .utf8).contains("password file"))
    let folder = try PostgresAddress("postgres://reader@127.0.0.1/x?passfile=\(server.folder)")
    #expect(folder.passwordFault?.hasSuffix("it is not a regular file") == true)
    let given = try PostgresAddress("postgres://reader:secret@127.0.0.1/x?passfile=\(file)")
    #expect(given.passwordFault == nil)
    #expect(try PostgresAddress("postgres://127.0.0.1/x?passfile=/nowhere").passwordFault == nil)
  }

  @Test func `an unknown host, a closed port and a missing database are said`() async throws {
    let host = await error("postgres://nowhere.invalid/db")
    #expect(host?.kind == .passing)
    #expect(
      host?.description.hasPrefix("could not translate host name \"nowhere.invalid\" to address: ")
        == true)
    let port = await error("postgres://127.0.0.1:1/db")
    #expect(
      port
        == SQLError(
          .passing, "connection to server at \"127.0.0.1\", port 1 failed: Connection refused",
          state: "08006"))
    let database = await error(server.words("nowhere"))
    #expect(database?.kind == .mistaken)
    #expect(database?.state == "3D000")
    #expect(database?.description.hasSuffix("failed: database \"nowhere\" does not exist") == true)
  }
}
