import Dispatch
import Glibc
import Synchronization

extension PostgresDatabase {
  /// A stream that yields an element after notifications on a channel; nil if the server is known
  /// to refuse `LISTEN`.
  ///
  /// The stream has its own connection. If that connection is lost, it is opened again, and an
  /// element is sent, because notifications may have been missed. If the server refuses, the stream
  /// ends, and `notice` gives the reason.
  package func updates(channel: String) -> AsyncStream<Void>? {
    guard !isStandby else {
      refuseListening("a standby does not support LISTEN: changes are not shown")
      return nil
    }
    let (stream, updates) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listener = PostgresListener(address, channel, updates) { [weak self] in
      self?.refuseListening($0)
    }
    updates.onTermination = { _ in listener.end() }
    listener.start()
    return stream
  }
}

/// A listener that receives the notifications on a channel.
///
/// Dispatch waits for data on a copy of the connection's socket, and calls the listener on its
/// queue. A copy is needed, because libpq may close the socket itself at any time, and its number
/// may then be given to another file.
private final class PostgresListener: Sendable {
  private let address: PostgresAddress
  private let channel: String
  private let updates: AsyncStream<Void>.Continuation
  private let refuse: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "postgres listen")
  private let cancelling = QueryCancelling()
  /// The state, in a mutex, because the compiler cannot know that it is used only on the queue.
  private let state = Mutex(State())

  private struct State {
    var connection: PostgresConnection?
    var source: (any DispatchSourceRead)?
    /// The number of seconds until the next attempt.
    var pause = 1
  }

  /// The maximum number of seconds between two attempts to open the connection again.
  private static let longestPause = 30

  init(
    _ address: PostgresAddress, _ channel: String, _ updates: AsyncStream<Void>.Continuation,
    refuse: @escaping @Sendable (String) -> Void
  ) {
    (self.address, self.channel) = (address, channel)
    (self.updates, self.refuse) = (updates, refuse)
  }

  func start() { queue.async { self.open(isAgain: false) } }

  func end() {
    cancelling.cancel()
    queue.async { self.close() }
  }

  private func close() {
    state.withLock { state in
      state.source?.cancel()
      (state.source, state.connection) = (nil, nil)
    }
  }

  private func open(isAgain: Bool) {
    guard !cancelling.isCancelled else { return }
    do throws(SQLError) {
      try listen()
      if isAgain { updates.yield() }
    } catch {
      guard error.kind == .passing else { return giveUp(error.description) }
      openLater()
    }
  }

  private func giveUp(_ reason: String) {
    refuse("changes are not shown: \(reason)")
    updates.finish()
  }

  private func openLater() {
    let pause = state.withLock { state in
      defer { state.pause = min(Self.longestPause, state.pause * 2) }
      return state.pause
    }
    queue.asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in self?.open(isAgain: true)
    }
  }

  private func listen() throws(SQLError) {
    try state.withLock { state throws(SQLError) in
      let connection = try PostgresConnection(address, cancelling)
      try connection.listen(to: channel, cancelling)
      let socket = fcntl(connection.socket, F_DUPFD_CLOEXEC, 3)
      guard socket >= 0 else {
        throw SQLError(.passing, "cannot wait for notifications: too many open files")
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
      source.setEventHandler { [weak self] in self?.hear() }
      source.setCancelHandler { _ = Glibc.close(socket) }
      (state.connection, state.source, state.pause) = (connection, source, 1)
      source.activate()
    }
  }

  private func hear() {
    let (isHeard, isLost) = state.withLock { state in
      let isHeard = state.connection?.takeNotifications() ?? false
      return (isHeard, state.connection?.isLost ?? false)
    }
    if isHeard { updates.yield() }
    guard isLost else { return }
    close()
    openLater()
  }
}
