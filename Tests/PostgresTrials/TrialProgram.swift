import CEndless
import Foundation
import Glibc

/// The reason why a trial cannot continue.
package struct TrialError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// A server program with its own folder.
///
/// When this process ends, for whatever reason, the program ends and the folder is removed.
///
/// The program runs as an ordinary user even if the tests run as root, because PostgreSQL refuses
/// to run as root.
final class TrialProgram: Sendable {
  /// The folder, which is owned by the user that the program runs as.
  let folder: String
  private let keeper: Int32
  /// The pipe for commands to the keeper; the program ends when the pipe is closed.
  private let input: FileHandle
  private let output: FileHandle

  /// The script of the keeper, which waits for commands and for the end of this process.
  ///
  /// The script waits for this process itself, because a parent-death signal would already be sent
  /// when the thread that has started the script ends. It uses SIGQUIT, because SIGTERM is blocked
  /// in processes that Foundation starts.
  private static let script = """
    folder=$1; shift
    trap '' INT HUP TERM
    server=
    end() {
      [ -n "$server" ] || return 0
      kill -"$1" "$server" 2>/dev/null
      for _ in $(seq 1200); do
        grep -q ') [^Z]' "/proc/$server/stat" 2>/dev/null || break
        sleep 0.05
      done
      kill -KILL "$server" 2>/dev/null
      wait "$server" 2>/dev/null
      server=
    }
    while read -r word; do
      case $word in
        start) "$@" </dev/null >>"$folder/log" 2>&1 & server=$!; echo "$server" ;;
        *) end "$word"; echo ended ;;
      esac
    done
    end QUIT
    rm -rf "$folder"
    """

  /// Starts the keeper for a folder, but not the program yet.
  init(in folder: String, _ words: [String]) throws {
    self.folder = folder
    var ends: [Int32] = [0, 0]
    // No program may inherit the write end: a copy would keep the server running.
    guard endless_pipe(&ends) == 0 else { throw TrialError("no pipe") }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "keeper", folder] + TrialUser.words + words
    process.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    keeper = process.processIdentifier
    input = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    output = pipe.fileHandleForReading
  }

  /// Starts the program; returns its process number.
  @discardableResult
  func start() throws -> Int32 {
    guard let process = Int32(try say("start")) else { throw TrialError("it does not start") }
    return process
  }

  /// Ends the program with a signal such as `INT`, and waits until it has ended.
  func end(_ signal: String) throws { _ = try say(signal) }

  private func say(_ word: String) throws -> String {
    try input.write(contentsOf: Data("\(word)\n".utf8))
    var (line, byte) = ([UInt8](), UInt8(0))
    while read(output.fileDescriptor, &byte, 1) == 1, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// The program's log.
  var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

  /// Creates a folder that the trials' user owns; its path is short, because the path of a Unix
  /// socket must be short.
  static func makeFolder() throws -> String {
    var name = Array("/tmp/endless-pg-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw TrialError("no folder in /tmp") }
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard getuid() != 0 || chown(folder, TrialUser.id.user, TrialUser.id.group) == 0 else {
      throw TrialError("the folder cannot be given to another user")
    }
    return folder
  }

  /// Runs a program to its end as the trials' user.
  static func run(_ words: [String]) throws {
    let (process, errors) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = TrialUser.words + words
    process.currentDirectoryURL = URL(filePath: "/tmp")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TrialError(String(decoding: said, as: UTF8.self))
    }
  }

  /// The path of a PostgreSQL program, which Debian installs outside PATH.
  static func path(of name: String) throws -> String {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let all = folders + path.split(separator: ":").map(String.init) + ["/usr/sbin"]
    guard let folder = all.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
      let package = name == "pgbouncer" ? name : "postgresql"
      throw TrialError(
        "\(name) is missing: Scripts/set-up --tests installs it, or apt-get install \(package)")
    }
    return "\(folder)/\(name)"
  }

  /// Waits until a condition is true; returns false if it is not true within two minutes.
  static func comes(true isTrue: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while !isTrue() {
      guard ContinuousClock.now < end else { return false }
      usleep(10_000)
    }
    return true
  }

  /// Returns a loopback port that nothing listens to now.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    guard let port = LoopbackSocket.bind(descriptor) else { throw TrialError("no port is free") }
    return port
  }
}

/// The user that servers run as.
enum TrialUser {
  /// The user and group of the servers.
  ///
  /// If the tests run as root, this is the user of Debian's package, or else `nobody`; otherwise it
  /// is the user of the tests.
  static let id: (user: uid_t, group: gid_t) = {
    guard getuid() == 0, let found = getpwnam("postgres") ?? getpwnam("nobody") else {
      return (getuid(), getgid())
    }
    return (found.pointee.pw_uid, found.pointee.pw_gid)
  }()

  /// The words before a command that run it as this user.
  static var words: [String] {
    guard getuid() == 0 else { return [] }
    return ["setpriv", "--reuid=\(id.user)", "--regid=\(id.group)", "--clear-groups", "--"]
  }
}

/// TCP sockets on the loopback interface (127.0.0.1).
enum LoopbackSocket {
  static let address = sockaddr_in(
    sin_family: sa_family_t(AF_INET), sin_port: 0,
    sin_addr: in_addr(s_addr: UInt32(0x7F00_0001).bigEndian),
    sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))

  /// Binds a socket to a free port and returns the port; nil if no port is free.
  static func bind(_ descriptor: Int32) -> Int? {
    var (address, length) = (address, socklen_t(MemoryLayout<sockaddr_in>.size))
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  /// Connects to a port; nil if nothing listens there.
  static func connect(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = address
    address.sin_port = UInt16(port).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(descriptor)
      return nil
    }
    setNoDelay(descriptor)
    return descriptor
  }

  static func setNoDelay(_ descriptor: Int32) {
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}
