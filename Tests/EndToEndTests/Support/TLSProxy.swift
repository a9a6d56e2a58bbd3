import Foundation

/// nginx with its own certificate in front of the sample service, for TLS, HTTP/2 and compressed
/// answers.
///
///     try await TLSProxy.run(in: home, before: service) { proxy in
///       … proxy.root, proxy.certificate …
///     }
struct TLSProxy: Sendable {
  /// The scheme, host and port.
  let root: String
  /// The scheme, host and port without TLS.
  let plainRoot: String
  /// The path of the self-signed certificate.
  let certificate: String
  private let plainPort: Int
  private let log: String

  /// Starts nginx, calls `body`, and then always stops nginx.
  static func run<Result>(
    in home: SampleHome, before service: SampleService, body: (TLSProxy) async throws -> Result
  ) async throws -> Result {
    let folder = home.directory.path + "/nginx"
    let (port, plainPort) = (try FreePort.find(), try FreePort.find())
    try home.directory.write(
      configuration(folder, ports: (port, plainPort), service), to: "nginx/nginx.conf")
    try await makeCertificate(in: folder)
    var launch = Launch("/usr/sbin/nginx", "-p", folder, "-c", "nginx.conf", "-e", "stderr")
    (launch.standardInput, launch.standardOutput) = (.file("/dev/null"), .pipe)
    launch.standardError = .pipe
    let program = try await RunningProgram(launch, terminal: nil)
    do {
      try await waitUntilListening(plainPort, program)
      let proxy = TLSProxy(
        root: "https://127.0.0.1:\(port)", plainRoot: "http://127.0.0.1:\(plainPort)",
        certificate: folder + "/cert.pem", plainPort: plainPort,
        log: folder + "/access.log")
      let result = try await body(proxy)
      await program.end()
      return result
    } catch {
      await program.end()
      throw error
    }
  }

  /// The properties of each request: `HTTP/2.0 CONNECTION gzip`.
  var requests: [(version: String, connection: String, encoding: String)] {
    get throws {
      // nginx writes the line of a request after it has sent the answer, but before it serves
      // another connection.
      _ = try Self.isListening(plainPort)
      guard FileManager.default.fileExists(atPath: log) else { return [] }
      return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], words[1], words[2])
      }
    }
  }

  /// The configuration; all files are in the folder, because the usual folders cannot be written.
  private static func configuration(
    _ folder: String, ports: (Int, plain: Int), _ service: SampleService
  ) -> String {
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "  \($0)_temp_path \(folder)/\($0);\n"
    }.joined()
    return """
      daemon off;
      master_process off;
      pid \(folder)/nginx.pid;
      events { worker_connections 64; }
      http {
      \(places)  log_format asked '$server_protocol $connection $sent_http_content_encoding-';
        access_log off;
        gzip on;
        gzip_min_length 1;
        gzip_types application/json;
        server {
          listen 127.0.0.1:\(ports.0) ssl http2;
          listen 127.0.0.1:\(ports.plain);
          ssl_certificate \(folder)/cert.pem;
          ssl_certificate_key \(folder)/key.pem;
          location / {
            access_log \(folder)/access.log asked;
            proxy_pass \(service.root);
            proxy_set_header Host $http_host;
          }
        }
      }

      """
  }

  private static func makeCertificate(in folder: String) async throws {
    let result = try await Command.run(
      Launch(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-subj", "/CN=endless test", "-addext",
        "subjectAltName=IP:127.0.0.1", "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem")
    )
    guard result.status == .exited(0) else {
      throw HarnessError("openssl made no certificate: \(result.error)")
    }
  }

  private static func waitUntilListening(_ port: Int, _ program: RunningProgram) async throws {
    let isThere: Bool? = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
      if try isListening(port) { return true }
      guard program.child.exitStatus == nil else {
        await program.error?.drain()
        let said = String(decoding: await program.error?.bytes ?? [], as: UTF8.self)
        throw HarnessError("nginx has ended: \(said)")
      }
      return nil
    }
    guard isThere != nil else { throw HarnessError("nginx does not listen") }
  }

  /// Whether nginx listens; nginx itself answers bytes that are not a request, and does not log
  /// them.
  private static func isListening(_ port: Int) throws(HarnessError) -> Bool {
    try FreePort.answer(from: port, to: Array("no\r\n\r\n".utf8)) != nil
  }
}
