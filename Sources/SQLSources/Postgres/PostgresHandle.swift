import CPostgres
import Glibc

/// A libpq connection, used by one thread at a time.
struct PostgresHandle: Sendable {
  // nonisolated(unsafe), because the compiler cannot know that a libpq connection is handed from
  // one thread to the next.
  nonisolated(unsafe) let pointer: OpaquePointer
  let library: PostgresLibrary

  func close() { library.functions.finish(pointer) }

  /// Opens a connection; the calling thread waits for name servers and for the server.
  ///
  /// - Throws: an error with the reason, without any password.
  init(_ address: PostgresAddress, _ library: PostgresLibrary) throws(SQLError) {
    self.library = library
    pointer = try Self.started(address, library)
    do throws(SQLError) {
      try connect(address)
    } catch {
      close()
      throw error
    }
    guard library.functions.setnonblocking(pointer, 1) == 0,
      library.functions.enterPipelineMode(pointer) == 1
    else {
      defer { close() }
      throw SQLError(.passing, message.first ?? "cannot open a connection: out of memory")
    }
    keepAlive()
  }

  /// Starts opening a connection; if several hosts are given, each has a time limit.
  private static func started(
    _ address: PostgresAddress, _ library: PostgresLibrary
  ) throws(SQLError) -> OpaquePointer {
    var parameters = address.parameters()
    let pointer = try start(parameters, library)
    let known = known(pointer, library)
    guard hasSeveralHosts(known), known["connect_timeout"] == nil else { return pointer }
    library.functions.finish(pointer)
    parameters["connect_timeout"] = "\(usualTimeout)"
    return try start(parameters, library)
  }

  private static func start(
    _ parameters: [String: String], _ library: PostgresLibrary
  ) throws(SQLError) -> OpaquePointer {
    let handle = withParameters(parameters) { library.functions.connectStartParams($0, $1, 0) }
    guard let handle else { throw SQLError(.passing, "cannot open a connection: out of memory") }
    withUnsafePointer(to: library.functions) { endless_libpq_silence($0, handle) }
    // With this verbosity, an error message contains the SQLSTATE, which libpq reports in no other
    // way before the connection is open.
    _ = library.functions.setErrorVerbosity(handle, PQERRORS_VERBOSE)
    return handle
  }

  private static func withParameters<Value>(
    _ parameters: [String: String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    let (names, values) = (parameters.keys.map { strdup($0) }, parameters.values.map { strdup($0) })
    defer { (names + values).forEach { free($0) } }
    let ends: [UnsafePointer<CChar>?] = [nil]
    return body(names.map { UnsafePointer($0) } + ends, values.map { UnsafePointer($0) } + ends)
  }

  // MARK: Opening

  /// The number of seconds to wait for a server if the user has set no time.
  private static let usualTimeout = 10

  private func connect(_ address: PostgresAddress) throws(SQLError) {
    guard library.functions.status(pointer) != CONNECTION_BAD else { throw refusal(address) }
    let known = Self.known(pointer, library)
    let timeout = known["connect_timeout"].flatMap(Int.init) ?? Self.usualTimeout
    if Self.hasSeveralHosts(known) {
      // libpq tries the next host when the timeout of one host expires, but only if libpq itself
      // waits, as in PQreset.
      library.functions.reset(pointer)
    } else {
      try poll(until: timeout > 0 ? .now + .seconds(max(2, timeout)) : nil)
    }
    guard library.functions.status(pointer) == CONNECTION_OK else { throw refusal(address) }
  }

  private func poll(until deadline: ContinuousClock.Instant?) throws(SQLError) {
    var state = PGRES_POLLING_WRITING
    while state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING {
      let events = Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT)
      let left = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let left, left <= .zero {
        throw SQLError(.passing, "the server did not answer within the time limit for a connection")
      }
      var waited = pollfd(fd: library.functions.socket(pointer), events: events, revents: 0)
      guard Glibc.poll(&waited, 1, left.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1) != 0 else {
        continue
      }
      state = library.functions.connectPoll(pointer)
    }
  }

  /// The parameters of the connection, including those that libpq reads elsewhere, such as in a
  /// service file.
  private static func known(
    _ pointer: OpaquePointer, _ library: PostgresLibrary
  ) -> [String: String] {
    guard let options = library.functions.conninfo(pointer) else { return [:] }
    defer { library.functions.conninfoFree(options) }
    return PostgresAddress.parameters(options) { _ in nil }
  }

  /// The parameters that result from the given ones, a service file and the environment.
  ///
  /// No connection is started, because the call passes more ports than hosts, which libpq refuses.
  static func parameters(behind given: [String: String]) -> [String: String] {
    guard let library = try? PostgresLibrary.loaded() else { return given }
    let ports = repeatElement("1", count: 1_000).joined(separator: ",")
    let pointer = withParameters(given.merging(["port": ports]) { $1 }) {
      library.functions.connectStartParams($0, $1, 0)
    }
    guard let pointer else { return given }
    defer { library.functions.finish(pointer) }
    return known(pointer, library)
  }

  private static func hasSeveralHosts(_ known: [String: String]) -> Bool {
    [known["host"], known["hostaddr"]].contains { $0?.utf8.contains(UInt8(ascii: ",")) == true }
  }

  // MARK: Keepalive

  /// Makes the system detect a lost network connection; options that the user has set are not
  /// changed.
  private func keepAlive() {
    let known = Self.known(pointer, library)
    let socket = library.functions.socket(pointer)
    for (name, option, value) in Self.lives where known[name] == nil {
      var value: Int32 = value
      // This fails for a Unix socket, which cannot lose a network connection.
      _ = setsockopt(
        socket, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// The socket options that detect a lost network connection within half a minute (tcp(7)).
  ///
  /// Their units are seconds, seconds, a count, and milliseconds.
  private static let lives: [(String, Int32, Int32)] = [
    ("keepalives_idle", TCP_KEEPIDLE, 15), ("keepalives_interval", TCP_KEEPINTVL, 5),
    ("keepalives_count", TCP_KEEPCNT, 3), ("tcp_user_timeout", TCP_USER_TIMEOUT, 30_000),
  ]

  // MARK: Errors

  /// The lines of libpq's last error message.
  var message: [String] {
    guard let text = library.functions.errorMessage(pointer) else { return [] }
    return String(cString: text).split(separator: "\n").map(String.init)
  }

  /// The error that states why the connection could not be opened.
  private func refusal(_ address: PostgresAddress) -> SQLError {
    let lacksPassword = library.functions.connectionNeedsPassword(pointer) != 0
    return PostgresRefusal(
      lines: message, lacksPassword: lacksPassword, advice: address.passwordAdvice
    ).error {
      Self.withParameters(address.parameters()) { library.functions.pingParams($0, $1, 0) }
        == PQPING_NO_ATTEMPT
    }
  }
}
