import Answers
import Foundation
import Glibc
import HTTPSources
import Paging
import TemporaryFolders
import Testing

/// A service with a self-signed certificate, run by `openssl`.
private final class SecureService {
  let port: Int
  /// The path of its certificate.
  let certificate: String
  private let program = Process()

  static let program = "/usr/bin/openssl"

  init(in folder: TemporaryFolder) async throws {
    certificate = folder.path("certificate")
    try Self.run(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", folder.path("key"), "-out", certificate, "-days", "2", "-subj", "/CN=test",
        "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    try folder.write(CannedService.answer("", body: #"[{"id": 7}]"#), to: "items")
    port = try LoopbackPort.dead()
    program.executableURL = URL(filePath: Self.program)
    program.currentDirectoryURL = URL(filePath: folder.path)
    program.arguments = [
      "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key",
      folder.path("key"), "-HTTP", "-quiet",
    ]
    (program.standardInput, program.standardOutput) = (Pipe(), FileHandle.nullDevice)
    program.standardError = FileHandle.nullDevice
    try program.run()
    let (port, client) = (port, try HTTPClient())
    try await eventually("it listens") {
      do throws(HTTPError) {
        _ = try await client.answer(to: HTTPRequest(url: "https://127.0.0.1:\(port)/"))
        return true
      } catch {
        return !error.description.contains("cannot connect to")
      }
    }
  }

  // The process has inherited the blocked signals of the thread that started it, so SIGTERM would
  // never arrive.
  deinit { kill(program.processIdentifier, SIGKILL) }

  private static func run(_ arguments: [String]) throws {
    let program = Process()
    program.executableURL = URL(filePath: Self.program)
    program.arguments = arguments
    program.standardError = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    guard program.terminationStatus == 0 else { throw TestFailure("openssl has failed") }
  }
}

/// The certificates that a client trusts.
@Suite(.timeLimit(.minutes(5)), .enabled(if: access(SecureService.program, X_OK) == 0))
struct `A certificate` {
  @Test func `is trusted where it is named, and else refused for good`() async throws {
    try await TemporaryFolder.run { folder in
      let service = try await SecureService(in: folder)
      let address = "https://127.0.0.1:\(service.port)/items"
      let trusted = try HTTPSource(address) { $0.client.certificates = service.certificate }
      #expect(try await trusted.load(.start(10)).numbers == [7])
      let error = try #require(await (try HTTPSource(address)).failure())
      let words = "the certificate of 127.0.0.1:\(service.port) is not trusted: "
      #expect(error.description.hasPrefix(words), "\(error)")
      #expect(error.description.hasSuffix("; name certificates to trust with --cacert"))
      #expect(!error.isRetryable)
      let other = await
        (try HTTPSource("https://localhost:\(service.port)/items") {
          $0.client.certificates = service.certificate
        }).failure()
      #expect(
        other?.description.contains("is not trusted: ") == true, "\(other?.description ?? "")")
    }
  }

  @Test func `is not found in a file that has none, which is named`() async throws {
    try await TemporaryFolder.run { folder in
      let service = try await SecureService(in: folder)
      let file = try folder.write("no certificate", to: "nothing")
      let source = try HTTPSource("https://127.0.0.1:\(service.port)/items") {
        $0.client.certificates = file
      }
      #expect(
        await source.failure()
          == PagingError("\(file) contains no certificates: see --cacert", isRetryable: false))
    }
  }

  @Test func `is none of a service without one`() async throws {
    let address = try Switched().address("single/users").replacing("http://", with: "https://")
    let error = await (try HTTPSource(address)).failure()
    #expect(
      error?.description.hasPrefix("the connection to 127.0.0.1:") == true,
      "\(error?.description ?? "")")
  }
}
