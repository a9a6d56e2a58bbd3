import SQLSources
import Testing

@Suite struct `An address of PostgreSQL` {
  @Test func `has a title with its user, its host and its database`() throws {
    let titles = [
      ("postgres://host/db", "postgres://host/db"),
      ("postgresql://ann:secret@host:5433/db?sslmode=require", "postgres://ann@host:5433/db"),
      ("postgres://one:1,two:2/db?target_session_attrs=any", "postgres://one,two:1,2/db"),
      ("postgres:///db", "postgres:///db"), ("postgres://", "postgres:///"),
      ("service=shop", "service=shop"),
      ("service=shop dbname=stock password=x", "service=shop/stock"),
      ("postgres://%2Frun%2Fpg/db", "postgres:///run/pg/db"),
    ]
    for (words, title) in titles { #expect(try PostgresAddress(words).title == title) }
  }

  @Test func `is told from file names`() {
    #expect(PostgresAddress.isAddress("postgres://host"))
    #expect(PostgresAddress.isAddress("postgresql://"))
    #expect(PostgresAddress.isAddress("service=shop"))
    #expect(!PostgresAddress.isAddress("postgres.csv"))
    #expect(!PostgresAddress.isAddress("./service=shop"))
  }

  @Test func `is refused in one line where it is none`() {
    #expect(
      SQLError.thrown { () throws(SQLError) in try PostgresAddress("service=shop nonsense=1") }
        == SQLError(
          .mistaken, "not a PostgreSQL address: invalid connection option \"nonsense\""))
    #expect(
      SQLError.thrown { () throws(SQLError) in try PostgresAddress("postgres://a@b@c/d") }?.kind
        == .mistaken)
  }
}

extension SQLError {
  /// The error that a body throws; nil if it throws nothing.
  fileprivate static func thrown<Value>(_ body: () throws(SQLError) -> Value) -> SQLError? {
    do throws(SQLError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
