import Dispatch
import FlyingFox
import FlyingSocks
import Foundation

/// A runner of the service on the loopback interface, and optionally on a Unix socket.
struct Runner: Sendable {
  let options: Options

  /// Serves until the program exits.
  ///
  /// - Throws: an error if it cannot listen.
  func run() async throws {
    let service = Service(latency: options.latency)
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: options.port)
    let server = server(at: address, service)
    let local = options.unixSocket.map { self.server(at: sockaddr_un.unix(path: $0), service) }
    removeSocket()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await serve(server) }
      if let local { group.addTask { await serve(local) } }
      try await local?.waitUntilListening()
      try await server.waitUntilListening()
      await announce(server)
    }
  }

  /// Runs a server; a failure ends the program.
  private func serve(_ server: HTTPServer) async {
    do { try await server.run() } catch { fail("cannot serve: \(error.localizedDescription)") }
  }

  /// Creates a server without logging, and with a time limit of a day for a request, because some
  /// are not answered for an hour.
  private func server(at address: some SocketAddress, _ service: Service) -> HTTPServer {
    HTTPServer(
      address: address, timeout: 86_400, pool: PromptPool(), logger: .disabled, handler: service)
  }

  /// Prints the address for the process that started the program.
  private func announce(_ server: HTTPServer) async {
    guard case .ip4(let host, let port) = await server.listeningAddress else {
      fail("it does not listen")
    }
    FileHandle.standardOutput.write(Data("http://\(host):\(port)\n".utf8))
  }

  /// Ends the program with status 0 on SIGTERM and SIGINT.
  func endOnSignals() {
    for number in [SIGTERM, SIGINT] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // The handler retains its source.
        _ = source
        end()
      }
      source.resume()
    }
  }

  /// Ends the program with status 0 when its standard input ends.
  func endWithInput() {
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      end()
    }
  }

  private func end() -> Never {
    removeSocket()
    exit(0)
  }

  private func removeSocket() {
    if let path = options.unixSocket { unlink(path) }
  }
}

/// A pool of sockets that send data immediately.
///
/// The server writes the head and the body of an answer separately. Without this option, the body
/// waits until the client has acknowledged the head, which takes up to 40 ms. Connections inherit
/// the option from the listening socket, on which it is set here whenever the server waits for a
/// connection.
struct PromptPool: AsyncSocketPool {
  private let base: any AsyncSocketPool = HTTPServer.defaultPool()

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    if events == .connection { try? socket.setValue(true, for: NoDelay()) }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}

/// The TCP option for sending data immediately.
private struct NoDelay: SocketOption {
  var level: Int32 { Int32(IPPROTO_TCP) }
  var name: Int32 { TCP_NODELAY }

  func makeValue(from value: Int32) -> Bool { value != 0 }

  func makeSocketValue(from value: Bool) -> Int32 { value ? 1 : 0 }
}
