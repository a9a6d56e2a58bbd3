import Synchronization

/// The identity that a PostgreSQL server pretends to have, and the statements sent to it.
///
/// With a disguise, code for servers that speak the PostgreSQL protocol but cannot run here can be
/// tested.
package final class Disguise: Sendable {
  /// A statement as it was sent.
  package struct Statement: Sendable {
    package let sql: String
    package fileprivate(set) var values: [[UInt8]?] = []
  }

  /// Settings that the server reports instead of its own.
  fileprivate let settings: [String: String]
  private let sent = Mutex<[Statement]>([])

  package init(settings: [String: String] = [:]) { self.settings = settings }

  /// CockroachDB, which claims to be PostgreSQL 13.
  package static func cockroach() -> Disguise {
    Disguise(settings: ["crdb_version": "CockroachDB CCL v23.1.11", "server_version": "13.0.0"])
  }

  /// YugabyteDB.
  package static func yugabyte() -> Disguise {
    Disguise(settings: ["server_version": "11.2-YB-2.20.1.0-b0"])
  }

  /// The statements that have been sent so far.
  package var statements: [Statement] { sent.withLock { $0 } }

  fileprivate func add(_ sql: String) { sent.withLock { $0.append(Statement(sql: sql)) } }

  fileprivate func add(_ values: [[UInt8]?]) {
    sent.withLock { sent in
      if !sent.isEmpty { sent[sent.count - 1].values = values }
    }
  }
}

/// One connection to a server in a disguise
/// (<https://www.postgresql.org/docs/current/protocol-message-formats.html>).
struct DisguisedLink {
  private let disguise: Disguise
  private var fromClient: [UInt8] = []
  private var fromServer: [UInt8] = []
  private var hasStarted = false
  private var isReady = false

  init(_ disguise: Disguise) { self.disguise = disguise }

  // MARK: The client

  /// Records the statements that a client has sent, and passes the bytes on unchanged.
  mutating func takeFromClient(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    fromClient += bytes
    if !hasStarted, fromClient.count >= 4, fromClient.count >= fromClient.integer(at: 0) {
      fromClient.removeFirst(fromClient.integer(at: 0))
      hasStarted = true
    }
    while hasStarted, let message = Self.message(&fromClient) { note(message) }
    return bytes
  }

  private func note(_ message: [UInt8]) {
    let body = message.dropFirst(5)
    switch message[0] {
    case UInt8(ascii: "P"):
      let texts = body.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      disguise.add(String(decoding: texts[1], as: UTF8.self))
    case UInt8(ascii: "B"): disguise.add(Self.values(of: body))
    default: break
    }
  }

  /// The values of a Bind message, which follow the names of the portal and the statement, and the
  /// formats of the values.
  private static func values(of body: ArraySlice<UInt8>) -> [[UInt8]?] {
    let texts = body.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    var rest = Array(texts[2])
    rest.removeFirst(2 + 2 * rest.short(at: 0))
    let count = rest.short(at: 0)
    rest.removeFirst(2)
    return (0..<count).map { _ in
      let size = rest.integer(at: 0)
      rest.removeFirst(4)
      guard size != 0xFFFF_FFFF else { return nil }
      defer { rest.removeFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  // MARK: The server

  /// Returns the bytes to pass on to the client; the settings of the disguise are inserted before
  /// the server says for the first time that it is ready.
  mutating func changeFromServer(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !isReady else { return bytes }
    fromServer += bytes
    var changed: [UInt8] = []
    while !isReady, let message = Self.message(&fromServer) {
      isReady = message[0] == UInt8(ascii: "Z")
      if isReady { changed += settings }
      changed += message
    }
    guard isReady else { return changed[...] }
    defer { fromServer = [] }
    return (changed + fromServer)[...]
  }

  private var settings: [UInt8] {
    disguise.settings.flatMap { name, value in
      let body = Array(name.utf8) + [0] + Array(value.utf8) + [0]
      let size = UInt32(body.count + 4)
      return [UInt8(ascii: "S")]
        + stride(from: 24, through: 0, by: -8).map { UInt8(size >> $0 & 0xFF) } + body
    }
  }

  /// Removes the first complete message: a letter, the length, and the content; nil if no message
  /// is complete.
  private static func message(_ bytes: inout [UInt8]) -> [UInt8]? {
    guard bytes.count >= 5, bytes.count > bytes.integer(at: 1) else { return nil }
    defer { bytes.removeFirst(1 + bytes.integer(at: 1)) }
    return Array(bytes.prefix(1 + bytes.integer(at: 1)))
  }
}

extension [UInt8] {
  fileprivate func integer(at place: Int) -> Int {
    self[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate func short(at place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }
}
