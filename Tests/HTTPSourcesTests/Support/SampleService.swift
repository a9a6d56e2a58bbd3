import Foundation
import Glibc
import HTTPSources
import Records
import Synchronization

/// The sample service in a separate process, which exits with the tests.
final class SampleService: Sendable {
  /// The scheme, host and port.
  let address: String
  let port: Int
  let process: pid_t
  /// The write end of the service's standard input; it is closed when the tests exit for any
  /// reason, and the service exits then.
  private let input: Int32

  /// The service that most tests use.
  static let shared = Result { try SampleService() }
  /// A service on another port, which is therefore another origin.
  static let other = Result { try SampleService() }

  /// Starts a service and waits until it listens.
  init(_ arguments: [String] = []) throws {
    let (program, input, output) = (Process(), Pipe(), Pipe())
    program.executableURL = URL(filePath: try BuiltProgram.path(of: "SampleAPI"))
    program.arguments = ["--port", "0", "--until-input-ends"] + arguments
    (program.standardInput, program.standardOutput) = (input, output)
    // No other program that a test starts may keep the descriptor open.
    self.input = fcntl(input.fileHandleForWriting.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    try program.run()
    try input.fileHandleForWriting.close()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = String(line.prefix { !$0.isNewline })
    process = program.processIdentifier
    guard let port = address.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw TestFailure("the service says no address: '\(line)'")
    }
    self.port = port
  }

  deinit { close(input) }

  /// The open connections of clients, each with the number of bytes that the service could not send
  /// yet.
  var connections: [Int] {
    OpenConnections.lines(port: port, column: 1)
      .compactMap { Int($0[4].prefix { $0 != ":" }, radix: 16) }
  }

  /// The numbers of the sockets through which clients are connected.
  var clientSockets: Set<String> {
    Set(OpenConnections.lines(port: port, column: 2).map { String($0[9]) })
  }
}

/// The open connections of this machine, as the kernel reports them (proc_net_tcp).
enum OpenConnections {
  /// The lines of the connections, split into fields.
  ///
  /// - Parameter column: the column of the port: 1 for the local side, 2 for the remote side.
  static func lines(port: Int, column: Int) -> [[Substring]] {
    let end = ":" + String(format: "%04X", port)
    return ProcessFile.text("/proc/net/tcp").split(separator: "\n")
      .map { $0.split(separator: " ") }
      // The state 01 is that of an open connection.
      .filter { $0.count > 9 && $0[column].hasSuffix(end) && $0[3] == "01" }
  }
}

/// Files in `/proc`, of which a read returns only a page at a time.
enum ProcessFile {
  static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = read(descriptor, &part, part.count), count > 0 {
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Programs that are built next to the tests.
enum BuiltProgram {
  static func path(of name: String) throws -> String {
    let folders = ["/proc/self/exe", CommandLine.arguments.first ?? ""].map {
      URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path
    }
    guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
      throw TestFailure("no program \(name) in \(folders.joined(separator: " or "))")
    }
    return "\(folder)/\(name)"
  }
}

/// The reason why a test cannot continue.
struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Addresses of a service with some switches; requests to these addresses are counted separately
/// from all others.
struct Switched: Sendable {
  let service: SampleService
  let key: String
  private let switches: String
  private static let count = Atomic(0)

  /// - Parameter switches: the switches of the sample service, such as `count=1003;no-total`.
  init(_ switches: String = "", at service: Result<SampleService, any Error> = SampleService.shared)
    throws
  {
    self.service = try service.get()
    self.switches = switches
    let number = Self.count.add(1, ordering: .relaxed).newValue
    key = "\(getpid())-\(number)"
  }

  /// The absolute address of a path.
  func address(_ path: String) -> String {
    "\(service.address)/with/key=\(key);\(switches)/\(path)"
  }

  /// The counts of the service for these addresses.
  struct Counts: Sendable {
    let requests: Int
    let mostAtOnce: Int
    let paths: [String]
  }

  /// The current counts.
  var counts: Counts {
    get async throws {
      let answer = try await HTTPClient().answer(
        to: HTTPRequest(url: "\(service.address)/counts/\(key)"))
      let record = try JSONReader().record(answer.body[...])
      func number(_ name: FieldPath) -> Int {
        record.value(at: name).flatMap { Int($0.text) } ?? -1
      }
      return Counts(
        requests: number("requests"), mostAtOnce: number("most_at_once"),
        paths: record.value(at: "paths")?.elements?.map(\.text) ?? [])
    }
  }

  /// The number of requests that have arrived.
  var requestCount: Int { get async throws { try await counts.requests } }

  /// Waits until at least the given number of requests have arrived.
  func isAsked(_ count: Int) async throws {
    try await eventually("\(count) requests") { try await requestCount >= count }
  }
}

/// Polls until a condition is true, and fails after two minutes.
func eventually(_ words: String, _ isTrue: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(120)
  while try await !isTrue() {
    guard .now < deadline else { throw TestFailure("not in time: \(words)") }
    poll(nil, 0, 2)
    await Task.yield()
  }
}
